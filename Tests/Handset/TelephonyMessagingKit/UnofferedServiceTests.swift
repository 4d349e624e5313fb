import Foundation
import Handset
import HandsetCompanions
import HandsetInterface
import TelephonyMessagingKit
import Testing

/// MMS and RCS on lines whose carriers offer neither.
@Suite(.timeLimit(.minutes(1))) struct UnofferedServiceTests {
    private static let line = CellularServiceID(Line.ID(rawValue: "iccid-1"))
    private static let nobody: RCSHandle = .uri("tel:+15550101")
    private static let group = RCSHandle.Group(focus: "sip:focus@example.org", conversationID: "1")
    private static let id = RCSMessageID(rawValue: "1")
    private static let file = URL(filePath: "/tmp/file")

    private static func message(on line: CellularServiceID) -> MMSMessage {
        MMSMessage(cellularServiceID: line, messageID: MMSMessageID(rawValue: 1), content: MMSContent())
    }
    private static func spam(on line: CellularServiceID) -> RCSService.ReportSpamRequest {
        .init(
            message: RCSMessage(
                id: id, cellularServiceID: line, handle: nobody, content: .text("hello")), reason: "spam")
    }

    private struct Call: Sendable {
        let name: String
        let work: @Sendable (TelephonyMessagingSession, CellularServiceID) async throws -> Void
        init(
            _ name: String,
            _ work: @escaping @Sendable (TelephonyMessagingSession, CellularServiceID) async throws -> Void
        ) {
            self.name = name
            self.work = work
        }
    }

    private static let mms: [(Call, MMSService.Error)] = [
        (Call("configuration") { _ = try await $0.mmsService.configuration(for: $1) }, .mmsNotConfiguredForCarrier),
        (Call("send") { try await $0.mmsService.sendMessage(message(on: $1)) }, .mmsNotConfiguredForCarrier),
        (
            Call("receive") { _ = try await $0.mmsService.receiveMessage(using: $1, messageID: .init(rawValue: 1)) },
            .mmsNotConfiguredForCarrier
        ),
        (Call("spam") { try await $0.mmsService.reportSpam(message(on: $1)) }, .notSupported),
    ]

    private static let rcs: [(Call, RCSService.Error)] = [
        (Call("configuration") { _ = try $0.rcsService.configuration(for: $1) }, .notSupported),
        (
            Call("text") { try await $0.rcsService.sendMessage("hello", to: nobody, using: $1, messageID: id) },
            .notSupported
        ),
        (
            Call("place") {
                let place = RCSMessage.GeolocationPush(latitude: 1, longitude: 2)
                try await $0.rcsService.sendMessage(place, to: nobody, using: $1, messageID: id)
            }, .notSupported
        ),
        (
            Call("typing") {
                let typing = RCSMessage.ComposingIndicator(state: .active)
                try await $0.rcsService.sendMessage(typing, to: nobody, using: $1, messageID: id)
            }, .notSupported
        ),
        (
            Call("report") {
                let report = RCSMessage.DispositionNotification(disposition: .displayed, disposedMessageID: id)
                try await $0.rcsService.sendMessage(report, to: "tel:+15550101", using: $1, messageID: id, group: group)
            }, .notSupported
        ),
        (
            Call("reply") {
                let reply = RCSMessage.Reply(targetMessageID: id, content: .text("yes"))
                try await $0.rcsService.sendMessage(reply, to: nobody, using: $1, messageID: id)
            }, .notSupported
        ),
        (
            Call("reaction") {
                let reaction = RCSMessage.Reaction(targetMessageID: id, operation: .addEmoji("👍"))
                try await $0.rcsService.sendMessage(reaction, to: nobody, using: $1, messageID: id)
            }, .notSupported
        ),
        (
            Call("encrypted") {
                _ = try await $0.rcsService.sendEncryptedMessageRequest(
                    .init(
                        content: "secret" as RCSMessage.Text, destination: nobody, cellularServiceID: $1, messageID: id)
                )
            }, .endToEndEncryptionNotSupported
        ),
        (
            Call("revoke") {
                _ = try await $0.rcsService.revokeMessage(.init(cellularServiceID: $1, handle: nobody, messageID: id))
            }, .notSupported
        ),
        (
            Call("upload") { _ = try await $0.rcsService.upload(.init(cellularServiceID: $1, fileURL: file)) },
            .notSupported
        ),
        (
            Call("download") {
                _ = try await $0.rcsService.download(
                    .init(cellularServiceID: $1, fileURL: file, destinationFileURL: file))
            }, .notSupported
        ),
        (Call("spam") { try await $0.rcsService.reportSpam(spam(on: $1)) }, .notSupported),
        (
            Call("create") {
                _ = try await $0.rcsService.createGroupChat(.init(cellularServiceID: $1, participants: [], subject: ""))
            }, .notSupported
        ),
        (
            Call("leave") {
                try await $0.rcsService.leaveGroupChat(.init(cellularServiceID: $1, groupHandle: group))
            }, .notSupported
        ),
        (
            Call("add") {
                _ = try await $0.rcsService.addGroupChatParticipants(
                    .init(cellularServiceID: $1, groupHandle: group, participants: []))
            }, .notSupported
        ),
        (
            Call("remove") {
                _ = try await $0.rcsService.removeGroupChatParticipants(
                    .init(cellularServiceID: $1, groupHandle: group, participants: []))
            }, .notSupported
        ),
        (
            Call("rename") {
                try await $0.rcsService.changeGroupChatSubject(
                    .init(cellularServiceID: $1, groupHandle: group, newSubject: "new"))
            }, .notSupported
        ),
        (
            Call("capabilities") {
                _ = try await $0.rcsService.remoteCapabilities(for: .init(cellularServiceID: $1, handle: nobody))
            }, .notSupported
        ),
        (
            Call("suggestion") {
                try await $0.rcsService.sendSuggestionResponse(
                    .init(
                        cellularServiceID: $1, destination: nobody, messageID: id, originatingMessageID: id,
                        suggestion: .reply(.init(displayText: "yes"))))
            }, .notSupported
        ),
        (
            Call("device") {
                try await $0.rcsService.sendDeviceSpecifics(to: "tel:+15550101", using: $1, messageID: id)
            }, .notSupported
        ),
        (
            Call("business") {
                _ = try await $0.rcsService.businessInformation(
                    for: .init(cellularServiceID: $1, handle: "sip:bot@example.org"))
            }, .notSupported
        ),
    ]

    @Test func everyCallSaysThatTheLineHasNoSuchService() async throws {
        try await House.with { house in
            let session = TelephonyMessagingSession(client: house.client)
            #expect(!session.mmsService.isViable(for: Self.line))
            #expect(!session.rcsService.isViable(for: Self.line))
            for (call, error) in Self.mms {
                await #expect(throws: error, "\(call.name)") { try await call.work(session, Self.line) }
            }
            for (call, error) in Self.rcs {
                await #expect(throws: error, "\(call.name)") { try await call.work(session, Self.line) }
            }
            let other = CellularServiceID(Line.ID(rawValue: "gone"))
            for call in Self.mms.map(\.0) + Self.rcs.map(\.0) {
                await #expect(throws: TelephonyMessagingSession.Error.invalidArgument, "\(call.name)") {
                    try await call.work(session, other)
                }
            }
        }
    }

    @Test func withoutTheRoleEveryCallSaysThatFirst() async throws {
        try await House.with({ $0.state.roles = [] }) { house in
            try await house.client.refresh()
            let session = TelephonyMessagingSession(client: house.client)
            let sequences = [
                Call("") { session, _ in _ = try session.mmsService.incomingMessageNotifications },
                Call("") { session, _ in _ = try session.mmsService.viabilityNotifications },
                Call("") { session, _ in _ = try session.rcsService.incomingMessageNotifications },
                Call("") { session, _ in _ = try session.rcsService.viabilityNotifications },
                Call("") { session, _ in _ = try session.rcsService.remoteHandleUpdates },
                Call("") { session, _ in _ = try session.rcsService.groupChatEvents },
            ]
            for call in Self.mms.map(\.0) + Self.rcs.map(\.0) + sequences {
                await #expect(throws: TelephonyMessagingSession.Error.invalidSession, "\(call.name)") {
                    try await call.work(session, Self.line)
                }
            }
        }
    }

    @Test func viabilityIsToldOncePerLine() async throws {
        try await House.with { house in
            let session = TelephonyMessagingSession(client: house.client)
            let notifications = try session.mmsService.viabilityNotifications
            var loop = notifications.makeAsyncIterator()
            let first = await loop.next(isolation: #isolation)
            #expect(first == MMSService.ViabilityNotification(cellularServiceID: Self.line, isViable: false))
            await house.change { $0.state.lines[0].label = "renamed" }
            await house.change { $0.state.lines.append(LineInfo(id: "iccid-2", label: "Work")) }
            let second = await loop.next(isolation: #isolation)
            #expect(second?.cellularServiceID.line.rawValue == "iccid-2")
        }
    }

    @Test func aLoopOverNothingEndsWithItsTask() async throws {
        try await House.with { house in
            let session = TelephonyMessagingSession(client: house.client)
            _ = try session.rcsService.groupChatEvents
            let loop = Task {
                for await _ in try session.rcsService.incomingMessageNotifications { return false }
                return true
            }
            loop.cancel()
            #expect(try await loop.value)
        }
    }
}
