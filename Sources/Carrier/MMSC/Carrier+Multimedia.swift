/// How a line reaches its carrier's MMSC: what a phone has in its settings.
package struct MultimediaAccess: Hashable, Sendable {
    /// Where messages are posted.
    package var mmsc: String
    /// `host:port` of the proxy, where the carrier wants one.
    package var proxy: String?
}

extension Carrier {
    /// The settings of a card's line. The port behind them stays as long as the carrier.
    package func multimediaAccess(of card: CardID) throws(CarrierError) -> MultimediaAccess {
        guard let card = world.cards[card] else { throw .unknownCard(card.rawValue) }
        let centre = world.multimedia
        let port = try centre.server(of: card).port
        let wantsProxy = centre.habits(of: card.configuration.network).wantsProxy
        return MultimediaAccess(
            mmsc: "http://\(try centre.authority(of: card))/mmsc", proxy: wantsProxy ? "127.0.0.1:\(port)" : nil)
    }

    package func setMultimediaHabits(_ habits: MultimediaHabits, network: NetworkID) throws(CarrierError) {
        _ = try world.network(network)
        world.multimedia.setHabits(habits, of: network)
    }

    package func multimediaHabits(of network: NetworkID) -> MultimediaHabits { world.multimedia.habits(of: network) }

    /// Has the next `times` requests of a network's clients go wrong.
    package func inject(_ fault: MultimediaFault, times: Int = 1, network: NetworkID) throws(CarrierError) {
        _ = try world.network(network)
        world.multimedia.arm(fault, times: times, network: network)
    }

    package func clearMultimediaFaults(network: NetworkID) { world.multimedia.clearFaults(network: network) }

    /// Pushes the notifications of what a line has not acknowledged once more, as MMSCs do after a while.
    package func pushMultimediaAgain(to number: String) { world.multimedia.pushAgain(number) }

    /// Pushes octets to a line's port of WAP, whatever they are.
    package func push(_ octets: [UInt8], to number: String) throws(CarrierError) {
        guard case .card? = world.destination(number) else { throw .unknownSubscriber }
        world.multimedia.push(octets, to: number, world.multimedia.nextNumber())
    }
}

extension CarrierSubscriber {
    /// Sends a multimedia message to one or more; gives its Message-ID.
    @discardableResult
    package func send(
        _ parts: [MultimediaPart], subject: String? = nil, to recipients: [String], wantsReport: Bool = false
    ) async throws -> String {
        let number = number
        return try await carrier.withMultimedia { centre throws(CarrierError) in
            try centre.send(parts, subject: subject, from: number, to: recipients, wantsReport: wantsReport)
        }
    }

    /// The multimedia messages that have come.
    package func receivedMultimedia() async -> [ReceivedMultimedia] {
        await carrier.snapshot.multimedia.received[number] ?? []
    }

    /// Suspends until so many multimedia messages have come.
    @discardableResult
    package func waitForMultimedia(
        _ count: Int, within limit: Duration = .seconds(20)
    ) async throws -> [ReceivedMultimedia] {
        let number = number
        let found = try await carrier.waitUntil(within: limit) {
            $0.multimedia.received[number]?.count ?? 0 >= count
        }
        return found.multimedia.received[number] ?? []
    }
}

extension Carrier {
    func withMultimedia<Result: Sendable>(
        _ body: @Sendable (MultimediaCentre) throws(CarrierError) -> Result
    ) throws(CarrierError) -> Result { try body(world.multimedia) }
}

/// The MMSCs at one moment.
package struct MultimediaSnapshot: Sendable {
    /// By the subscriber who has them.
    package let received: [String: [ReceivedMultimedia]]
    package let submissions: [SubmittedMultimedia]
    /// What lines were told of, in that order.
    package let waiting: [MultimediaWaiting]
    /// What subscribers were told of their own messages.
    package let reports: [String: [MultimediaReport]]
    package let faultsArmed: Int
    /// The PDUs that clients posted, at most the last 1,000.
    package let posted: [[UInt8]]

    init(_ centre: MultimediaCentre) {
        received = centre.received
        submissions = centre.submissions
        waiting = centre.waiting
        reports = centre.reports
        faultsArmed = centre.faultsArmed
        posted = centre.posted
    }

    package func waiting(for number: String) -> [MultimediaWaiting] { waiting.filter { $0.recipient == number } }
}
