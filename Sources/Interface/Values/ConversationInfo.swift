import HandsetDBus

/// What a calling app tells of itself when its conversation manager begins (`ConversationManager.Configuration`).
package struct CallingAppInfo: DictionaryCodable {
    package var ringtone: String?
    package var maximumGroups: Int
    package var maximumPerGroup: Int
    package var includesRecents: Bool
    package var supportsVideo: Bool
    package var handleKinds: Set<HandleInfo.Kind>
    /// The conversations that it carries already: of a manager that comes back after the service was away.
    package var conversations: [String]

    package init(
        ringtone: String? = nil, maximumGroups: Int = 2, maximumPerGroup: Int = 5, includesRecents: Bool = true,
        supportsVideo: Bool = false, handleKinds: Set<HandleInfo.Kind> = [], conversations: [String] = []
    ) {
        self.ringtone = ringtone
        self.maximumGroups = maximumGroups
        self.maximumPerGroup = maximumPerGroup
        self.includesRecents = includesRecents
        self.supportsVideo = supportsVideo
        self.handleKinds = handleKinds
        self.conversations = conversations
    }

    package init(_ fields: Fields) throws(ServiceError) {
        ringtone = try fields.string("ringtone")
        maximumGroups = try fields.count("groups") ?? 2
        maximumPerGroup = try fields.count("per-group") ?? 5
        includesRecents = try fields.boolean("recents") ?? true
        supportsVideo = try fields.boolean("video") ?? false
        handleKinds = Set(try fields.words("handle-kinds"))
        conversations = try fields.strings("conversations", count: InterfaceLimits.conversations)
    }

    package var dictionary: [String: BusValue] {
        .known([
            "ringtone": ringtone.map { .text($0) }, "groups": .count(maximumGroups),
            "per-group": .count(maximumPerGroup), "recents": .boolean(includesRecents),
            "video": .boolean(supportsVideo), "handle-kinds": .strings(handleKinds.map(\.rawValue).sorted()),
            "conversations": .texts(conversations),
        ])
    }
}

/// The parties of an app's conversation and what may be done with it; what is absent stays as it is.
package struct ConversationUpdateInfo: DictionaryCodable {
    package var localMember: HandleInfo?
    package var members: [HandleInfo]?
    package var activeMembers: [HandleInfo]?
    /// The bits of `Conversation.Capabilities`.
    package var capabilities: UInt32?

    package init(
        localMember: HandleInfo? = nil, members: [HandleInfo]? = nil, activeMembers: [HandleInfo]? = nil,
        capabilities: UInt32? = nil
    ) {
        self.localMember = localMember
        self.members = members
        self.activeMembers = activeMembers
        self.capabilities = capabilities
    }

    package init(_ fields: Fields) throws(ServiceError) {
        if let local = try fields.dictionary("local") { localMember = try HandleInfo(local) }
        members = try fields.optionalValues("members", count: InterfaceLimits.handles)
        activeMembers = try fields.optionalValues("active-members", count: InterfaceLimits.handles)
        capabilities = try fields.uint32("capabilities")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "local": localMember.map { .dictionary($0.dictionary) }, "members": members.map { .values($0) },
            "active-members": activeMembers.map { .values($0) }, "capabilities": capabilities.map { .uint32($0) },
        ])
    }
}

/// What became of an app's conversation, as the app reports it.
package struct ConversationEventInfo: DictionaryCodable {
    package enum Kind: String, Hashable, Sendable { case updated, connecting, connected, ended }
    package enum EndedReason: String, Hashable, Sendable {
        case failed, unanswered
        case remoteEnded = "remote-ended"
        case joinedElsewhere = "joined-elsewhere"
        case declinedElsewhere = "declined-elsewhere"
    }

    package var kind: Kind
    /// Milliseconds since 1970.
    package var date: Int64
    package var update: ConversationUpdateInfo?
    package var endedReason: EndedReason?

    package init(
        _ kind: Kind, date: Int64, update: ConversationUpdateInfo? = nil, endedReason: EndedReason? = nil
    ) {
        self.kind = kind
        self.date = date
        self.update = update
        self.endedReason = endedReason
    }

    package init(_ fields: Fields) throws(ServiceError) {
        guard let kind: Kind = try fields.word("kind") else {
            throw ServiceError(.invalidArgument, "there is no such event of a conversation")
        }
        self.kind = kind
        date = try fields.int64("date") ?? 0
        if let update = try fields.dictionary("update") { self.update = try ConversationUpdateInfo(update) }
        endedReason = try fields.word("reason")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "kind": .string(kind.rawValue), "date": .int64(date), "update": update.map { .dictionary($0.dictionary) },
            "reason": endedReason.map { .string($0.rawValue) },
        ])
    }
}

/// Something that is to happen to an app's conversation: asked for by the app, handed to the app.
package struct ConversationActionInfo: DictionaryCodable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case start, join, end, mute, pause, merge, unmerge, tone, translate
    }
    package enum ToneKind: String, Hashable, Sendable {
        case single
        case softPause = "soft-pause"
        case hardPause = "hard-pause"
    }

    /// UUIDs.
    package var id: String
    package var conversation: String
    package var kind: Kind
    /// Milliseconds since 1970: when it fails by itself.
    package var deadline: Int64
    /// Whom to call (`start`).
    package var handles: [HandleInfo]
    package var isVideo: Bool
    /// Whether to mute, to pause, or to translate.
    package var isOn: Bool
    /// The conversation to merge with.
    package var other: String?
    package var tones: String?
    package var toneKind: ToneKind?
    /// BCP 47 names (`translate`).
    package var localLanguage: String?
    package var remoteLanguage: String?

    package init(
        id: String, conversation: String, kind: Kind, deadline: Int64, handles: [HandleInfo] = [],
        isVideo: Bool = false, isOn: Bool = false, other: String? = nil, tones: String? = nil,
        toneKind: ToneKind? = nil, localLanguage: String? = nil, remoteLanguage: String? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.kind = kind
        self.deadline = deadline
        self.handles = handles
        self.isVideo = isVideo
        self.isOn = isOn
        self.other = other
        self.tones = tones
        self.toneKind = toneKind
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        conversation = try fields.required("conversation")
        guard let kind: Kind = try fields.word("kind") else {
            throw ServiceError(.invalidArgument, "there is no such action on a conversation")
        }
        self.kind = kind
        deadline = try fields.int64("deadline") ?? 0
        handles = try fields.values("handles", count: InterfaceLimits.handles)
        isVideo = try fields.boolean("video") ?? false
        isOn = try fields.boolean("on") ?? false
        other = try fields.string("other")
        tones = try fields.string("tones")
        toneKind = try fields.word("tone-kind")
        localLanguage = try fields.string("local-language")
        remoteLanguage = try fields.string("remote-language")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "conversation": .text(conversation), "kind": .string(kind.rawValue),
            "deadline": .int64(deadline), "handles": .values(handles), "video": .boolean(isVideo),
            "on": .boolean(isOn), "other": other.map { .text($0) }, "tones": tones.map { .text($0) },
            "tone-kind": toneKind.map { .string($0.rawValue) }, "local-language": localLanguage.map { .text($0) },
            "remote-language": remoteLanguage.map { .text($0) },
        ])
    }
}

/// What the service tells a calling app, one after another.
package struct CallingEventInfo: DictionaryCodable {
    package enum Kind: String, Hashable, Sendable {
        /// Do this action.
        case perform
        /// The action's time is up.
        case timedOut = "timed-out"
        /// Sound may be recorded and played from now on, or no longer.
        case audioOn = "audio-on"
        case audioOff = "audio-off"
        /// Everything is lost: drop all conversations.
        case reset
    }
    package var kind: Kind
    package var action: ConversationActionInfo?

    package init(_ kind: Kind, action: ConversationActionInfo? = nil) {
        self.kind = kind
        self.action = action
    }

    package init(_ fields: Fields) throws(ServiceError) {
        guard let kind: Kind = try fields.word("kind") else {
            throw ServiceError(.unexpected, "the service tells something that this version does not know")
        }
        self.kind = kind
        if let action = try fields.dictionary("action") { self.action = try ConversationActionInfo(action) }
    }

    package var dictionary: [String: BusValue] {
        .known(["kind": .string(kind.rawValue), "action": action.map { .dictionary($0.dictionary) }])
    }
}
