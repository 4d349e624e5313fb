import HandsetAT
import HandsetLines

extension ATModem {
    /// Registration (3GPP TS 27.007, clauses 7.2 and 10.1.22), operator and signal.
    func lookAtNetwork() async {
        await readRegistration()
        let network = await run(.extended("+COPS", .read), patience: configuration.times.slowCommand)
            .value { parameters throws(ATError) in try Operator(parameters).name }
        let signal = await run(.extended("+CSQ", .execute))
            .value { parameters throws(ATError) in try SignalQuality(parameters) }
        let generation = cardGeneration
        // A card is busy at first, and a number may come from the network (3GPP TS 27.007, clause 7.1).
        let number = card.isReady && status.line?.ownNumber == nil ? await readOwnNumber() : nil
        guard card.isReady else { return }
        if generation == cardGeneration, let number { status.line?.ownNumber = number }
        status.line?.network = network ?? nil
        status.line?.signal = signal?.percent
        showRegistration()
    }

    func readRegistration() async {
        for name in ["+CREG", "+CEREG"] {
            let registration = await run(.extended(name, .read))
                .value { parameters throws(ATError) in try RegistrationStatus(answer: parameters) }
            if let registration { registrations[name] = registration }
        }
    }

    /// Asks for `+CREG` and `+CEREG` codes; a modem without one of the domains refuses that one.
    func setRegistrationCodes() async {
        for name in ["+CREG", "+CEREG"] { _ = await run(.extended(name, .set([.number(1)]))) }
    }

    func showRegistration() {
        let registration = Registration(registrations)
        status.line?.registration = registration
        status.line?.canSendSMS = registration.isRegistered && card.isReady && messaging.isAvailable
    }
}

extension Registration {
    /// One state of those of the circuit-switched and the packet domain: a line is registered when one of them is.
    init(_ domains: [String: RegistrationStatus]) {
        let states = Set(domains.values)
        if !states.isDisjoint(with: [.home, .homeMessagesOnly]) {
            self = .home
        } else if !states.isDisjoint(with: [.roaming, .roamingMessagesOnly]) {
            self = .roaming
        } else if states.contains(.searching) {
            self = .searching
        } else if states.contains(.denied) {
            self = .denied
        } else if states.contains(.notRegistered) {
            self = .notRegistered
        } else {
            self = .unknown
        }
    }
}
