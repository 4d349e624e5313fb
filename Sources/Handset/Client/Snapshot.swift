package import Dispatch
import HandsetPlatform

/// What the service says of this process and its lines.
package struct SessionState: Hashable, Sendable {
    /// The caller's bundle, if it has one.
    package var app: String?
    package var roles: Set<Role>
    package var lines: [Line]

    package init(app: String? = nil, roles: Set<Role> = [], lines: [Line] = []) {
        self.app = app
        self.roles = roles
        self.lines = lines
    }
}

/// The service's state as far as it is known, readable without waiting.
///
/// The first read is the exception, and the one place where Handset blocks a thread: a cold app asks for its role in its
/// first line, synchronously, and must see the truth. It waits for the first answer, for two seconds at most.
package final class Snapshot: Sendable {
    package enum Knowledge: Hashable, Sendable {
        /// No answer yet.
        case unknown
        case known(SessionState)
        /// The service does not answer.
        case unreachable
    }

    private struct State {
        var knowledge = Knowledge.unknown
        /// Whether the service has ever answered.
        var hasAnswered = false
        /// Until when reads may wait; set by the first one.
        var deadline: DispatchTime?
        var waiting: [DispatchSemaphore] = []
    }

    private let state = Lock(State())
    private let patience: DispatchTimeInterval

    package init(patience: DispatchTimeInterval = .seconds(2)) { self.patience = patience }

    /// What is known; the first read waits for an answer.
    package func read() -> Knowledge {
        let semaphore = DispatchSemaphore(value: 0)
        let (knowledge, deadline) = state.withLock { state -> (Knowledge, DispatchTime?) in
            if state.hasAnswered { return (state.knowledge, nil) }
            let deadline = state.deadline ?? .now() + patience
            state.deadline = deadline
            guard deadline > .now() else { return (state.knowledge, nil) }
            state.waiting.append(semaphore)
            return (state.knowledge, deadline)
        }
        guard let deadline else { return knowledge }
        _ = semaphore.wait(timeout: deadline)
        return state.withLock { state in
            state.waiting.removeAll { $0 === semaphore }
            return state.knowledge
        }
    }

    /// What is known, without waiting.
    package var current: Knowledge { state.withLock { $0.knowledge } }

    /// Tells what is known now, and gives what was known before.
    @discardableResult
    package func set(_ knowledge: Knowledge) -> Knowledge {
        let (old, waiting) = state.withLock { state -> (Knowledge, [DispatchSemaphore]) in
            let old = state.knowledge
            state.knowledge = knowledge
            guard case .known = knowledge else { return (old, []) }
            state.hasAnswered = true
            defer { state.waiting = [] }
            return (old, state.waiting)
        }
        for semaphore in waiting { semaphore.signal() }
        return old
    }
}
