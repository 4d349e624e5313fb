package import Foundation
package import HandsetInterface
import HandsetPlatform

package typealias CallingAppInfo = HandsetInterface.CallingAppInfo
package typealias ConversationUpdateInfo = HandsetInterface.ConversationUpdateInfo
package typealias ConversationEventInfo = HandsetInterface.ConversationEventInfo
package typealias ConversationActionInfo = HandsetInterface.ConversationActionInfo
package typealias CallingEventInfo = HandsetInterface.CallingEventInfo

/// What carries a calling app's conversations; tests have one of their own.
package protocol ConversationPort: AnyObject, Sendable {
    /// Begins; `hears` gets the service's events in their order, `comesBack` asks for what is to be told again after the
    /// service was away.
    func begin(
        as app: CallingAppInfo, comesBack: @escaping @Sendable () -> [ConversationRecall],
        hears: @escaping @Sendable (ConversationNews) -> Void)
    func reportIncoming(_ conversation: UUID, _ update: ConversationUpdateInfo) async throws(HandsetError)
    func report(_ event: ConversationEventInfo, of conversation: UUID)
    func perform(_ actions: [ConversationActionInfo]) async throws(HandsetError)
    func finish(_ action: UUID, isFulfilled: Bool, date: Date?)
    func end()
}

/// What the manager of a calling app hears.
package enum ConversationNews: Sendable {
    /// The service carries this app's conversations from now on; told once.
    case began
    case event(CallingEventInfo)
}

/// A conversation that the app carries while the service comes back, and what is to be known of it.
package struct ConversationRecall: Sendable {
    package var id: UUID
    package var events: [ConversationEventInfo]

    package init(id: UUID, events: [ConversationEventInfo]) {
        self.id = id
        self.events = events
    }
}

/// A calling app's conversations with the service: what is told is told in order, also across restarts of the service.
///
/// It lives from `begin` to `end`.
package final class ConversationChannel: ConversationPort {
    private struct State {
        var app = CallingAppInfo()
        var comesBack: @Sendable () -> [ConversationRecall] = { [] }
        var hears: @Sendable (ConversationNews) -> Void = { _ in }
        var reader: Task<Void, Never>?
        /// The end of what was told so far.
        var last: Task<Void, Never>?
        /// The stay of the service in which it was told who we are; 0 for none.
        var attachedIn: UInt64 = 0
        var hasBegun = false
        var hasEnded = false
    }

    private let connection: Connection
    private let state = Lock(State())

    package init(client: HandsetClient = .shared) { connection = client.connection }

    package func begin(
        as app: CallingAppInfo, comesBack: @escaping @Sendable () -> [ConversationRecall],
        hears: @escaping @Sendable (ConversationNews) -> Void
    ) {
        let reader = Task(priority: ClientLoop.priority) { @ClientLoop in await self.read() }
        state.withLock { state in
            state.app = app
            state.comesBack = comesBack
            state.hears = hears
            state.reader = reader
        }
    }

    package func end() {
        let reader = state.withLock { state in
            state.hasEnded = true
            state.hears = { _ in }
            state.comesBack = { [] }
            return state.reader
        }
        inOrder { service throws(ServiceError) in try await service.detach() }
        reader?.cancel()
    }

    @ClientLoop private func read() async {
        while !Task.isCancelled {
            let (arrival, change) = (connection.arrivals, connection.changes)
            do throws(ServiceError) {
                if !isAttached { try await inOrder { _ in }.value.get() }
                let event = try await connection.service.nextEvent()
                state.withLock { $0.hears }(.event(event))
            } catch {
                switch error.kind {
                case .cancelled: return
                case .unreachable: _ = await connection.serviceReturns(after: arrival)
                // Not a calling app, or not yet.
                case .notPermitted, .busy: _ = await connection.somethingChanges(after: change)
                default:
                    state.withLock { $0.attachedIn = 0 }
                    _ = try? await ClientLoop.shared.loop.sleep(for: .seconds(1))
                }
            }
        }
    }

    // MARK: Telling

    package func reportIncoming(
        _ conversation: UUID, _ update: ConversationUpdateInfo
    ) async throws(HandsetError) {
        try await heard { service throws(ServiceError) in
            try await service.reportIncoming(conversation: conversation.uuidString, update)
        }
    }

    package func report(_ event: ConversationEventInfo, of conversation: UUID) {
        inOrder { service throws(ServiceError) in
            try await service.report(event, conversation: conversation.uuidString)
        }
    }

    package func perform(_ actions: [ConversationActionInfo]) async throws(HandsetError) {
        try await heard { service throws(ServiceError) in try await service.perform(actions) }
    }

    package func finish(_ action: UUID, isFulfilled: Bool, date: Date?) {
        inOrder { service throws(ServiceError) in
            try await service.finishAction(
                action.uuidString, isFulfilled: isFulfilled, date: date?.milliseconds ?? 0)
        }
    }

    private func heard(
        _ call: @escaping @ClientLoop @Sendable (ServiceClient) async throws(ServiceError) -> Void
    ) async throws(HandsetError) {
        if case .failure(let error) = await inOrder(call).value { throw HandsetError(error) }
    }

    /// Makes `call` when all that was asked before is done, to a service that knows who we are.
    @discardableResult
    private func inOrder(
        _ call: @escaping @ClientLoop @Sendable (ServiceClient) async throws(ServiceError) -> Void
    ) -> Task<Result<Void, ServiceError>, Never> {
        state.withLock { state in
            let task = Task(priority: ClientLoop.priority) {
                @ClientLoop [last = state.last] () async -> Result<Void, ServiceError> in
                await last?.value
                do throws(ServiceError) {
                    try await self.attach()
                    try await call(self.connection.service)
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            state.last = Task(priority: ClientLoop.priority) { @ClientLoop in _ = await task.value }
            return task
        }
    }

    // MARK: Being known

    @ClientLoop private var isAttached: Bool {
        let arrival = connection.arrivals
        return arrival > 0 && state.withLock { $0.attachedIn } == arrival
    }

    /// Tells the service who we are, and what it does not know any more.
    @ClientLoop private func attach() async throws(ServiceError) {
        guard !isAttached else { return }
        var (app, comesBack, hasEnded) = state.withLock { ($0.app, $0.comesBack, $0.hasEnded) }
        guard !hasEnded else { return }
        let recalled = comesBack()
        app.conversations = recalled.map(\.id.uuidString)
        try await connection.service.attach(app)
        for conversation in recalled {
            for event in conversation.events {
                try await connection.service.report(event, conversation: conversation.id.uuidString)
            }
        }
        let arrival = connection.arrivals
        let hears = state.withLock { state -> (@Sendable (ConversationNews) -> Void)? in
            state.attachedIn = arrival
            defer { state.hasBegun = true }
            return state.hasBegun ? nil : state.hears
        }
        hears?(.began)
    }
}
