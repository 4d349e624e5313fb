import HandsetAT
import HandsetLines

extension ATModem {
    /// How this modem does messages.
    struct Messaging: Hashable {
        /// Whether it knows PDU mode.
        var isAvailable = false
        /// Whether it waits for `+CNMA` (`+CSMS=1`, 3GPP TS 27.005, clause 3.2.1).
        var acknowledges = false
        /// Storages to drain; empty for a modem with one that it does not name.
        var storages: [String] = []
        /// The storage that `+CMGL`, `+CMGR` and `+CMGD` use now.
        var selected: String?
        var indications: MessageIndications?
        /// Whether `+CMMS` is worth trying (clause 3.5.6).
        var keepsLinkOpen = true
        /// Messages that each storage holds at most, and those that the last listing left there.
        var capacities: [String: Int] = [:]
        var kept: [String: Int] = [:]
        var trouble: String?
        /// Whether the card was not ready for all of this yet.
        var wasBusy = false

        mutating func note(_ answer: ATAnswer, of storage: String) {
            let use = answer.value { parameters throws(ATError) in try StorageUse(parameters) }
            if let use { capacities[storage] = use.total }
        }
    }

    /// Settles mode, service, storages and indications (3GPP TS 27.005, clauses 3.2.1 to 3.2.3 and 3.4.1).
    func settleMessaging() async -> Messaging {
        messaging = Messaging()
        let mode = await run(.extended("+CMGF", .set([.number(0)])))
        guard mode.isOK else {
            messaging.wasBusy = mode.mayPass
            messaging.trouble = "the modem does not take messages as PDUs"
            return messaging
        }
        messaging.acknowledges = await run(.extended("+CSMS", .set([.number(1)]))).isOK
        await settleStorages()
        await setRegistrationCodes()
        let offer = await run(.extended("+CNMI", .test)).value { parameters throws(ATError) in parameters } ?? []
        messaging.indications = nil
        for choice in MessageIndications.choices(offer, acknowledging: messaging.acknowledges)
        where await run(.extended("+CNMI", .set(choice.parameters))).isOK {
            messaging.indications = choice
            break
        }
        if messaging.indications == nil {
            messaging.trouble = "the modem does not tell of new messages: they are found every few minutes"
        }
        messaging.isAvailable = true
        return messaging
    }

    /// Received messages go to the card, so that they stay with their line when it moves; to the modem if the card cannot.
    private func settleStorages() async {
        let answer = await run(.extended("+CPMS", .test))
        guard let offer = answer.value({ parameters throws(ATError) in MessageStorages(parameters) }) else { return }
        let wanted = ["SM", "ME", "SR"].filter(offer.mem1.contains)
        messaging.storages = wanted.contains { $0 != "SR" } ? wanted : Array(offer.mem1.prefix(1)) + wanted
        guard let reading = messaging.storages.first else { return }
        func first(of storages: [String]) -> String {
            ["SM", "ME"].first(where: storages.contains) ?? storages.first ?? reading
        }
        let all = [reading, first(of: offer.mem2), first(of: offer.mem3)].map { Parameter.string($0) }
        let settled = await run(.extended("+CPMS", .set(all)), patience: configuration.times.slowCommand)
        messaging.wasBusy = settled.mayPass
        guard settled.isOK else { return }
        messaging.selected = reading
        messaging.note(settled, of: reading)
    }

    /// Sets the indications again: a modem turns them off by itself when an acknowledgement was late (3GPP TS 27.005,
    /// clause 3.4.4).
    func setIndications() async {
        guard let indications = messaging.indications else { return }
        _ = await run(.extended("+CNMI", .set(indications.parameters)))
    }
}

extension MessageIndications {
    /// What to ask for, best first. Stored messages that we are told of come before routed ones: they survive us.
    /// Status reports are routed where we can acknowledge them.
    static func choices(_ offer: [Parameter], acknowledging: Bool) -> [MessageIndications] {
        guard !offer.isEmpty else {
            return [
                .init(mode: 2, mt: 1, ds: 1), .init(mode: 1, mt: 1, ds: 1), .init(mode: 2, mt: 1, ds: 0),
                .init(mode: 1, mt: 1, ds: 0), .init(mode: 2, mt: 2, ds: 1), .init(mode: 1, mt: 2, ds: 1),
            ]
        }
        func first(_ wanted: [Int], at index: Int) -> Int? { wanted.first { offer[at: index].allows($0) } }
        guard let mode = first([2, 1, 3, 0], at: 0), let mt = first([1, 2, 3], at: 1) else { return [] }
        let buffer = first([0, 1], at: 4) ?? 0
        let reports = first(acknowledging ? [1, 2, 0] : [2, 1, 0], at: 3) ?? 0
        let best = MessageIndications(mode: mode, mt: mt, ds: reports, bfr: buffer)
        return [best] + (reports == 0 ? [] : [MessageIndications(mode: mode, mt: mt, ds: 0, bfr: buffer)])
    }
}
