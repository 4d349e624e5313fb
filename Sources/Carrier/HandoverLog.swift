/// What the network knows one message by, through all its deliveries.
package struct MessageID: Hashable, Sendable, Comparable, Codable {
    package let number: Int
    package static func < (a: MessageID, b: MessageID) -> Bool { a.number < b.number }
}

/// One message handed over or taken, and what became of it.
///
/// A message that is sent from a modem to a subscriber has two entries with the same `message`: taken, and handed over.
/// One that is handed over twice has an entry for each time.
package struct LogEntry: Hashable, Sendable, Identifiable {
    package enum Direction: String, Hashable, Sendable {
        case toModem, fromModem, toSubscriber, fromSubscriber
    }

    package enum Kind: String, Hashable, Sendable {
        case deliver, submit, statusReport
        /// Data for the port of WAP, from the MMSC.
        case push
        /// Octets that a test gave to be handed over as they are.
        case raw
    }

    /// Where it stands. Each is reached at most once by an entry.
    package enum State: Hashable, Sendable {
        /// From a modem or subscriber: the network has it.
        case taken
        /// From a modem: +CMGS: with the reference went to the TE.
        case answered
        /// From a modem: the network has it and the TE was not told.
        case unanswered
        /// Refused with a cause: of the network (3GPP TS 24.011, annex E), or the number of the +CMS or +CME ERROR.
        case refused(Int)
        /// Lost on purpose, between network and modem.
        case lost
        /// On its way to the modem or the TE.
        case handedOver
        /// In a modem's storage.
        case stored(storage: String, index: Int)
        /// Read from the storage by the TE.
        case read
        /// Deleted from the storage by the TE.
        case deleted
        /// Routed to the TE and acknowledged (+CNMA, or at once where +CSMS=0).
        case acknowledged
        /// Routed to the TE, which did not acknowledge in time, or with an error.
        case unacknowledged
        /// With a subscriber.
        case delivered
    }

    package struct Step: Hashable, Sendable {
        /// Time since 1970.
        package var time: Duration
        package var state: State
    }

    package let id: Int
    package let message: MessageID
    package let direction: Direction
    package let kind: Kind
    /// The modem's name, or the subscriber's number.
    package let party: String
    /// The SIM card in the modem.
    package let card: CardID?
    /// The number at the other end: recipient of what was taken, sender of what is handed over.
    package let peer: String
    /// The TPDU.
    package let octets: [UInt8]
    /// TP-MR of a submission or a report.
    package let messageReference: UInt8?
    package fileprivate(set) var steps: [Step]

    /// The last state; `taken` or `handedOver` at first.
    package var state: State { steps.last?.state ?? .taken }
    package var time: Duration { steps.first?.time ?? .zero }
    package func passed(_ state: State) -> Bool { steps.contains { $0.state == state } }
}

/// The carrier's own record, against which a test holds what an app saw.
struct HandoverLog {
    private(set) var entries: [LogEntry] = []
    private(set) var lastMessage = 0

    mutating func newMessage() -> MessageID {
        lastMessage += 1
        return MessageID(number: lastMessage)
    }

    mutating func open(
        _ message: MessageID, _ direction: LogEntry.Direction, _ kind: LogEntry.Kind, party: String,
        card: CardID? = nil,
        peer: String, octets: [UInt8], messageReference: UInt8? = nil, state: LogEntry.State, at time: Duration
    ) -> Int {
        let id = entries.count + 1
        entries.append(
            LogEntry(
                id: id, message: message, direction: direction, kind: kind, party: party, card: card, peer: peer,
                octets: octets, messageReference: messageReference, steps: [.init(time: time, state: state)]))
        return id
    }

    mutating func move(_ id: Int?, to state: LogEntry.State, at time: Duration) {
        guard let id, entries.indices.contains(id - 1), !entries[id - 1].passed(state) else { return }
        entries[id - 1].steps.append(.init(time: time, state: state))
    }
}
