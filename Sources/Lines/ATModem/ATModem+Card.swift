import HandsetAT
import HandsetLines
import HandsetPlatform

extension ATModem {
    /// What was learnt of the card.
    struct Card: Hashable {
        var iccid: String?
        var imsi: String?
        /// EF_ECC (3GPP TS 31.102, clause 4.2.21); nil while it has not been read.
        var emergencyNumbers: [String]?
        /// Whether it serves, and all of the above and the messaging settings hold for it.
        var isReady = false
    }

    /// Asks what the card wants (`+CPIN?`, 3GPP TS 27.007, clause 8.3), who it is, and makes it ready to serve.
    func lookAtCard() async {
        var state = await cardState()
        guard link?.isOpen == true else { return }
        guard state.isPresent else { return loseCard(state) }
        var (iccid, isBusy) = await readICCID()
        guard link?.isOpen == true else { return }
        if isBusy, fruitlessLooks < Self.looksForICCID {
            // A line has one name: a card that only does not answer now is the one that it was, or is asked who it is again.
            lookAgain()
            guard status.line != nil else {
                status.sim = state
                return
            }
            iccid = card.iccid
        }
        if iccid != card.iccid || status.line == nil {
            cardGeneration += 1
            card = Card(iccid: iccid)
            status.line = iccid.map { LineState(id: LineID(iccid: $0), iccid: $0) }
        }
        let generation = cardGeneration
        if case .pinRequired = state { state = await enterStoredPIN(state) }
        guard state.isPresent else { return loseCard(state) }
        status.sim = state
        guard state == .ready, generation == cardGeneration else {
            card.isReady = false
            status.line?.canSendSMS = false
            return
        }
        if !card.isReady { await makeReady(generation) }
    }

    /// So often a modem that keeps the ICCID to itself, and never says that it will, is asked for it.
    private static let looksForICCID = 5

    private func loseCard(_ state: SIMState) {
        if state == .unknown { lookAgain() }
        if card != Card() || status.line != nil { cardGeneration += 1 }
        card = Card()
        registrations = [:]
        if state == .absent { callEvent(.cardGone) }
        status.sim = state
        status.line = nil
    }

    /// A card that is busy, not ready or not readable is asked again, less and less often.
    func lookAgain(draining: Bool = false) {
        let times = configuration.times
        retryDue = .now + min(times.cardRetry * (1 << min(fruitlessLooks, 16)), times.lastRetry)
        retryDrains = retryDrains || draining
        fruitlessLooks += 1
    }

    private func cardState() async -> SIMState {
        let answer = await run(.extended("+CPIN", .read))
        if answer.isOK, let code = answer.information.lazy.compactMap(\.code).first {
            switch SIMStatus(code) {
            case .ready: return .ready
            case .pin: return .pinRequired(attemptsLeft: await attemptsLeft())
            case .puk: return .pukRequired
            case .other("NOT INSERTED"): return .absent
            case .other("NOT READY"): return .unknown
            case .other(let name): return .otherCodeRequired(name)
            }
        }
        switch answer.end {
        case .final(.cme(.simNotInserted)), .final(.cms(.simNotInserted)): return .absent
        case .final(.cme(.simPINRequired)): return .pinRequired(attemptsLeft: await attemptsLeft())
        case .final(.cme(.simPUKRequired)): return .pukRequired
        default: return .unknown
        }
    }

    /// `+CPINR` (3GPP TS 27.007, clause 8.65), which few modems know.
    private func attemptsLeft() async -> Int? {
        await run(.extended("+CPINR", .set([.string("SIM PIN")]))).value { parameters throws(ATError) in
            guard parameters[at: 0].text == "SIM PIN" else { throw .value(field: "code", parameter: 0) }
            return try parameters.number(at: 1, "retries")
        }
    }

    // MARK: Identity

    /// EF ICCID (3GPP TS 31.102, clause 4.2.2; file 2FE2, readable before the PIN), or what makers have for it; without one, whether
    /// asking again may help.
    private func readICCID() async -> (iccid: String?, isBusy: Bool) {
        let read: [Parameter] = [.number(176), .number(0x2FE2), .number(0), .number(0), .number(10)]
        let file = await run(.extended("+CRSM", .set(read)))
        if let response = file.value({ parameters throws(ATError) in try CardResponse(parameters) }),
            response.isSuccess,
            let iccid = CardIdentity.iccid(file: response.data)
        {
            return (iccid, false)
        }
        var isBusy = file.mayPass
        for name in ["+CCID", "+ICCID"] {
            var request = ATRequest([.extended(name, .execute)], patience: configuration.times.command)
            request.expectation.takesText = true
            request.expectation.names = ["+CCID", "+ICCID"]
            let answer = await run(request)
            if let iccid = answer.contents.lazy.compactMap({ CardIdentity.iccid(answer: $0) }).first {
                return (iccid, false)
            }
            isBusy = isBusy || answer.mayPass
        }
        return (nil, isBusy)
    }

    private func readIMSI() async -> String? {
        var request = ATRequest([.extended("+CIMI", .execute)], patience: configuration.times.command)
        request.expectation.takesText = true
        return await run(request).contents.lazy.compactMap { CardIdentity.imsi(answer: $0) }.first
    }

    package var equipmentIdentity: String? {
        get async {
            var request = ATRequest([.extended("+CGSN", .execute)], patience: configuration.times.command)
            request.expectation.takesText = true
            return await run(request).contents.lazy.compactMap { EquipmentIdentity.imei(answer: $0) }.first
        }
    }

    func readOwnNumber() async -> String? {
        await run(.extended("+CNUM", .execute)).value { parameters throws(ATError) in
            try SubscriberNumber(parameters).number
        }
    }

    private func makeReady(_ generation: Int) async {
        let imsi = await readIMSI()
        guard generation == cardGeneration else { return }
        card.imsi = imsi
        if status.line == nil, let imsi { status.line = LineState(id: LineID(imsi: imsi)) }
        guard status.line != nil else {
            status.trouble = "the card does not tell its number: no line can be made of it"
            return lookAgain()
        }
        status.line?.imsi = imsi
        let number = await readOwnNumber()
        guard generation == cardGeneration else { return }
        status.line?.ownNumber = number
        messaging = await settleMessaging()
        guard generation == cardGeneration, link?.isOpen == true else { return }
        if messaging.wasBusy { return lookAgain() }
        status.trouble = messaging.trouble
        card.isReady = true
        await readRegistration()
        guard generation == cardGeneration else { return }
        showRegistration()
        pending.network = true
        pending.drain = true
    }

    // MARK: PIN

    private func enterStoredPIN(_ state: SIMState) async -> SIMState {
        guard case .pinRequired(let attempts) = state, let pins = configuration.pins else { return state }
        // The last attempts are a person's; and never twice the same, whatever the source says.
        if let attempts, attempts < 2 { return state }
        let iccid = card.iccid
        guard triedPINs.insert(iccid ?? "").inserted, let pin = await pins.takePIN(iccid: iccid) else { return state }
        guard await enter(pin) == .unlocked else { return await cardState() }
        triedPINs.remove(iccid ?? "")
        await pins.accepted(iccid: iccid)
        return await cardState()
    }

    func unlock(pin: String) async -> UnlockResult {
        switch await cardState() {
        case .ready: return .notNeeded
        case .pukRequired: return .pukRequired
        case .pinRequired: break
        default: return .failed
        }
        let result = await enter(pin)
        pending.card = true
        wake()
        return result
    }

    private func enter(_ pin: String) async -> UnlockResult {
        guard (4...8).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .failed
        }
        let answer = await run(.extended("+CPIN", .set([.string(pin)])), patience: configuration.times.slowCommand)
        switch answer.end {
        case .final(.ok): return .unlocked
        case .final(.cme(.incorrectPassword)), .final(.error), .final(.worded):
            switch await cardState() {
            case .pinRequired(let attempts): return .wrongPIN(attemptsLeft: attempts)
            case .pukRequired: return .pukRequired
            case .ready: return .unlocked
            default: return .failed
            }
        case .final(.cme(.simPUKRequired)): return .pukRequired
        default: return .failed
        }
    }
}

extension SIMState {
    fileprivate var isPresent: Bool { self != .absent && self != .unknown }
}

/// The card of a modem.
struct ATCard: SIMCapability {
    let modem: ATModem

    func unlock(pin: String) async -> UnlockResult { await modem.unlock(pin: pin) }
}
