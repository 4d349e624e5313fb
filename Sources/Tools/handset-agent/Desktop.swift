import Glibc
import HandsetDBus
import HandsetInterface
import HandsetPlatform

enum DesktopEvent: Hashable, Sendable {
    /// The person did something with a notification of an app.
    case responded(app: String, NotificationResponseInfo)
    /// A notification server came or went.
    case serverChanged
}

/// The desktop's notification server (Desktop Notifications Specification 1.2), and who waits for a click.
actor Desktop {
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
    private static let timeout = Duration.seconds(10)
    private static let patience = Duration.seconds(60)

    private let session: SessionBus
    private let loop: EventLoop
    private var tell: (@Sendable (DesktopEvent) -> Void)?
    private var server: String?
    private var capabilities: Set<String>?
    private var shown = ShownNotifications()
    /// What the person did with a notification whose number has not been told us yet.
    private var early: [(number: UInt32, what: Done)] = []
    private var isPosting = false
    private var queue: [OneShot<Void>] = []

    private enum Done {
        case action(String)
        case reply(String)
        case closed(reason: UInt32)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(session: SessionBus, loop: EventLoop) {
        self.session = session
        self.loop = loop
    }

    func start(_ tell: @escaping @Sendable (DesktopEvent) -> Void) async {
        self.tell = tell
        await session.start { [weak self] bus in
            await self?.listen(on: bus)
        } lost: { [weak self] in
            self?.assumeIsolated { $0.serverChanged(nil) }
        }
    }

    // MARK: The server

    private func listen(on bus: Bus) async {
        for member in ["ActionInvoked", "NotificationReplied", "NotificationClosed"] {
            let match = SignalMatch(member, on: Self.name, of: Self.name, at: Self.path)
            _ = try? await bus.subscribe(match) { [weak self] message in
                self?.assumeIsolated { $0.signalled(message) }
            }
        }
        _ = try? await bus.follow(Self.name) { [weak self] owner in self?.assumeIsolated { $0.serverChanged(owner) } }
    }

    private func serverChanged(_ owner: String?) {
        guard owner != server else { return }
        server = owner
        capabilities = nil
        // Another server numbers anew, and shows nothing of what this one showed.
        for question in shown.removeAll() { question.give(false) }
        tell?(.serverChanged)
    }

    /// Whether a notification server is there, or would be started.
    func canShow() async -> Bool {
        guard let bus = await session.connection() else { return false }
        if server != nil { return true }
        let call = BusCall(
            "ListActivatableNames", on: "org.freedesktop.DBus", of: "org.freedesktop.DBus",
            at: "/org/freedesktop/DBus")
        return (try? await bus.call(call))?.first?.strings?.contains(Self.name) ?? false
    }

    private func call(_ member: String, _ arguments: [BusValue] = [], on bus: Bus) async -> [BusValue]? {
        let call = BusCall(member, on: Self.name, of: Self.name, at: Self.path, arguments)
        return try? await bus.call(call, timeout: Self.timeout)
    }

    private func abilities(_ bus: Bus) async -> Set<String>? {
        if let capabilities { return capabilities }
        guard let names = await call("GetCapabilities", on: bus)?.first?.strings else { return nil }
        capabilities = Set(names)
        return capabilities
    }

    // MARK: Showing

    /// Shows it in the place of the app's earlier one with the same id; false when there is no server.
    func show(_ notification: NotificationInfo, app: String, name: String) async -> Bool {
        await enter()
        defer { leave() }
        guard let bus = await session.connection(), let abilities = await abilities(bus) else { return false }
        let form = NotificationForm(notification, name: name, abilities: abilities)
        let old = shown.number(app: app, id: notification.id)
        var kept = notification
        kept.delivered = Int64(time(nil))
        let entry = ShownNotifications.Entry(app: app, notification: kept, actions: form.actions)
        return await post(form, replacing: old, entry, on: bus) != nil
    }

    func shown(of app: String) -> [NotificationInfo] { shown.notifications(of: app) }

    func withdraw(app: String, ids: [String]) async {
        // One that is being posted is to go too.
        await enter()
        defer { leave() }
        for id in ids {
            guard let number = shown.number(app: app, id: id) else { continue }
            shown.remove(number)
            guard let bus = await session.connection() else { return }
            _ = await call("CloseNotification", [.uint32(number)], on: bus)
        }
    }

    /// The person's answer; false after a minute without one, `nil` when the desktop cannot ask.
    func ask(_ question: QuestionInfo) async -> Bool? {
        guard let asked = await put(question) else { return nil }
        let timer = loop.schedule(at: .now + Self.patience) { asked.answer.give(false) }
        let answer = await withTaskCancellationHandler {
            _ = self  // a closure stays on its actor only if it captures it
            return await asked.answer.value()
        } onCancel: {
            asked.answer.give(false)
        }
        loop.cancel(timer)
        if shown.remove(asked.number) != nil, let bus = await session.connection() {
            _ = await call("CloseNotification", [.uint32(asked.number)], on: bus)
        }
        return answer
    }

    private func put(_ question: QuestionInfo) async -> (number: UInt32, answer: OneShot<Bool>)? {
        await enter()
        defer { leave() }
        guard let bus = await session.connection(), let abilities = await abilities(bus), abilities.contains("actions")
        else { return nil }
        let answer = OneShot<Bool>()
        let entry = ShownNotifications.Entry(app: "", question: answer)
        let form = NotificationForm(question, abilities: abilities)
        return await post(form, replacing: nil, entry, on: bus).map { ($0, answer) }
    }

    private func post(
        _ form: NotificationForm, replacing old: UInt32?, _ entry: ShownNotifications.Entry, on bus: Bus
    ) async -> UInt32? {
        early = []
        defer { early = [] }
        let asked = server
        // Not cancelled with a handsetd that goes: what is on the screen by then has to be known here.
        let answer = Task { await call("Notify", form.arguments(replacing: old ?? 0), on: bus) }
        guard let number = await answer.value?.first?.uint32, server == asked
        else { return nil }  // a server that has left since shows nothing any more
        shown.insert(entry, number: number)
        for event in early where event.number == number { done(event.what, with: number) }
        return number
    }

    /// One at a time, so that the number to replace is known.
    private func enter() async {
        guard isPosting else {
            isPosting = true
            return
        }
        let ticket = OneShot<Void>()
        queue.append(ticket)
        await ticket.value()
    }

    private func leave() {
        if queue.isEmpty { isPosting = false } else { queue.removeFirst().give(()) }
    }

    // MARK: What the person does

    private func signalled(_ message: BusMessage) {
        guard let body = message.body, body.count == 2, let number = body[0].uint32 else { return }
        let what: Done
        switch (message.member, body[1]) {
        case ("ActionInvoked", .string(let key)): what = .action(key)
        case ("NotificationReplied", .string(let text)): what = .reply(text)
        case ("NotificationClosed", .uint32(let reason)): what = .closed(reason: reason)
        default: return
        }
        if shown[number] != nil {
            done(what, with: number)
        } else if isPosting, early.count < 100 {
            early.append((number, what))
        }
    }

    private func done(_ what: Done, with number: UInt32) {
        guard let entry = shown[number] else { return }
        if let question = entry.question {
            shown.remove(number)
            if case .action(NotificationForm.yes) = what { question.give(true) } else { question.give(false) }
            return
        }
        switch what {
        case .action(let key):
            guard let action = entry.actions[key] else { return }
            respond(entry, action, "", number)
        case .reply(let text):
            guard let action = entry.actions[NotificationForm.inlineReply] else { return }
            respond(entry, action, text, number)
        case .closed(let reason):
            let (expired, dismissed): (UInt32, UInt32) = (1, 2)
            // One that has expired may be called up again from the server's history, and clicked.
            if reason == dismissed { respond(entry, "dismiss", "", number) }
            if reason != expired { shown.remove(number) }
        }
    }

    private func respond(_ entry: ShownNotifications.Entry, _ action: String, _ text: String, _ number: UInt32) {
        shown.remove(number)
        guard let notification = entry.notification else { return }
        let response = NotificationResponseInfo(
            id: notification.id, action: action, text: text, notification: notification)
        tell?(.responded(app: entry.app, response))
    }
}
