import HandsetCarrier

/// What the people and the network do to the machine.
extension TestMachine {
    // MARK: People

    /// A subscriber of the first line's network, made when first named. Does nothing until told to.
    package func subscriber(
        _ number: String, behaviour: SubscriberBehaviour = .silent, replyDelay: Duration = .zero
    ) async throws -> CarrierSubscriber {
        if let known = subscribers[number] { return known }
        guard let first = lines.first else { throw TestMachineError("a machine without lines has no network") }
        let subscriber: CarrierSubscriber
        do {
            subscriber = try await carrier.addSubscriber(
                SubscriberConfiguration(
                    network: try await network(named: first.network), number: number, behaviour: behaviour,
                    replyDelay: replyDelay))
        } catch let error as CarrierError {
            throw TestMachineError("nobody can have this number: \(error)")
        }
        subscribers[number] = subscriber
        return subscriber
    }

    /// Says what somebody does with texts from the machine. People are there from when they are first named, here or as a sender, and
    /// silent until this is said; a text to a number that is nobody's goes nowhere.
    ///
    /// - Parameters:
    ///   - number: E.164 with `+`, a short code, or a name, which can text and not be texted.
    ///   - habit: What they do.
    ///   - delay: Between a text and its answer.
    public func subscriber(_ number: String, _ habit: SubscriberHabit, after delay: Duration = .zero) async throws {
        try await subscriber(number).setBehaviour(habit.behaviour, replyDelay: delay)
    }

    /// Switches somebody's phone off or on. What is sent to them meanwhile waits in the network, and its report with it.
    public func setReachable(_ isReachable: Bool, _ number: String) async throws {
        try await subscriber(number).setReachable(isReachable)
    }

    /// Somebody texts a line of the machine: the first, or the one with the label.
    ///
    /// - Throws: ``TestMachineError`` when there is no such line.
    public func text(_ body: String, from number: String, to label: String? = nil) async throws {
        _ = try await subscriber(number).send(body, to: try line(label).number)
    }

    /// The texts that somebody has had from the machine, in their order, once there are `count`.
    ///
    /// - Throws: ``TestMachineError`` when there are fewer after `limit`, with how many there are.
    public func textsReceived(
        by number: String, count: Int = 1, within limit: Duration = .seconds(20)
    ) async throws -> [String] {
        let isNew = subscribers[number] == nil
        let subscriber = try await subscriber(number)
        do {
            return try await subscriber.waitForTexts(count, within: limit).map(\.text)
        } catch CarrierError.timedOut {
            let come = try await subscriber.received().count
            let waiting = await carrier.snapshot.waiting.values.reduce(0, +)
            let hint = isNew ? " (the number was nobody's until now: name it with subscriber before the app sends)" : ""
            throw TestMachineError(
                "\(come) of \(count) texts have come within \(limit)\(hint); \(waiting) messages wait in the network:\n\(logs)"
            )
        }
    }

    // MARK: SIM cards and the network

    /// The SIM of a line is pulled out.
    public func removeSIM(of label: String? = nil) async throws { try await modem(of: label).removeSIM() }

    /// The SIM of a line is put back.
    public func insertSIM(of label: String? = nil) async throws {
        try await modem(of: label).insertSIM(cards[try index(of: label)])
    }

    /// A line loses its network, or finds it again.
    public func setCoverage(_ hasCoverage: Bool, of label: String? = nil) async throws {
        try await modem(of: label).setCoverage(hasCoverage)
    }

    /// Something goes wrong on a line, the next `times` times that it can.
    public func inject(_ fault: NetworkFault, times: Int = 1, on label: String? = nil) async throws {
        try await modem(of: label).inject(fault.fault, times: times)
    }

    func line(_ label: String?) throws -> LineSetup { lines[try index(of: label)] }

    private func modem(of label: String?) throws -> CarrierModem {
        let index = try index(of: label)
        guard index < modems.count else {
            throw TestMachineError("start the machine before something happens to its lines")
        }
        return modems[index]
    }

    private func index(of label: String?) throws -> Int {
        guard !lines.isEmpty else { throw TestMachineError("this machine has no line") }
        guard let label else { return 0 }
        guard let index = lines.firstIndex(where: { $0.label == label }) else {
            let labels = lines.map(\.label).joined(separator: ", ")
            throw TestMachineError("this machine has no line \(label); it has: \(labels)")
        }
        return index
    }
}
