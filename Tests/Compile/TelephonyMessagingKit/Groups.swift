// RCS group chats.
import Foundation
import TelephonyMessagingKit

struct Groups {
    let line: CellularServiceID
    let service = TelephonyMessagingSession.shared.rcsService

    func create(_ subject: String, with numbers: [String]) async throws -> RCSHandle.Group? {
        let people = numbers.map { RCSHandle.URI(rawValue: $0) } + ["sip:someone@example.com"]
        if let most = try service.configuration(for: line).maximumGroupSize, people.count > most { return nil }
        var request = RCSService.CreateGroupChatRequest(
            cellularServiceID: line, participants: people, subject: subject)
        if #available(iOS 26.5, *) { request.isEndToEndEncrypted = false }
        let made = try await service.createGroupChat(request)
        return made.participants.isEmpty ? nil : made.groupHandle
    }

    func change(_ group: RCSHandle.Group, adding one: RCSHandle.URI, removing other: RCSHandle.URI) async throws {
        let added = try await service.addGroupChatParticipants(
            .init(cellularServiceID: line, groupHandle: group, participants: [one])
        ).added
        let removed = try await service.removeGroupChatParticipants(
            .init(cellularServiceID: line, groupHandle: group, participants: [other])
        ).removed
        let subject = "\(added.count) in, \(removed.count) out"
        try await service.changeGroupChatSubject(
            .init(cellularServiceID: line, groupHandle: group, newSubject: subject))
        try await service.leaveGroupChat(.init(cellularServiceID: line, groupHandle: group))
    }

    func watch() async throws {
        for await event in try service.groupChatEvents {
            switch event {
            case .started(let start): _ = (start.creator, start.subject, start.participants)
            case .ended(let end): _ = end.endedBy
            case .subjectUpdated(let update): _ = (update.newSubject, update.changedBy)
            case .participantsAdded(let more): _ = (more.addedParticipants, more.addedBy)
            case .participantsRemoved(let fewer): if fewer.removedCurrentUser { return }
            case .subjectInvalidated(let lost): _ = lost.groupHandle.focus
            @unknown default: break
            }
        }
    }

    func remember(_ group: RCSHandle.Group) throws -> RCSHandle {
        .group(try JSONDecoder().decode(RCSHandle.Group.self, from: JSONEncoder().encode(group)))
    }
}
