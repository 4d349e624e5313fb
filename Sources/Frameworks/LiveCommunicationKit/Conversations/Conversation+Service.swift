import Foundation
import Handset

// The values of conversations as the service carries them.

extension Handle {
    init(_ info: HandleInfo) { self.init(CallParty(info)) }

    init(_ party: CallParty) {
        let kind: Kind =
            switch party.kind {
            case .phone: .phoneNumber
            case .email: .emailAddress
            case .generic: .generic
            }
        self.init(type: kind, value: party.value, displayName: party.name.isEmpty ? nil : party.name)
    }
}

extension CallParty {
    init(_ handle: Handle) {
        let kind: Kind =
            switch handle.type {
            case .phoneNumber: .phone
            case .emailAddress: .email
            case .generic: .generic
            }
        self.init(kind: kind, value: handle.value, name: handle.displayName == handle.value ? "" : handle.displayName)
    }
}

extension HandleInfo {
    init(_ handle: Handle) { self.init(CallParty(handle)) }
}

extension ConversationUpdateInfo {
    init(_ update: Conversation.Update) {
        self.init(
            localMember: update.localMember.map(HandleInfo.init),
            members: update.members.map { $0.map(HandleInfo.init) },
            activeMembers: update.activeRemoteMembers.map { $0.map(HandleInfo.init) },
            capabilities: update.capabilities.map { UInt32(truncatingIfNeeded: $0.rawValue) })
    }
}

extension ConversationEventInfo {
    init(_ event: Conversation.Event) {
        switch event {
        case .conversationUpdated(let update):
            self.init(.updated, date: Date().milliseconds, update: ConversationUpdateInfo(update))
        case .conversationStartedConnecting(let date): self.init(.connecting, date: date.milliseconds)
        case .conversationConnected(let date): self.init(.connected, date: date.milliseconds)
        case .conversationEnded(let date, let reason):
            self.init(.ended, date: date.milliseconds, endedReason: EndedReason(reason))
        }
    }
}

extension ConversationEventInfo.EndedReason {
    init(_ reason: Conversation.EndedReason) {
        self =
            switch reason {
            case .failed: .failed
            case .remoteEnded: .remoteEnded
            case .unanswered: .unanswered
            case .joinedElsewhere: .joinedElsewhere
            case .declinedElsewhere: .declinedElsewhere
            }
    }
}

extension ConversationRecall {
    init(_ conversation: Conversation) {
        let known = conversation.current
        var events = [
            ConversationEventInfo(
                .conversationUpdated(
                    Conversation.Update(
                        localMember: known.localMember, members: known.members,
                        activeRemoteMembers: known.activeRemoteMembers, capabilities: known.capabilities)))
        ]
        if let date = known.startedConnecting { events.append(.init(.conversationStartedConnecting(date))) }
        if let date = known.connected { events.append(.init(.conversationConnected(date))) }
        self.init(id: conversation.uuid, events: events)
    }
}

extension CallingAppInfo {
    init(_ configuration: ConversationManager.Configuration) {
        self.init(
            ringtone: configuration.ringtoneName, maximumGroups: configuration.maximumConversationGroups,
            maximumPerGroup: configuration.maximumConversationsPerConversationGroup,
            includesRecents: configuration.includesConversationInRecents, supportsVideo: configuration.supportsVideo,
            handleKinds: Set(configuration.supportedHandleTypes.map { HandleInfo(Handle(type: $0, value: "")).kind }))
    }
}
