/// The carrier at one moment.
package struct CarrierSnapshot: Sendable {
    package struct Modem: Hashable, Sendable {
        /// Whether a TE has the port; on a pty always.
        package var isConnected: Bool
        /// `<stat>` of +CREG.
        package var registration: Int
        package var isRegistered: Bool { registration == 1 }
        package var card: CardID?
        /// Messages in the card and in the modem.
        package var storedOnCard: Int
        package var storedInModem: Int
        /// `<mt>` and `<ds>` of +CNMI, and +CSMS.
        package var messageIndication: Int
        package var reportIndication: Int
        package var messageService: Int
        /// Whether a routed message waits for +CNMA.
        package var awaitsAcknowledgement: Bool
        /// Octets that have come from the TE, and that were written to it, since the modem exists.
        package var octetsFromTerminal: Int
        package var octetsToTerminal: Int
    }

    package let time: Duration
    package let log: [LogEntry]
    package let modems: [String: Modem]
    /// Whole texts by the subscriber who has them.
    package let texts: [String: [ReceivedText]]
    /// Messages with the service centre, by recipient.
    package let waiting: [String: Int]
    package let multimedia: MultimediaSnapshot
    /// Faults that have not struck yet, in all.
    package let faultsArmed: Int

    init(_ world: World) {
        time = world.timeline.now
        log = world.log.entries
        modems = world.modems.mapValues { modem in
            Modem(
                isConnected: modem.isTerminalConnected, registration: modem.registrationStatus,
                card: modem.card?.configuration.id, storedOnCard: modem.card?.storage.count ?? 0,
                storedInModem: modem.storage.count, messageIndication: modem.settings.indications.mt,
                reportIndication: modem.settings.indications.ds, messageService: modem.settings.messageService,
                awaitsAcknowledgement: modem.routed != nil,
                octetsFromTerminal: modem.octetsFromTerminal, octetsToTerminal: modem.octetsToTerminal)
        }
        texts = world.subscribers.mapValues(\.received)
        waiting = world.serviceCentre.waitingCounts
        multimedia = MultimediaSnapshot(world.multimedia)
        faultsArmed =
            world.modems.values.reduce(0) { $0 + $1.faults.armed.count }
            + world.networks.values.reduce(0) { $0 + $1.faults.armed.count }
    }

    package func texts(of subscriber: String) -> [ReceivedText] { texts[subscriber] ?? [] }

    /// Entries of what went to a modem, in the order of handing over.
    package func handedOver(to modem: String) -> [LogEntry] {
        log.filter { $0.direction == .toModem && $0.party == modem }
    }

    /// Entries of what came from a modem.
    package func taken(from modem: String) -> [LogEntry] {
        log.filter { $0.direction == .fromModem && $0.party == modem }
    }
}
