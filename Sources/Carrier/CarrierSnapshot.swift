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
        /// Whether an emergency call can be made.
        package var hasEmergencyService: Bool
        /// The calls as +CLCC has them.
        package var calls: [ModemCall]
        package var isMuted: Bool
    }

    package let time: Duration
    package let log: [LogEntry]
    package let modems: [String: Modem]
    /// Whole texts by the subscriber who has them.
    package let texts: [String: [ReceivedText]]
    /// Messages with the service centre, by recipient.
    package let waiting: [String: Int]
    package let multimedia: MultimediaSnapshot
    /// All calls through the switch, in the order of dialling.
    package let calls: [CallRecord]
    /// All strings of unstructured data.
    package let ussd: [USSDRecord]
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
                octetsFromTerminal: modem.octetsFromTerminal, octetsToTerminal: modem.octetsToTerminal,
                hasEmergencyService: modem.hasEmergencyService, calls: modem.voice.table.entries.map(ModemCall.init),
                isMuted: modem.voice.isMuted)
        }
        texts = world.subscribers.mapValues(\.received)
        waiting = world.serviceCentre.waitingCounts
        multimedia = MultimediaSnapshot(world.multimedia)
        calls = world.voice.records
        ussd = world.ussdLog
        faultsArmed =
            world.modems.values.reduce(0) { $0 + $1.faults.armed.count }
            + world.networks.values.reduce(0) { $0 + $1.faults.armed.count }
    }

    /// The calls of a subscriber (by number) or a modem (by name).
    package func calls(of party: String) -> [CallRecord] { calls.filter { $0.involves(party) } }

    package func call(_ id: CallID) -> CallRecord? { calls.first { $0.id == id } }

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
