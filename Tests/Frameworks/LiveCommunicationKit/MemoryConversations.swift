import Foundation
import Handset
import HandsetPlatform

/// The service's side of a manager, in memory.
final class MemoryConversations: ConversationPort {
    private struct State {
        var comesBack: @Sendable () -> [ConversationRecall] = { [] }
        var refusal: HandsetError?
        var incoming: [(UUID, ConversationUpdateInfo)] = []
        var reported: [ConversationEventInfo] = []
        var wished: [ConversationActionInfo] = []
        var finished: [(action: UUID, isFulfilled: Bool, date: Date?)] = []
        var hasEnded = false
    }

    private let state = Lock(State())

    func refuse(_ error: HandsetError) { state.withLock { $0.refusal = error } }
    var incoming: [(UUID, ConversationUpdateInfo)] { state.withLock { $0.incoming } }
    var reported: [ConversationEventInfo] { state.withLock { $0.reported } }
    var wished: [ConversationActionInfo] { state.withLock { $0.wished } }
    var finished: [(action: UUID, isFulfilled: Bool, date: Date?)] { state.withLock { $0.finished } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    var recalled: [ConversationRecall] { state.withLock { $0.comesBack }() }

    func begin(
        as app: CallingAppInfo, comesBack: @escaping @Sendable () -> [ConversationRecall],
        hears: @escaping @Sendable (ConversationNews) -> Void
    ) {
        state.withLock { $0.comesBack = comesBack }
    }

    func reportIncoming(_ conversation: UUID, _ update: ConversationUpdateInfo) async throws(HandsetError) {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        state.withLock { $0.incoming.append((conversation, update)) }
    }

    func report(_ event: ConversationEventInfo, of conversation: UUID) { state.withLock { $0.reported.append(event) } }

    func perform(_ actions: [ConversationActionInfo]) async throws(HandsetError) {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        state.withLock { $0.wished += actions }
    }

    func finish(_ action: UUID, isFulfilled: Bool, date: Date?) {
        state.withLock { $0.finished.append((action, isFulfilled, date)) }
    }

    func end() { state.withLock { $0.hasEnded = true } }
}
