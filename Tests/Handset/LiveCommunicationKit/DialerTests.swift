import Foundation
import Handset
import HandsetInterface
import LiveCommunicationKit
import Testing

/// A dialer against a service on a real bus.
@Suite(.timeLimit(.minutes(1))) struct DialerTests {
    private typealias Recent = ConversationHistoryManager.RecentConversation

    private func withDialer(
        _ prepare: @escaping @Sendable (isolated TestService) -> Void = { _ in },
        _ body: @Sendable (House, TelephonyConversationManager) async throws -> Void
    ) async throws {
        try await House.with({
            $0.state.roles = [.dialer]
            prepare($0)
        }) { house in
            try await body(house, TelephonyConversationManager(client: house.client))
        }
    }

    @Test func theDialerHasLinesWhoseIdentityStays() async throws {
        try await withDialer { house, manager in
            let services = manager.cellularServices
            #expect(services.map(\.label) == ["Personal"])
            #expect(manager.cellularServices == services)
            await house.change { $0.state.roles = [] }
            try await house.client.refresh()
            #expect(manager.cellularServices.isEmpty)
        }
    }

    @Test func aCallGoesOutOnTheChosenLine() async throws {
        try await withDialer { house, manager in
            let handle = Handle(type: .phoneNumber, value: "+15550100", displayName: "Ada")
            try await manager.startCellularConversation(
                StartCellularConversationAction(handle, cellularService: manager.cellularServices.first))
            try await manager.startCellularConversation(StartCellularConversationAction(handle))
            let dialled = await house.service.phone.dialled
            #expect(dialled.map(\.line) == ["iccid-1", nil])
            #expect(dialled.first?.to == HandleInfo(kind: .phone, value: "+15550100", name: "Ada"))
        }
    }

    @Test func aFailureIsThrownWithItsReason() async throws {
        try await withDialer({
            $0.phone.results = [
                .init(.failed, cause: .noService, reason: "There is no service here."),
                .init(.failed, cause: .refused, reason: "The answer was no."), .init(.service, text: "42"),
            ]
        }) { _, manager in
            let action = StartCellularConversationAction(Handle(type: .phoneNumber, value: "+15550100"))
            await #expect {
                try await manager.startCellularConversation(action)
            } throws: {
                ($0 as? HandsetError)?.kind == .unavailable && $0.localizedDescription == "There is no service here."
            }
            await #expect {
                try await manager.startCellularConversation(action)
            } throws: {
                ($0 as? HandsetError)?.kind == .refused
            }
            try await manager.startCellularConversation(action)
        }
    }

    @Test func aLineThatIsGoneIsNoLine() async throws {
        try await withDialer { house, manager in
            let service = try #require(manager.cellularServices.first)
            await house.change { $0.state.lines = [] }
            try await house.client.refresh()
            await #expect {
                try await manager.startCellularConversation(
                    StartCellularConversationAction(
                        Handle(type: .phoneNumber, value: "1"), cellularService: service))
            } throws: {
                ($0 as? HandsetError)?.kind == .noSuchLine
            }
            #expect(await house.service.phone.dialled.isEmpty)
        }
    }

    // MARK: History

    private static func row(_ number: UInt64, read: Bool = false) -> RecentInfo {
        RecentInfo(
            id: UUID().uuidString, row: number, handles: [.init(value: "+1555\(1_000 + number)")], line: "iccid-1",
            date: 1_700_000_000_500 + Int64(number), duration: 1_500, status: number % 3 == 0 ? .missed : .connected,
            isIncoming: number % 3 == 0, isRead: read)
    }

    @Test func aPredicateIsAskedOverAllPages() async throws {
        try await withDialer({ $0.phone.recents = (1...1_200).map { Self.row($0) } }) { house, _ in
            let history = ConversationHistoryManager(client: house.client, center: NotificationCenter())
            let all = try await history.recentConversations(matching: #Predicate { _ in true })
            #expect(all.count == 1_200 && Set(all.map(\.id)).count == 1_200)
            #expect(all.first?.handles.first?.value == "+15552200" && all.first?.duration == 1.5)
            let missed = Recent.Status.missed
            let some = try await history.recentConversations(matching: #Predicate { $0.status == missed && !$0.isRead })
            #expect(some.count == 400 && some.allSatisfy { $0.direction == .incoming })
            try await history.markConversationsAsRead(some)
            try await history.markConversationAsRead(all[1])
            let unread = try await history.recentConversations(matching: #Predicate { !$0.isRead })
            #expect(unread.count == 1_200 - 401)
        }
    }

    @Test func withoutTheRoleTheHistoryIsShut() async throws {
        try await withDialer({ $0.fault = ServiceError(.notPermitted, "") }) { house, _ in
            let history = ConversationHistoryManager(client: house.client, center: NotificationCenter())
            await #expect {
                _ = try await history.recentConversations(matching: #Predicate { _ in true })
            } throws: {
                ($0 as? HandsetError)?.kind == .notPermitted
            }
        }
    }

    @Test func observersHearOfChanges() async throws {
        try await withDialer { house, _ in
            let center = NotificationCenter()
            let (heard, hear) = AsyncStream.makeStream(of: Void.self)
            let token = center.addObserver(
                of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
            ) { _ in hear.yield() }
            let history = ConversationHistoryManager(client: house.client, center: center)
            await house.changeHistory { $0.recents = [Self.row(1)] }
            #expect(await heard.first { _ in true } != nil)
            let rows = try await history.recentConversations(matching: #Predicate { _ in true })
            #expect(rows.count == 1)
            center.removeObserver(token)
        }
    }
}
