public import Foundation
import HandsetPlatform

/// Something that is to happen to a conversation, wished by the person or by the app.
///
/// The manager hands it to the delegate, which ends it with one of the `fulfill` methods or with ``fail()`` before
/// ``timeoutDate``. Only the first end counts. Apps use the subclasses and cannot add their own.
public class ConversationAction {
    private let progress = Lock(ActionProgress())
    private let target: UUID
    private let terms: Lock<(identity: UUID, deadline: Date)>

    init(target: UUID, deadline: Date) {
        self.target = target
        terms = Lock((UUID(), deadline))
    }

    /// An action on a conversation, to be ended until `timeoutDate`: 30 seconds from now unless said otherwise.
    convenience public init(conversationUUID: UUID, timeoutDate: Date = Date(timeIntervalSinceNow: 30)) {
        self.init(target: conversationUUID, deadline: timeoutDate)
    }

    /// A subclass's action: its time-out is the usual one.
    init(target: UUID) {
        self.target = target
        terms = Lock((UUID(), Date(timeIntervalSinceNow: Self.usualTimeOut)))
    }

    /// Seconds from an action's making to its time-out.
    static let usualTimeOut: TimeInterval = 30

    /// The action's identity.
    final public var uuid: UUID { terms.withLock { $0.identity } }

    /// The conversation that it is about.
    final public var conversationUUID: UUID { target }

    /// When the action fails by itself.
    final public var timeoutDate: Date { terms.withLock { $0.deadline } }

    /// How far the action has come.
    final public var state: ConversationAction.State { progress.withLock { $0.state } }

    /// Ends the action: it was done.
    final public func fulfill() {
        _ = succeed()
    }

    /// Ends the action: it could not be done.
    final public func fail() {
        _ = fail(.byApp)
    }

    /// How far an action has come.
    public enum State: Hashable, Codable, Sendable {
        /// Not in the delegate's hands yet.
        case idle
        /// In the delegate's hands.
        case running
        /// Fulfilled.
        case complete
        /// Failed by the app, by its time-out or by the manager's end; `reason` is a sentence for developers.
        case failed(reason: String)
    }

    // MARK: For the manager and the subclasses

    /// Called once, when the action ends.
    final var whenOver: (() -> Void)? {
        get { ending.withLock { $0 } }
        set { ending.withLock { $0 = newValue } }
    }
    private let ending = Lock<(() -> Void)?>(nil)

    /// Makes it the action that the system wished, before it is handed over.
    final func take(identity: UUID, deadline: Date) { terms.withLock { $0 = (identity, deadline) } }

    final func start() -> Bool { progress.withLock { $0.start() } }
    /// `note` keeps what was said with the fulfilment, if this is the first end.
    final func succeed(noting note: () -> Void = {}) -> Bool { end(noting: note) { $0.succeed() } }
    final func fail(_ failure: ActionProgress.Failure) -> Bool { end { $0.fail(failure) } }

    private func end(noting note: () -> Void = {}, _ step: (inout ActionProgress) -> Bool) -> Bool {
        guard progress.withLock(step) else { return false }
        note()
        let whenOver = ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        whenOver?()
        return true
    }
}
