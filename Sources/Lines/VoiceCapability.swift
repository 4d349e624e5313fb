/// Calls on a modem.
///
/// It is the modem's and not a line's, for an emergency call needs no SIM (3GPP TS 22.101, clause 10.1). What becomes of
/// the calls is told to the `ModemOwner`: every change, as the whole picture.
package protocol VoiceCapability: Sendable {
    /// Asks for a call; returns when the modem has taken the request or refused it, not when somebody answers.
    func dial(_ request: CallRequest) async -> CallRequestOutcome

    /// Does something to the calls. Throws what the modem or the network said, and changes nothing then.
    func perform(_ operation: CallOperation) async throws(CallRefusal)

    /// Sends tones in the active call, one after another: `0-9 * # A-D`, at most 32 (`+VTS`, 3GPP TS 27.007, clause C.2.11).
    func sendTones(_ tones: String) async throws(CallRefusal)

    /// Keeps the microphone from the network, or gives it back (`+CMUT`, 3GPP TS 27.007, clause 8.24).
    func setMuted(_ isMuted: Bool) async throws(CallRefusal)

    /// Emergency numbers that the card names (EF_ECC, 3GPP TS 31.102, clause 4.2.21); nil while it does not answer.
    var emergencyNumbers: [String]? { get async }
}

/// Service strings between a line and its network (3GPP TS 22.090).
package protocol USSDCapability: Sendable {
    /// Sends a string, as typed, and waits for the network's answer: one at a time.
    func request(_ string: String) async throws(CallRefusal) -> USSDAnswer
    /// Ends the dialogue that an answer left open.
    func cancel() async
}

/// A call to make.
package struct CallRequest: Hashable, Sendable {
    /// Only `0-9 * # A-D`, and `+` in front: nothing else ever reaches the command (ITU-T V.250, clause 6.3.1).
    package var number: String
    /// Whether the other party sees our number; nil leaves it to the subscription (3GPP TS 22.081).
    package var showsNumber: Bool?
    /// Attempted whatever the card and the registration say.
    package var isEmergency: Bool

    package init(number: String, showsNumber: Bool? = nil, isEmergency: Bool = false) {
        self.number = number
        self.showsNumber = showsNumber
        self.isEmergency = isEmergency
    }
}

/// What became of the request, not of the call.
package enum CallRequestOutcome: Hashable, Sendable {
    /// Taken; the call is, or will be, in what the owner is told, with this index where the modem has told it.
    case taken(index: Int?)
    case refused(CallRefusal)
    /// The link died, or fell silent, between the request and its answer: the other party's phone may ring.
    case unknown
}

/// What can be done to the calls of a modem (3GPP TS 22.030, clause 6.5.5.1; 3GPP TS 22.083; 3GPP TS 22.084).
package enum CallOperation: Hashable, Sendable {
    /// Takes the ringing call; there is no other.
    case answer
    /// Takes the waiting call and holds the active ones.
    case holdAndAnswer
    /// Takes the waiting call and ends the active ones.
    case endAndAnswer
    /// Turns the ringing or waiting call away: the caller hears busy.
    case reject
    /// Ends one call, whatever its state.
    case hangUp(index: Int)
    /// Holds the active calls, and takes up the held ones.
    case swap
    /// Joins the held and the active calls.
    case merge
    /// Speaks with one of the joined calls alone; the others are held.
    case split(index: Int)
}

/// One call as the modem has it (`+CLCC`, 3GPP TS 27.007, clause 7.18).
package struct ModemCall: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        case active, held, dialing, alerting, incoming, waiting
    }
    package enum Number: Hashable, Sendable {
        case known(String)
        /// The other party does not show it (3GPP TS 22.081).
        case withheld
        /// The network does not know it, or the modem does not tell.
        case unavailable
    }

    /// 1 to 7: names the call at the modem while it lasts.
    package var index: Int
    package var isIncoming: Bool
    package var state: State
    package var isMultiparty: Bool
    package var number: Number

    package init(index: Int, isIncoming: Bool, state: State, isMultiparty: Bool = false, number: Number = .unavailable)
    {
        self.index = index
        self.isIncoming = isIncoming
        self.state = state
        self.isMultiparty = isMultiparty
        self.number = number
    }
}

/// The calls of a modem at a moment, and how those that are gone since the last report ended.
package struct CallReport: Hashable, Sendable {
    package var calls: [ModemCall]
    package var ended: [EndedCall]
    /// Held or taken up again by the other party (`+CSSU`, 3GPP TS 27.007, clause 7.17), by index.
    package var heldByOther: Set<Int>
    /// The first of a connection: calls that are not in it are not there, whatever an earlier connection had.
    package var isFirst: Bool
    /// The link is gone: the calls in `ended` may go on out of sight, and are in the first report of the next connection then.
    package var isLinkLost: Bool

    package init(
        calls: [ModemCall] = [], ended: [EndedCall] = [], heldByOther: Set<Int> = [], isFirst: Bool = false,
        isLinkLost: Bool = false
    ) {
        self.calls = calls
        self.ended = ended
        self.heldByOther = heldByOther
        self.isFirst = isFirst
        self.isLinkLost = isLinkLost
    }
}

package struct EndedCall: Hashable, Sendable {
    package var index: Int
    package var cause: CallEndCause

    package init(index: Int, cause: CallEndCause) {
        self.index = index
        self.cause = cause
    }
}

/// Why a call ended, as far as the modem tells (3GPP TS 24.008, table 10.5.123, and `+CEER`).
package enum CallEndCause: Hashable, Sendable {
    /// One of the parties hung up.
    case normal
    case busy
    case noAnswer
    case rejected
    /// There is no such number.
    case unallocated
    /// The other party's phone is off or out of coverage.
    case unreachable
    case barred
    /// Congestion, or a fault of the network.
    case network
    /// We lost the network.
    case noService
    /// The link to the modem died, or the card was pulled, with the call in progress.
    case modemLost
    /// Another cause, by its number.
    case other(Int)
    case unknown
}

/// Why something could not be done.
package struct CallRefusal: Error, Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// The modem is not reachable, or has no voice.
        case noModem
        case pinRequired
        case noSIM
        case noService
        case barred
        /// Not possible as the calls stand.
        case wrongState
        case busy
        case notSupported
        case network
        /// The modem fell silent: it may have happened or not.
        case silent
    }
    package var kind: Kind
    /// The number of the `+CME ERROR`, where there was one.
    package var code: Int?
    /// For a person; no numbers of people.
    package var reason: String

    package init(_ kind: Kind, code: Int? = nil, reason: String) {
        self.kind = kind
        self.code = code
        self.reason = reason
    }
}

/// What the network answered to a service string (`+CUSD`, 3GPP TS 27.007, clause 7.15).
package struct USSDAnswer: Hashable, Sendable {
    package enum Standing: String, Hashable, Sendable {
        /// Over.
        case done
        /// It waits for a reply: a menu.
        case awaitsReply
        case terminatedByNetwork, notSupported, timedOut
    }
    package var text: String
    package var standing: Standing

    package init(text: String, standing: Standing) {
        self.text = text
        self.standing = standing
    }
}
