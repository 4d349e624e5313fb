import HandsetCarrier

/// What the people and the network do to the machine.
extension TestMachine {
    /// A subscriber of the first line's network, made when first named. Does nothing until told to.
    package func subscriber(
        _ number: String, behaviour: SubscriberBehaviour = .silent, replyDelay: Duration = .zero
    ) async throws -> CarrierSubscriber {
        if let known = subscribers[number] { return known }
        guard let first = lines.first else { throw TestMachineError("a machine without lines has no network") }
        let subscriber = try await carrier.addSubscriber(
            SubscriberConfiguration(
                network: try await network(named: first.network), number: number, behaviour: behaviour,
                replyDelay: replyDelay))
        subscribers[number] = subscriber
        return subscriber
    }

    /// Somebody texts a line of the machine: the first, or the one with the label.
    public func text(_ body: String, from number: String, to label: String? = nil) async throws {
        _ = try await subscriber(number).send(body, to: try line(label).number)
    }

    /// The texts that somebody has had from the machine, once there are `count`.
    public func textsReceived(by number: String, count: Int = 1) async throws -> [String] {
        try await subscriber(number).waitForTexts(count).map(\.text)
    }

    /// The SIM of a line is pulled out.
    public func removeSIM(of label: String? = nil) async throws { try await modem(of: label).removeSIM() }

    /// The SIM of a line is put back.
    public func insertSIM(of label: String? = nil) async throws {
        try await modem(of: label).insertSIM(cards[try index(of: label)])
    }

    /// The next notification that the desktop shows.
    public func nextNotification() async throws -> ShownNotification { try await desktop.next() }

    func line(_ label: String?) throws -> LineSetup { lines[try index(of: label)] }

    private func modem(of label: String?) throws -> CarrierModem {
        let index = try index(of: label)
        guard index < modems.count else { throw TestMachineError("start the machine before its SIMs can be moved") }
        return modems[index]
    }

    private func index(of label: String?) throws -> Int {
        guard !lines.isEmpty else { throw TestMachineError("this machine has no line") }
        guard let label else { return 0 }
        guard let index = lines.firstIndex(where: { $0.label == label }) else {
            throw TestMachineError("this machine has no line \(label)")
        }
        return index
    }
}
