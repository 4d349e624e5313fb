import HandsetAT

/// What the switch knows a call by.
package struct CallID: Hashable, Sendable, Comparable, Codable {
    package let number: Int
    package init(number: Int) { self.number = number }
    package static func < (a: CallID, b: CallID) -> Bool { a.number < b.number }
}

/// One call through the switch, and what became of it: what a test holds an app's history against.
package struct CallRecord: Hashable, Sendable, Identifiable {
    package enum Side: String, Hashable, Sendable { case caller, callee, network }

    package enum State: Hashable, Sendable {
        /// On its way to the other end.
        case dialing
        /// It rings there.
        case alerting
        /// The other end is in a call and is told of this one.
        case waiting
        case connected
        case held(by: Side)
        case retrieved(by: Side)
        /// Joined to others by that side.
        case joined(by: Side)
        /// Taken out of a conference for a private talk.
        case split(by: Side)
        /// The other parties of two calls were left to each other; this call is what they have now, or ended with it.
        case transferred
        case ended(by: Side, CallCause)
    }

    package struct Step: Hashable, Sendable {
        /// Time since 1970.
        package var time: Duration
        package var state: State
    }

    /// A tone as the other end heard it (DTMF, ITU-T Q.23).
    package struct Tone: Hashable, Sendable {
        /// `0-9`, `*`, `#`, `A-D`.
        package var digit: Character
        package var duration: Duration
        package var by: Side
        package var time: Duration
    }

    package let id: CallID
    /// The number of who calls.
    package internal(set) var caller: String
    /// The number that was reached, or the dialled one.
    package internal(set) var callee: String
    package let dialled: String
    /// Whether the callee is not shown who calls.
    package let isWithheld: Bool
    package let isEmergency: Bool
    /// The modems at its ends.
    package internal(set) var callerModem: String?
    package internal(set) var calleeModem: String?
    package internal(set) var steps: [Step]
    package internal(set) var tones: [Tone] = []

    package var state: State { steps.last?.state ?? .dialing }
    package var started: Duration { steps.first?.time ?? .zero }
    package var isOver: Bool { steps.contains { if case .ended = $0.state { true } else { false } } }
    package var wasConnected: Bool { steps.contains { $0.state == .connected } }
    /// Whether the two talk, or could but for a hold.
    package var isConnected: Bool { wasConnected && !isOver }
    package var wasHeard: Bool { wasConnected || steps.contains { $0.state == .alerting || $0.state == .waiting } }

    /// Why it ended.
    package var cause: CallCause? {
        steps.lazy.compactMap { if case .ended(_, let cause) = $0.state { cause } else { nil } }.first
    }

    package var endedBy: Side? {
        steps.lazy.compactMap { if case .ended(let side, _) = $0.state { side } else { nil } }.first
    }

    /// Who holds it now.
    package var heldBy: Set<Side> {
        steps.reduce(into: []) { sides, step in
            switch step.state {
            case .held(let side): sides.insert(side)
            case .retrieved(let side): sides.remove(side)
            case .transferred: sides = []
            default: break
            }
        }
    }

    package func passed(_ state: State) -> Bool { steps.contains { $0.state == state } }
    package func involves(_ party: String) -> Bool { [caller, callee, callerModem, calleeModem].contains(party) }
    /// The tones of one side, as one string.
    package func tones(by side: Side) -> String { String(tones.filter { $0.by == side }.map(\.digit)) }
}

/// A call as a modem knows it.
package struct ModemCall: Hashable, Sendable {
    package var index: Int
    package var call: CallID
    package var direction: CallDirection
    package var state: CallState
    package var isMultiparty: Bool
    package var number: String

    init(_ entry: CallTable.Entry) {
        index = entry.index
        call = entry.call
        direction = entry.direction
        state = entry.state
        isMultiparty = entry.isMultiparty
        number = entry.number
    }
}
