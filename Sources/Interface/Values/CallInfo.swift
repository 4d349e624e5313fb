import HandsetDBus

/// A way to reach somebody, as LiveCommunicationKit's `Handle`.
package struct HandleInfo: DictionaryCodable {
    package enum Kind: String, Hashable, Sendable { case generic, phone, email }

    package var kind: Kind
    package var value: String
    /// What a person sees; empty for the value itself.
    package var name: String

    package init(kind: Kind = .phone, value: String, name: String = "") {
        self.kind = kind
        self.value = value
        self.name = name
    }

    package init(_ fields: Fields) throws(ServiceError) {
        kind = try fields.word("kind") ?? .generic
        value = try fields.required("value")
        name = try fields.string("name") ?? ""
    }

    package var dictionary: [String: BusValue] {
        ["kind": .string(kind.rawValue), "value": .text(value), "name": .text(name)]
    }
}

/// A wish to call somebody.
package struct DialInfo: DictionaryCodable {
    package var to: HandleInfo
    /// The line's id; nil leaves the choice to the service.
    package var line: String?

    package init(to: HandleInfo, line: String? = nil) {
        self.to = to
        self.line = line
    }

    package init(_ fields: Fields) throws(ServiceError) {
        guard let handle = try fields.dictionary("to") else { throw ServiceError(.invalidArgument, "to is missing") }
        to = try HandleInfo(handle)
        line = try fields.string("line")
    }

    package var dictionary: [String: BusValue] {
        .known(["to": .dictionary(to.dictionary), "line": line.map { .text($0) }])
    }
}

/// What became of a wish to call, or of a link.
package struct DialResult: DictionaryCodable {
    package enum Outcome: String, Hashable, Sendable {
        /// A call is being made; `call` names it.
        case calling
        /// The string was a service code: `text` is what there is to show.
        case service
        /// An app has been started with the link.
        case opened
        case failed
    }
    package var outcome: Outcome
    /// Of the call, also of one that failed after it had been made.
    package var call: String?
    package var text: String?
    package var cause: CallInfo.Cause?
    /// For a person: why it failed, and what to do.
    package var reason: String?

    package init(
        _ outcome: Outcome, call: String? = nil, text: String? = nil, cause: CallInfo.Cause? = nil,
        reason: String? = nil
    ) {
        self.outcome = outcome
        self.call = call
        self.text = text
        self.cause = cause
        self.reason = reason
    }

    package init(_ fields: Fields) throws(ServiceError) {
        outcome = try fields.word("outcome") ?? .failed
        call = try fields.string("call")
        text = try fields.string("text", limit: InterfaceLimits.line)
        cause = try fields.word("cause")
        reason = try fields.string("reason", limit: InterfaceLimits.line)
    }

    package var dictionary: [String: BusValue] {
        .known([
            "outcome": .string(outcome.rawValue), "call": call.map { .text($0) }, "text": text.map { .text($0) },
            "cause": cause.map { .string($0.rawValue) }, "reason": reason.map { .text($0) },
        ])
    }
}

/// A conversation in progress, cellular or an app's, or one that has just ended.
package struct CallInfo: DictionaryCodable {
    package enum State: String, Hashable, Sendable {
        /// The person is asked whether to call.
        case asking
        /// The default calling app has it in its hands.
        case offered
        case dialing, alerting, incoming, waiting, active, held, ended
    }

    /// Why it ended.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Somebody here hung up; the other party did.
        case local, remote
        case busy, rejected, unallocated, unreachable, barred, network
        case noAnswer = "no-answer"
        /// Nobody here answered.
        case missed
        case declined
        case answeredElsewhere = "answered-elsewhere"
        case noService = "no-service"
        case noLine = "no-line"
        case pinRequired = "pin-required"
        case modemLost = "modem-lost"
        /// The person was asked and said no.
        case refused
        /// The app that carried it is gone, or was silent.
        case appFailed = "app-failed"
        case unknown
    }

    /// What may be done to it now.
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case answer, decline, silence, hold, resume, swap, merge, split, tones, mute
        case holdAndAnswer = "hold-and-answer"
        case endAndAnswer = "end-and-answer"
        case hangUp = "hang-up"
        case unmute
        /// Sends the tones that wait for the person (`;` in what was dialled).
        case proceed
    }

    /// A UUID.
    package var id: String
    package var state: State
    package var isIncoming: Bool
    /// Empty when the other party is not known.
    package var handles: [HandleInfo]
    /// The other party does not show its number.
    package var isWithheld: Bool
    /// The line's id, of a cellular call.
    package var line: String?
    /// The bundle id of the app that carries it, or is offered it.
    package var app: String?
    package var isEmergency: Bool
    package var isMuted: Bool
    package var isSilenced: Bool
    package var isHeldByOther: Bool
    /// The same for all that are joined.
    package var group: String?
    /// Milliseconds since 1970.
    package var started: Int64
    package var connected: Int64?
    package var ended: Int64?
    package var cause: Cause?
    /// For a person.
    package var reason: String?
    package var actions: Set<Action>

    package init(
        id: String, state: State, isIncoming: Bool, handles: [HandleInfo] = [], isWithheld: Bool = false,
        line: String? = nil, app: String? = nil, isEmergency: Bool = false, isMuted: Bool = false,
        isSilenced: Bool = false, isHeldByOther: Bool = false, group: String? = nil, started: Int64,
        connected: Int64? = nil, ended: Int64? = nil, cause: Cause? = nil, reason: String? = nil,
        actions: Set<Action> = []
    ) {
        self.id = id
        self.state = state
        self.isIncoming = isIncoming
        self.handles = handles
        self.isWithheld = isWithheld
        self.line = line
        self.app = app
        self.isEmergency = isEmergency
        self.isMuted = isMuted
        self.isSilenced = isSilenced
        self.isHeldByOther = isHeldByOther
        self.group = group
        self.started = started
        self.connected = connected
        self.ended = ended
        self.cause = cause
        self.reason = reason
        self.actions = actions
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        state = try fields.word("state") ?? .ended
        isIncoming = try fields.boolean("incoming") ?? false
        handles = try fields.values("handles", count: InterfaceLimits.handles)
        isWithheld = try fields.boolean("withheld") ?? false
        line = try fields.string("line")
        app = try fields.string("app")
        isEmergency = try fields.boolean("emergency") ?? false
        isMuted = try fields.boolean("muted") ?? false
        isSilenced = try fields.boolean("silenced") ?? false
        isHeldByOther = try fields.boolean("held-by-other") ?? false
        group = try fields.string("group")
        started = try fields.int64("started") ?? 0
        connected = try fields.int64("connected")
        ended = try fields.int64("ended")
        cause = try fields.word("cause")
        reason = try fields.string("reason", limit: InterfaceLimits.line)
        actions = Set(try fields.words("actions"))
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "state": .string(state.rawValue), "incoming": .boolean(isIncoming),
            "handles": .values(handles), "withheld": .boolean(isWithheld), "line": line.map { .text($0) },
            "app": app.map { .text($0) }, "emergency": .boolean(isEmergency), "muted": .boolean(isMuted),
            "silenced": .boolean(isSilenced), "held-by-other": .boolean(isHeldByOther),
            "group": group.map { .text($0) }, "started": .int64(started), "connected": connected.map { .int64($0) },
            "ended": ended.map { .int64($0) }, "cause": cause.map { .string($0.rawValue) },
            "reason": reason.map { .text($0) }, "actions": .strings(actions.map(\.rawValue).sorted()),
        ])
    }
}

/// What the network answered to a service string.
package struct USSDInfo: DictionaryCodable {
    package enum Standing: String, Hashable, Sendable {
        case done, terminated
        case awaitsReply = "awaits-reply"
        case notSupported = "not-supported"
        case timedOut = "timed-out"
    }
    package var text: String
    package var standing: Standing

    package init(text: String, standing: Standing) {
        self.text = text
        self.standing = standing
    }

    package init(_ fields: Fields) throws(ServiceError) {
        text = try fields.string("text", limit: InterfaceLimits.line) ?? ""
        standing = try fields.word("standing") ?? .done
    }

    package var dictionary: [String: BusValue] { ["text": .text(text), "standing": .string(standing.rawValue)] }
}
