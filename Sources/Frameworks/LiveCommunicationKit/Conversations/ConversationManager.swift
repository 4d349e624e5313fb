public import Foundation
public import Observation

/// An app's conversations over the internet, shown and controlled by the system.
///
/// An app makes one at launch and keeps it. This version of Handset declares it and carries no conversations: there are
/// none, and asking for one throws. It belongs to one isolation domain, as Apple's does.
public final class ConversationManager: Observable {
    /// What the app told about itself.
    final public let configuration: ConversationManager.Configuration
    /// Who performs the actions. It is not kept alive.
    weak final public var delegate: (any ConversationManagerDelegate)?

    private let registrar = ObservationRegistrar()
    private var active: [Conversation] = []
    private var unfinished: [ConversationAction] = []
    private var isInvalid = false
    /// The delegate, until the manager is invalidated.
    private var listener: (any ConversationManagerDelegate)? { isInvalid ? nil : delegate }

    init(describedBy configuration: ConversationManager.Configuration) {
        self.configuration = configuration
    }

    /// A manager for an app that is as `configuration` says.
    convenience public init(configuration: ConversationManager.Configuration) {
        self.init(describedBy: configuration)
    }

    /// The conversations that are not over.
    final public var conversations: [Conversation] {
        registrar.access(self, keyPath: \.conversations)
        return active
    }

    /// The actions that are neither fulfilled nor failed.
    final public var pendingActions: [ConversationAction] {
        registrar.access(self, keyPath: \.pendingActions)
        return unfinished
    }

    /// The unfinished actions of a class on a conversation; `ConversationAction.self` stands for all classes.
    final public func pendingConversationActions(
        of conversationActionClass: ConversationAction.Type, for conversation: Conversation
    ) -> [ConversationAction] {
        pendingActions.filter { action in
            action.conversationUUID == conversation.uuid
                && (conversationActionClass == ConversationAction.self || type(of: action) == conversationActionClass)
        }
    }

    /// Asks the system for actions. Those that it accepts come back through the delegate.
    ///
    /// - Throws: a `HandsetError` that says why nothing was accepted and what to
    ///   do; in this version always. The actions stay as they were.
    final public func perform(_ actions: [ConversationAction]) async throws {
        throw CallRequest.conversation.refusal
    }

    /// Makes the system ring for a conversation.
    ///
    /// - Throws: when the person is not to be disturbed; in this version always, because conversations are not carried.
    final public func reportNewIncomingConversation(uuid: UUID, update: Conversation.Update) async throws {
        throw CallRequest.incomingConversation.refusal
    }

    /// Hands a push that the app's extension has decrypted to the app. All entries are of property-list types.
    ///
    /// - Throws: when the system does not allow the conversation; in this version always.
    final public class func reportNewIncomingVoIPPushPayload(_ payload: [AnyHashable: Any]) async throws {
        throw CallRequest.pushedConversation.refusal
    }

    /// Tells the system what became of a conversation of this manager. A report that does not fit, such
    /// as a connection after the end, changes nothing.
    final public func reportConversationEvent(_ event: Conversation.Event, for conversation: Conversation) {
        guard active.contains(where: { $0 === conversation }) else { return }
        guard conversation.change({ $0.apply(event) }) else { return }
        if conversation.current.state == .left { remove(conversation) }
        listener?.conversationManager(self, conversationChanged: conversation)
    }

    /// Ends all conversations and fails all unfinished actions. The delegate hears of nothing more.
    final public func invalidate() {
        isInvalid = true
        for action in unfinished { _ = action.fail(.invalidated) }
        for conversation in active {
            conversation.change { $0.left(Date()) }
            remove(conversation)
        }
    }

    // MARK: For the call service

    /// A conversation that the system knows now.
    package func add(_ conversation: Conversation) {
        guard !isInvalid else { return }
        change(\.conversations) { active.append(conversation) }
        listener?.conversationManager(self, conversationChanged: conversation)
    }

    /// Hands an accepted action to the delegate. One that was handed over before is not handed over again.
    package func hand(_ action: ConversationAction) {
        guard !isInvalid, action.start() else { return }
        action.whenOver = { [weak self, uuid = action.uuid] in self?.forget(uuid) }
        change(\.pendingActions) { unfinished.append(action) }
        listener?.conversationManager(self, perform: action)
    }

    /// Fails the actions whose time is up and tells the delegate.
    package func failActions(dueAt now: Date) {
        for action in unfinished where action.timeoutDate <= now {
            if action.fail(.timeOut) { listener?.conversationManager(self, timedOutPerforming: action) }
        }
    }

    /// When ``failActions(dueAt:)`` has something to do next.
    package var nextTimeOut: Date? {
        unfinished.map(\.timeoutDate).min()
    }

    private func forget(_ action: UUID) {
        change(\.pendingActions) { unfinished.removeAll { $0.uuid == action } }
    }

    private func remove(_ conversation: Conversation) {
        change(\.conversations) { active.removeAll { $0 === conversation } }
    }

    private func change<Member>(_ member: KeyPath<ConversationManager, Member>, _ body: () -> Void) {
        registrar.withMutation(of: self, keyPath: member, body)
    }
}
