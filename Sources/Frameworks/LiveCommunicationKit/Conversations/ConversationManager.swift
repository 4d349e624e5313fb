public import Foundation
package import Handset
import HandsetCompanions
import HandsetPlatform
public import Observation

/// An app's conversations over the internet, shown and controlled by the system.
///
/// An app makes one at launch and keeps it. The delegate is called on the main queue, which an app with an asynchronous
/// `main`, `dispatchMain()` or `RunLoop.main.run()` serves.
public final class ConversationManager: Observable {
    /// What the app told about itself.
    final public let configuration: ConversationManager.Configuration
    /// Who performs the actions. It is not kept alive.
    weak final public var delegate: (any ConversationManagerDelegate)? {
        didSet { if delegate != nil { tellWhatWasMissed() } }
    }

    private let registrar = ObservationRegistrar()
    /// An action may be ended on any thread.
    private let state: Lock<State>
    private let port: any ConversationPort

    private struct State {
        var active: [Conversation] = []
        var unfinished: [ConversationAction] = []
        /// The app's own wishes, until the system hands them back.
        var wishes: [UUID: ConversationAction] = [:]
        /// Conversations that the system is being told of.
        var unheard: Set<UUID> = []
        var isInvalid = false
        var hasBegun = false
        var hasHadDelegate = false
    }

    package init(describedBy configuration: ConversationManager.Configuration, port: any ConversationPort) {
        self.configuration = configuration
        self.port = port
        let state = Lock(State())
        self.state = state
        let reference = Lock(WeakManager(manager: self))
        port.begin(as: CallingAppInfo(configuration)) {
            state.withLock { state in state.active.filter { !state.unheard.contains($0.uuid) } }
                .map(ConversationRecall.init)
        } hears: { news in
            DispatchQueue.main.async { reference.withLock { $0.manager }?.take(news) }
        }
        CallPushDuty.shared.enforce { [weak state] in
            state?.withLock { $0.active.isEmpty } ?? true
        } violation: {
            // Apple's system ends the app.
            FileHandle.standardError.write(Data(Self.violation.utf8))
        }
    }

    private struct WeakManager { weak var manager: ConversationManager? }

    private static let violation = """
        LiveCommunicationKit: a call push was handled without reportNewIncomingConversation. iOS ends the app for this, and \
        sends it no more pushes when it happens often.

        """

    deinit { port.end() }

    /// A manager for an app that is as `configuration` says.
    convenience public init(configuration: ConversationManager.Configuration) {
        self.init(describedBy: configuration, port: ConversationChannel())
    }

    /// The system may be there before the first delegate is: an app has no way to set it before it has made a manager.
    private func tellWhatWasMissed() {
        let missed = state.withLock { state in
            defer { state.hasHadDelegate = true }
            return state.hasHadDelegate ? (false, []) : (state.hasBegun, state.unfinished)
        }
        guard missed.0 || !missed.1.isEmpty else { return }
        let reference = Lock((WeakManager(manager: self), missed))
        DispatchQueue.main.async {
            let (weak, (hasBegun, actions)) = reference.withLock { $0 }
            guard let manager = weak.manager else { return }
            if hasBegun { manager.listener?.conversationManagerDidBegin(manager) }
            for action in actions { manager.listener?.conversationManager(manager, perform: action) }
        }
    }

    /// The delegate, until the manager is invalidated.
    private var listener: (any ConversationManagerDelegate)? {
        state.withLock { $0.isInvalid } ? nil : delegate
    }

    /// The delegate is called on the main queue, wherever an app reports and ends what it does.
    private func tell(of conversation: Conversation) {
        guard !MainQueue.isCurrent else {
            listener?.conversationManager(self, conversationChanged: conversation)
            return
        }
        let reference = Lock(WeakManager(manager: self))
        DispatchQueue.main.async { reference.withLock { $0.manager }?.tell(of: conversation) }
    }

    /// The conversations that are not over.
    final public var conversations: [Conversation] {
        registrar.access(self, keyPath: \.conversations)
        return state.withLock { $0.active }
    }

    /// The actions that are neither fulfilled nor failed.
    final public var pendingActions: [ConversationAction] {
        registrar.access(self, keyPath: \.pendingActions)
        return state.withLock { $0.unfinished }
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

    /// Asks the system for actions, all or none. Those that it accepts come back through the delegate, the same objects.
    ///
    /// - Throws: a `HandsetError` that says why nothing was accepted and what to do: the bundle does not declare
    ///   `com.apple.developer.calling-app`, the service does not answer, the conversation is not known, an action is of no
    ///   subclass or not idle. The actions stay as they were.
    final public func perform(_ actions: [ConversationAction]) async throws {
        let infos = actions.compactMap(\.info)
        guard infos.count == actions.count, actions.allSatisfy({ $0.state == .idle }) else {
            throw HandsetError(
                .invalidArgument,
                "The actions were not performed: one is of none of the subclasses, or was performed before. Make new ones."
            )
        }
        state.withLock { state in for action in actions { state.wishes[action.uuid] = action } }
        do {
            try await port.perform(infos)
        } catch {
            state.withLock { state in for action in actions { state.wishes[action.uuid] = nil } }
            throw error
        }
    }

    /// Makes the system ring for a conversation.
    ///
    /// - Throws: a `HandsetError`: of kind `refused` when the person is not to be disturbed or too many conversations are
    ///   there already; `notPermitted` when the bundle does not declare `com.apple.developer.calling-app`.
    final public func reportNewIncomingConversation(uuid: UUID, update: Conversation.Update) async throws {
        CallPushDuty.shared.conversationReported()
        let conversation = Conversation(uuid: uuid, update: update)
        let isNew = state.withLock { state in
            if state.isInvalid || state.active.contains(where: { $0.uuid == uuid }) { return false }
            state.active.append(conversation)
            state.unheard.insert(uuid)
            return true
        }
        guard isNew else {
            throw HandsetError(
                .invalidArgument,
                "The call does not ring: the manager is invalidated, or has a conversation of this identity already.")
        }
        defer { state.withLock { _ = $0.unheard.remove(uuid) } }
        do {
            // The system may wish for something at once, so the conversation is there before.
            try await port.reportIncoming(uuid, ConversationUpdateInfo(update))
        } catch {
            remove(conversation)
            throw error
        }
        registrar.withMutation(of: self, keyPath: \.conversations) {}
        tell(of: conversation)
    }

    /// Hands a push that the app's extension has decrypted to the app, as its `PKPushRegistry` would get it. All entries are
    /// of property-list types that JSON can write too.
    ///
    /// - Throws: a `HandsetError` when the payload cannot be written, is over 4 KiB, or the bundle does not declare
    ///   `com.apple.developer.calling-app`.
    final public class func reportNewIncomingVoIPPushPayload(_ payload: [AnyHashable: Any]) async throws {
        guard JSONSerialization.isValidJSONObject(payload),
            let data = try? JSONSerialization.data(withJSONObject: payload)
        else {
            throw HandsetError(
                .invalidArgument, "The push was not handled: its payload holds something that JSON cannot write.")
        }
        try await HandsetClient.shared.pushToSelf(String(decoding: data, as: UTF8.self))
    }

    /// Tells the system what became of a conversation of this manager. A report that does not fit, such
    /// as a connection after the end, changes nothing.
    final public func reportConversationEvent(_ event: Conversation.Event, for conversation: Conversation) {
        guard state.withLock({ $0.active.contains { $0 === conversation } }) else { return }
        guard conversation.change({ $0.apply(event) }) else { return }
        if conversation.current.state == .left { remove(conversation) }
        port.report(ConversationEventInfo(event), of: conversation.uuid)
        tell(of: conversation)
    }

    /// Ends all conversations and fails all unfinished actions. The delegate hears of nothing more.
    final public func invalidate() {
        let wasInvalid = state.withLock { state in
            defer { state.isInvalid = true }
            return state.isInvalid
        }
        guard !wasInvalid else { return }
        drop(because: .invalidated)
        port.end()
    }

    private func drop(because failure: ActionProgress.Failure) {
        let wishes = state.withLock { state in
            defer { state.wishes = [:] }
            return state.wishes.values
        }
        for action in state.withLock({ $0.unfinished }) + wishes { _ = action.fail(failure) }
        for conversation in state.withLock({ $0.active }) {
            conversation.change { $0.left(Date()) }
            remove(conversation)
        }
    }
}

// MARK: - What the system wishes

extension ConversationManager {
    /// Called on the main queue.
    func take(_ news: ConversationNews) {
        switch news {
        case .began:
            state.withLock { $0.hasBegun = true }
            listener?.conversationManagerDidBegin(self)
        case .event(let event):
            switch event.kind {
            case .perform:
                guard let info = event.action, let action = wish(info) else { return }
                hand(action)
            case .timedOut: takeBack(event.action)
            case .audioOn: listener?.conversationManager(self, didActivate: .sharedInstance())
            case .audioOff: listener?.conversationManager(self, didDeactivate: .sharedInstance())
            case .reset:
                drop(because: .reset)
                listener?.conversationManagerDidReset(self)
            }
        }
    }

    /// The app's own object, where it was the app's wish.
    private func wish(_ info: ConversationActionInfo) -> ConversationAction? {
        let own = UUID(uuidString: info.id).flatMap { id in state.withLock { $0.wishes.removeValue(forKey: id) } }
        if let own { return own }
        let isKnown = state.withLock { $0.unfinished.contains { $0.uuid.uuidString == info.id } }
        return isKnown ? nil : ConversationAction.make(info)
    }

    /// A conversation that the system knows now.
    package func add(_ conversation: Conversation) {
        guard !state.withLock({ $0.isInvalid }) else { return }
        change(\.conversations) { $0.active.append(conversation) }
        tell(of: conversation)
    }

    /// Hands an accepted action to the delegate. One that was handed over before is not handed over again.
    package func hand(_ action: ConversationAction) {
        guard !state.withLock({ $0.isInvalid }), action.start() else { return }
        action.whenOver = { [weak self, weak action] in if let action { self?.settle(action) } }
        change(\.pendingActions) { $0.unfinished.append(action) }
        begin(action)
        schedule(action.timeoutDate)
        listener?.conversationManager(self, perform: action)
    }

    /// Fails the actions whose time is up and tells the delegate.
    package func failActions(dueAt now: Date) {
        for action in state.withLock({ $0.unfinished }) where action.timeoutDate <= now {
            if action.fail(.timeOut) { listener?.conversationManager(self, timedOutPerforming: action) }
        }
    }

    /// The system has given an action up: its time was up, the person wants the call no more, or it could not be begun.
    /// What had not come yet is handed to nobody.
    private func takeBack(_ info: ConversationActionInfo?) {
        guard let id = info.flatMap({ UUID(uuidString: $0.id) }) else { return failActions(dueAt: Date()) }
        let action = state.withLock { state in
            state.wishes.removeValue(forKey: id) ?? state.unfinished.first { $0.uuid == id }
        }
        guard let action else { return }
        if action.fail(action.timeoutDate <= Date() ? .timeOut : .withdrawn) {
            listener?.conversationManager(self, timedOutPerforming: action)
        }
    }

    private func schedule(_ date: Date) {
        let reference = Lock(WeakManager(manager: self))
        let delay = min(max(date.timeIntervalSinceNow, 0), 86_400)
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) {
            reference.withLock { $0.manager }?.failActions(dueAt: Date())
        }
    }

    private func conversation(_ uuid: UUID) -> Conversation? {
        state.withLock { $0.active.first { $0.uuid == uuid } }
    }

    private func begin(_ action: ConversationAction) {
        if let start = action as? StartConversationAction, conversation(start.conversationUUID) == nil {
            add(Conversation(uuid: start.conversationUUID, update: .init(members: Set(start.handles))))
        }
        if action is EndConversationAction { changeConversation(of: action) { $0.leave() } }
    }

    /// What the end of an action means for its conversation, when the app has not reported it.
    private func settle(_ action: ConversationAction) {
        change(\.pendingActions) { $0.unfinished.removeAll { $0 === action } }
        let date = action.dateOfFulfilment
        let isFulfilled = action.state == .complete
        port.finish(action.uuid, isFulfilled: isFulfilled, date: date)
        switch (action, isFulfilled) {
        case (is StartConversationAction, true):
            changeConversation(of: action) { $0.apply(.conversationStartedConnecting(date ?? Date())) }
        case (is JoinConversationAction, true):
            changeConversation(of: action) { $0.apply(.conversationConnected(date ?? Date())) }
        case (is StartConversationAction, false), (is JoinConversationAction, false), (is EndConversationAction, true):
            changeConversation(of: action) { $0.left(date ?? Date()) }
        case (is EndConversationAction, false): changeConversation(of: action) { $0.stay() }
        case (let pause as PauseConversationAction, true):
            changeConversation(of: action) { $0.setPaused(pause.isPaused) }
        default: break
        }
    }

    private func changeConversation(
        of action: ConversationAction, _ step: (inout ConversationLifecycle) -> Bool
    ) {
        guard let conversation = conversation(action.conversationUUID), conversation.change(step) else { return }
        if conversation.current.state == .left { remove(conversation) }
        tell(of: conversation)
    }

    private func remove(_ conversation: Conversation) {
        change(\.conversations) { $0.active.removeAll { $0 === conversation } }
    }

    private func change<Member>(_ member: KeyPath<ConversationManager, Member>, _ body: (inout State) -> Void) {
        registrar.withMutation(of: self, keyPath: member) { state.withLock(body) }
    }
}
