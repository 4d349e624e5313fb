import Foundation
import Handset
import HandsetDBus
import Testing

@testable import LiveCommunicationKit

struct HistoryTests {
    private static func row(
        _ status: ConversationHistoryManager.RecentConversation.Status, isRead: Bool
    ) -> ConversationHistoryManager.RecentConversation {
        .init(
            id: UUID(), handles: [Handle(type: .phoneNumber, value: "+15550100")],
            date: Date(timeIntervalSince1970: 1), duration: 2, status: status, direction: .incoming, isRead: isRead)
    }

    @Test func rowsSurviveCoding() throws {
        let rows = [Self.row(.missed, isRead: false), Self.row(.cancelled, isRead: true)]
        let copy = try JSONDecoder().decode(
            [ConversationHistoryManager.RecentConversation].self, from: JSONEncoder().encode(rows))
        #expect(copy == rows)
    }

    @Test func predicateChoosesRows() throws {
        let missed = ConversationHistoryManager.RecentConversation.Status.missed
        let predicate = #Predicate<ConversationHistoryManager.RecentConversation> {
            !$0.isRead && $0.status == missed
        }
        #expect(try predicate.evaluate(Self.row(.missed, isRead: false)))
        #expect(try !predicate.evaluate(Self.row(.missed, isRead: true)))
        #expect(try !predicate.evaluate(Self.row(.connected, isRead: false)))
    }

    @Test func redialCallsTheRowsParties() throws {
        let row = Self.row(.missed, isRead: false)
        let service = CellularService(id: UUID(), label: "Work")
        #expect(StartCellularConversationAction(row).handles == row.handles)
        #expect(StartCellularConversationAction(row).cellularService == nil)
        let action = StartCellularConversationAction(row.handles[0], cellularService: service)
        #expect(action.cellularService == service)
        #expect(action != StartCellularConversationAction(row))
        let copy = try JSONDecoder().decode(
            StartCellularConversationAction.self, from: JSONEncoder().encode(action))
        #expect(copy == action)
    }

    @Test(.timeLimit(.minutes(1))) func newsOfTheHistoryReachesObservers() async {
        typealias News = ConversationHistoryManager.ConversationHistoryDidUpdate
        let center = NotificationCenter()
        let (heard, hear) = AsyncStream.makeStream(of: News.self)
        let observer = center.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { hear.yield($0) }
        // Not the one of the process: its connection is made for the bus of whoever asks first.
        let client = HandsetClient(address: .address("unix:path=/nowhere"))
        center.post(News(), subject: ConversationHistoryManager(client: client, center: NotificationCenter()))
        #expect(await heard.first { _ in true } != nil)
        center.removeObserver(observer)
        await client.close()
        #expect(News.makeMessage(Notification(name: News.name)) != nil)
        #expect(News.makeMessage(Notification(name: Notification.Name("other"))) == nil)
    }
}
