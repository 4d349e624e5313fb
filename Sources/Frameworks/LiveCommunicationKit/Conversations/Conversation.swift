public import Foundation
import HandsetPlatform
public import Observation

/// A call that an app carries over the internet.
///
/// The manager makes it when the app reports or starts one; an app cannot. ``state`` and
/// ``localMember`` can be observed.
public final class Conversation: CustomDebugStringConvertible, Observable, Sendable {
    /// The identity that the app gave.
    public let uuid: UUID

    private let lifecycle: Lock<ConversationLifecycle>
    private let registrar = ObservationRegistrar()

    package init(uuid: UUID, update: Conversation.Update = Conversation.Update()) {
        self.uuid = uuid
        var start = ConversationLifecycle()
        _ = start.apply(update)
        lifecycle = Lock(start)
    }

    /// Where it stands.
    final public var state: Conversation.State {
        registrar.access(self, keyPath: \.state)
        return current.state
    }

    /// The person here, as the app named them.
    final public var localMember: Handle? {
        registrar.access(self, keyPath: \.localMember)
        return current.localMember
    }

    /// The identity and the state; no names and no numbers.
    final public var debugDescription: String {
        "Conversation \(uuid), \(current.state)"
    }

    // MARK: For the manager

    var current: ConversationLifecycle { lifecycle.withLock { $0 } }

    /// Takes a step. Observers hear of it when it changes what they can see.
    @discardableResult
    func change(_ step: (inout ConversationLifecycle) -> Bool) -> Bool {
        let before = current
        var after = before
        guard step(&after) else { return false }
        return notifying(\.state, before.state != after.state) {
            notifying(\.localMember, before.localMember != after.localMember) {
                lifecycle.withLock { step(&$0) }
            }
        }
    }

    private func notifying<Member>(
        _ member: KeyPath<Conversation, Member>, _ changes: Bool, _ body: () -> Bool
    ) -> Bool {
        changes ? registrar.withMutation(of: self, keyPath: member, body) : body()
    }
}

// MARK: - States and ends

extension Conversation {
    /// Where a conversation stands.
    public enum State: Int, Hashable, Codable, Sendable {
        /// Known to the system: it rings, or is not active yet.
        case idle
        /// Being set up.
        case joining
        /// The parties are connected.
        case joined
        /// Held.
        case paused
        /// Being torn down.
        case leaving
        /// Over.
        case left
    }

    /// Why a conversation ended without the person here ending it.
    public enum EndedReason: Int, Hashable, Codable, Sendable {
        /// It could not be set up, or broke.
        case failed
        /// The other party ended it.
        case remoteEnded
        /// Nobody reacted in time.
        case unanswered
        /// The person answered on another device.
        case joinedElsewhere
        /// The person declined on another device.
        case declinedElsewhere
    }
}
