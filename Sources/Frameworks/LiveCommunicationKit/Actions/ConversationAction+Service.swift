import Foundation
import Handset

extension ConversationAction {
    /// As the service carries it; nil for an action that is none of the subclasses.
    var info: ConversationActionInfo? {
        var info = ConversationActionInfo(
            id: uuid.uuidString, conversation: conversationUUID.uuidString, kind: .end,
            deadline: timeoutDate.milliseconds)
        switch self {
        case let action as StartConversationAction:
            info.kind = .start
            info.handles = action.handles.map(HandleInfo.init)
            info.isVideo = action.isVideo
        case is JoinConversationAction: info.kind = .join
        case is EndConversationAction: info.kind = .end
        case let action as MuteConversationAction:
            info.kind = .mute
            info.isOn = action.isMuted
        case let action as PauseConversationAction:
            info.kind = .pause
            info.isOn = action.isPaused
        case let action as MergeConversationAction:
            info.kind = .merge
            info.other = action.conversationUUIDToMergeWith.uuidString
        case is UnmergeConversationAction: info.kind = .unmerge
        case let action as PlayToneAction:
            info.kind = .tone
            info.tones = action.digits
            info.toneKind = action.tone.kind
        case let action as SetTranslatingAction:
            info.kind = .translate
            info.isOn = action.isTranslating
            info.localLanguage = action.localLanguage.minimalIdentifier
            info.remoteLanguage = action.remoteLanguage.minimalIdentifier
        default: return nil
        }
        return info
    }

    /// What the system wishes; nil when its ids cannot be read.
    static func make(_ info: ConversationActionInfo) -> ConversationAction? {
        guard let id = UUID(uuidString: info.id), let conversation = UUID(uuidString: info.conversation) else {
            return nil
        }
        let action: ConversationAction
        switch info.kind {
        case .start:
            action = StartConversationAction(
                conversationUUID: conversation, handles: info.handles.map(Handle.init), isVideo: info.isVideo)
        case .join: action = JoinConversationAction(conversationUUID: conversation)
        case .end: action = EndConversationAction(conversationUUID: conversation)
        case .mute: action = MuteConversationAction(conversationUUID: conversation, isMuted: info.isOn)
        case .pause: action = PauseConversationAction(conversationUUID: conversation, isPaused: info.isOn)
        case .merge:
            guard let other = info.other.flatMap(UUID.init(uuidString:)) else { return nil }
            action = MergeConversationAction(conversationUUID: conversation, conversationUUIDToMergeWith: other)
        case .unmerge: action = UnmergeConversationAction(conversationUUID: conversation)
        case .tone:
            action = PlayToneAction(
                conversationUUID: conversation, digits: info.tones ?? "", tone: PlayToneAction.Tone(info.toneKind))
        case .translate:
            action = SetTranslatingAction(
                conversationID: conversation, isTranslating: info.isOn,
                localLanguage: Locale.Language(identifier: info.localLanguage ?? "und"),
                remoteLanguage: Locale.Language(identifier: info.remoteLanguage ?? "und"))
        }
        action.take(identity: id, deadline: Date(milliseconds: info.deadline))
        return action
    }

    /// The date that the app gave with the fulfilment.
    var dateOfFulfilment: Date? {
        switch self {
        case let action as StartConversationAction: action.dateStarted
        case let action as JoinConversationAction: action.dateConnected
        case let action as EndConversationAction: action.dateEnded
        default: nil
        }
    }
}

extension PlayToneAction.Tone {
    fileprivate var kind: ConversationActionInfo.ToneKind {
        switch self {
        case .single: .single
        case .softPause: .softPause
        case .hardPause: .hardPause
        }
    }

    fileprivate init(_ kind: ConversationActionInfo.ToneKind?) {
        self =
            switch kind {
            case .softPause: .softPause
            case .hardPause: .hardPause
            case .single, nil: .single
            }
    }
}
