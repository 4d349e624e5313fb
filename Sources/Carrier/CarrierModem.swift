/// A modem of a carrier: its port for the TE, and what may happen to it.
package struct CarrierModem: Sendable {
    package let carrier: Carrier
    package let name: String
    /// Where a TE connects: the socket, or the pty.
    package let path: String

    /// Has things go wrong, `times` times.
    package func inject(_ fault: Fault, times: Int = 1) async throws {
        try await carrier.withModem(name) { modem in
            modem.faults.arm(fault, times: times)
            modem.world.changed()
        }
    }

    /// Takes back the faults that have not struck.
    package func clearFaults() async throws { try await carrier.withModem(name) { $0.faults.clear() } }

    /// Pulls the card out. It stays with the carrier and keeps its messages.
    package func removeSIM() async throws { try await carrier.withModem(name) { _ = $0.removeCard() } }

    /// Puts a card in, in place of the one that is there.
    package func insertSIM(_ card: CardID) async throws { try await carrier.insert(card, into: name) }

    /// Takes the modem out of its network's reach, or back.
    package func setCoverage(_ hasCoverage: Bool) async throws {
        try await carrier.withModem(name) { $0.hasCoverage = hasCoverage }
    }

    /// `<rssi>` of +CSQ.
    package func setSignal(_ signal: Int) async throws {
        try await carrier.withModem(name) { modem in
            modem.signal = signal
            modem.emitIndicator(.signal, modem.value(of: .signal))
        }
    }

    /// Ends the TE's connection; it may connect again at once.
    package func cutConnection() async throws { try await carrier.withModem(name) { $0.cutConnection() } }

    /// Pulls the modem out: no port, no power.
    package func unplug() async throws { try await carrier.withModem(name) { $0.unplug() } }

    /// Puts it back. A pty without a link has a new path, which this returns.
    @discardableResult
    package func plug() async throws -> String {
        try await carrier.withModem(name) { modem throws(CarrierError) in
            try modem.plug()
            return modem.link.path
        }
    }

    /// Sends octets to the TE that no command asked for: noise, codes that nobody knows, lines without an end.
    package func emit(_ octets: [UInt8]) async throws { try await carrier.withModem(name) { $0.emit(octets: octets) } }

    /// Sends an unsolicited line.
    package func emit(line: String) async throws { try await carrier.withModem(name) { $0.emit(line) } }

    package func snapshot() async throws -> CarrierSnapshot.Modem {
        guard let modem = await carrier.snapshot.modems[name] else { throw CarrierError.unknownModem(name) }
        return modem
    }
}

/// A scripted subscriber of a carrier.
package struct CarrierSubscriber: Sendable {
    package let carrier: Carrier
    package let number: String

    /// Sends a text, in as many parts as it takes.
    @discardableResult
    package func send(_ text: String, to recipient: String, wantsReport: Bool = false) async throws -> [MessageID] {
        try await carrier.withSubscriber(number) { subscriber, world throws(CarrierError) in
            try world.send(text, from: subscriber, to: recipient, wantsReport: wantsReport)
        }
    }

    /// Has a TPDU handed over as it is.
    @discardableResult
    package func send(raw tpdu: [UInt8], to recipient: String) async throws -> MessageID {
        try await carrier.withSubscriber(number) { subscriber, world throws(CarrierError) in
            let network = try world.network(subscriber.configuration.network)
            return world.send(raw: tpdu, from: subscriber.number, to: recipient, network: network)
        }
    }

    package func setBehaviour(_ behaviour: SubscriberBehaviour, replyDelay: Duration? = nil) async throws {
        try await carrier.withSubscriber(number) { subscriber, _ in
            subscriber.behaviour = behaviour
            if let replyDelay { subscriber.replyDelay = replyDelay }
        }
    }

    /// Switches the subscriber's phone on or off.
    package func setReachable(_ isReachable: Bool) async throws {
        try await carrier.withSubscriber(number) { subscriber, world in
            subscriber.isReachable = isReachable
            if isReachable { world.serviceCentre.alert(subscriber.number) }
            world.changed()
        }
    }

    /// The whole texts that have come.
    package func received() async throws -> [ReceivedText] {
        try await carrier.withSubscriber(number) { subscriber, _ in subscriber.received }
    }

    /// Suspends until so many texts have come.
    @discardableResult
    package func waitForTexts(_ count: Int, within limit: Duration = .seconds(20)) async throws -> [ReceivedText] {
        let number = number
        return try await carrier.waitUntil(within: limit) { $0.texts(of: number).count >= count }.texts(of: number)
    }
}

extension Carrier {
    func withModem<Result: Sendable>(
        _ name: String, _ body: @Sendable (SimulatedModem) throws(CarrierError) -> Result
    ) throws(CarrierError) -> Result { try body(try world.modem(name)) }

    func withSubscriber<Result: Sendable>(
        _ number: String, _ body: @Sendable (Subscriber, World) throws(CarrierError) -> Result
    ) throws(CarrierError) -> Result { try body(try world.subscriber(number), world) }

    func insert(_ card: CardID, into name: String) throws(CarrierError) {
        let modem = try world.modem(name)
        let card = try world.freeCard(card)
        modem.removeCard()
        modem.insert(card)
    }
}
