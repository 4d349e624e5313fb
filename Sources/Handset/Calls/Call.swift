public import Foundation

/// Somebody who can be called, or who calls.
public struct CallParty: Hashable, Sendable {
    /// What ``value`` is.
    public enum Kind: String, Hashable, Sendable {
        /// A telephone number.
        case phone
        case email
        /// A name that only a calling app understands.
        case generic
    }

    /// What ``value`` is.
    public var kind: Kind
    /// The number, address or name, as it was given.
    public var value: String
    /// What a person sees for it; empty for the value itself.
    public var name: String

    /// Somebody, by number, address or name.
    public init(kind: Kind = .phone, value: String, name: String = "") {
        self.kind = kind
        self.value = value
        self.name = name
    }
}

/// A call in progress, or one that has just ended: over the cellular network, or by an app over the internet.
public struct Call: Hashable, Identifiable, Sendable {
    /// Where it stands.
    public enum State: String, Hashable, Sendable {
        /// The person is asked whether to call.
        case asking
        /// The default calling app has it in its hands.
        case offered
        case dialing
        /// It rings at the other party.
        case alerting
        case incoming
        /// It comes in during another call.
        case waiting
        case active, held, ended
    }

    /// Why it ended.
    public enum Cause: String, Hashable, Sendable {
        /// Somebody here hung up.
        case local
        /// The other party hung up.
        case remote
        case busy, rejected, unallocated, unreachable, barred, network
        case noAnswer = "no-answer"
        /// Nobody here answered.
        case missed
        case declined
        case answeredElsewhere = "answered-elsewhere"
        case noService = "no-service"
        case noLine = "no-line"
        case pinRequired = "pin-required"
        /// The modem went away during the call.
        case modemLost = "modem-lost"
        /// The person was asked whether to call and said no.
        case refused
        /// The app that carried it is gone, or was silent.
        case appFailed = "app-failed"
        case unknown
    }

    /// Something to do to a call.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case answer, decline
        /// Stops the ringing; the call may still be answered.
        case silence
        case hold, resume
        /// Holds the active calls and takes up the held ones.
        case swap
        /// Joins the held and the active calls.
        case merge
        /// Speaks with this one alone.
        case split
        case tones, mute, unmute
        case holdAndAnswer = "hold-and-answer"
        case endAndAnswer = "end-and-answer"
        case hangUp = "hang-up"
        /// Sends the tones that wait for the person (`;` in what was dialled).
        case proceed
    }

    /// The call's identity; the row of the call history has the same.
    public let id: UUID
    /// Where it stands.
    public let state: State
    /// Whether the other party called.
    public let isIncoming: Bool
    /// The other parties; empty when they are not known.
    public let parties: [CallParty]
    /// The other party does not show its number.
    public let isWithheld: Bool
    /// The line, of a cellular call.
    public let line: Line.ID?
    /// The bundle identifier of the app that carries it, or is offered it.
    public let app: String?
    /// Whether the number is one of help.
    public let isEmergency: Bool
    /// Whether the microphone is kept from the other party.
    public let isMuted: Bool
    /// It rings no more, and may still be answered.
    public let isSilenced: Bool
    /// Whether the other party holds it.
    public let isHeldByOther: Bool
    /// The same for all calls that are joined.
    public let group: String?
    /// When it began.
    public let started: Date
    /// When somebody answered; nil until then.
    public let connected: Date?
    /// When it ended; nil until then.
    public let ended: Date?
    /// Why it ended; nil until then.
    public let cause: Cause?
    /// Why it failed, for the person.
    public let reason: String?
    /// What may be done to it now.
    public let actions: Set<Action>
}

/// What became of a wish to call, or of a link.
public struct CallOutcome: Hashable, Sendable {
    /// How it ended.
    public enum Kind: String, Hashable, Sendable {
        /// A call is being made.
        case calling
        /// What was dialled was a service code; ``CallOutcome/text`` is the answer.
        case service
        /// An app has been started with the link.
        case opened
        case failed
    }

    /// How it ended.
    public let kind: Kind
    /// The call, where there is or was one.
    public let call: Call.ID?
    /// The answer to a service code.
    public let text: String?
    /// Why it failed.
    public let cause: Call.Cause?
    /// Why it failed and what to do, for the person.
    public let reason: String?
}

/// A row of the call history.
public struct RecentCall: Hashable, Identifiable, Sendable {
    /// How a call went.
    public enum Status: String, Hashable, Sendable {
        case connected, missed, cancelled, unknown
        case answeredElsewhere = "answered-elsewhere"
    }

    /// The call's identity.
    public let id: UUID
    /// Grows from call to call.
    public let row: UInt64
    /// The other parties; empty when they are not known.
    public let parties: [CallParty]
    /// The line, of a cellular call.
    public let line: Line.ID?
    /// The serial number of the line's SIM (ITU-T E.118).
    public let iccid: String?
    /// The bundle identifier of the app that carried it.
    public let app: String?
    /// When it began.
    public let date: Date
    /// Seconds since the parties were connected; 0 when they never were.
    public let duration: TimeInterval
    /// How it went.
    public let status: Status
    /// Whether the other party called.
    public let isIncoming: Bool
    /// Whether the person has seen the row.
    public let isRead: Bool
    /// Why it ended, where that is known.
    public let cause: Call.Cause?
}

/// What the network answered to a service string.
public struct ServiceAnswer: Hashable, Sendable {
    /// What comes next.
    public enum Standing: String, Hashable, Sendable {
        /// Nothing: it is over.
        case done
        /// The network waits for a reply: another ``HandsetClient/requestService(_:on:)``.
        case awaitsReply = "awaits-reply"
        case terminated
        case notSupported = "not-supported"
        case timedOut = "timed-out"
    }

    /// What there is to read.
    public let text: String
    /// What comes next.
    public let standing: Standing
}
