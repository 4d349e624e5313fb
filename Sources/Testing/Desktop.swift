import HandsetDBus
import HandsetPlatform

/// A notification as the desktop would show it.
public struct ShownNotification: Hashable, Sendable {
    /// The desktop's number for it.
    public let number: UInt32
    /// The name of the program that the person sees.
    public let appName: String
    /// The first line.
    public let summary: String
    /// The rest, in the markup of the Desktop Notifications Specification.
    public let body: String
    /// Its buttons, in order; the click on the notification itself is no button.
    public let actions: [Action]

    /// A button.
    public struct Action: Hashable, Sendable {
        /// The app's name for it; that of a field for a reply is `inline-reply`.
        public let key: String
        /// What the person reads on it.
        public let label: String
    }
}

/// A desktop's notification server and the person in front of it, on the machine's session bus: speaks
/// org.freedesktop.Notifications, shows nothing, and clicks when told to.
package actor Desktop {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    nonisolated let address: String
    private var bus: Bus?
    private var lastNumber: UInt32 = 0
    /// What is on the screen, by number.
    package private(set) var shown: [UInt32: ShownNotification] = [:]
    /// Everything that was ever shown, replaced or not.
    package private(set) var history: [ShownNotification] = []
    private let fresh: Mailbox<ShownNotification>

    package init(address: String, loop: EventLoop) {
        self.address = address
        self.loop = loop
        fresh = Mailbox(of: "notification", loop: loop)
    }

    package func start() async throws {
        let bus = try await Bus.connect(to: .address(address), on: loop)
        await bus.serve(
            BusObject(path: Self.path, interfaces: [Self.interface]) { [unowned self] request in
                try await self.answer(request)
            })
        guard try await bus.requestName(Self.name) == .owned else {
            throw TestMachineError("another notification server has the session bus")
        }
        self.bus = bus
    }

    package func stop() async {
        await bus?.close()
        bus = nil
        fresh.close()
    }

    /// The first notification, of those not yet returned, that `accepts` takes; waits for it.
    package func next(
        within limit: Duration = .seconds(30),
        where accepts: @escaping @Sendable (ShownNotification) -> Bool = { _ in true }
    ) async throws -> ShownNotification {
        try await fresh.take(within: limit, where: accepts)
    }

    /// Clicks an action; `default` is the notification itself.
    package func click(_ action: String = "default", on number: UInt32) async throws {
        try await bus?.emit(
            BusSignal("ActionInvoked", on: Self.name, at: Self.path, [.uint32(number), .string(action)]))
        try await close(number, reason: 2)
    }

    /// Types a reply into a notification.
    package func reply(_ text: String, to number: UInt32) async throws {
        try await bus?.emit(
            BusSignal("NotificationReplied", on: Self.name, at: Self.path, [.uint32(number), .string(text)]))
        try await close(number, reason: 2)
    }

    package func dismiss(_ number: UInt32) async throws { try await close(number, reason: 2) }

    private func close(_ number: UInt32, reason: UInt32) async throws {
        guard shown.removeValue(forKey: number) != nil else { return }
        try await bus?.emit(
            BusSignal("NotificationClosed", on: Self.name, at: Self.path, [.uint32(number), .uint32(reason)]))
    }

    // MARK: Desktop Notifications Specification 1.2

    private static let interface = BusInterface(
        name,
        methods: [
            .init("GetCapabilities", returns: ["capabilities": "as"]),
            .init(
                "GetServerInformation", returns: ["name": "s", "vendor": "s", "version": "s", "spec_version": "s"]),
            .init(
                "Notify",
                [
                    "app_name": "s", "replaces_id": "u", "app_icon": "s", "summary": "s", "body": "s", "actions": "as",
                    "hints": "a{sv}", "expire_timeout": "i",
                ], returns: ["id": "u"]),
            .init("CloseNotification", ["id": "u"]),
        ],
        signals: [
            .init("ActionInvoked", ["id": "u", "action_key": "s"]),
            .init("NotificationReplied", ["id": "u", "text": "s"]),
            .init("NotificationClosed", ["id": "u", "reason": "u"]),
        ])

    private func answer(_ request: BusRequest) async throws -> [BusValue] {
        switch request.member {
        case "GetCapabilities": return [.strings(["actions", "body", "body-markup", "inline-reply", "persistence"])]
        case "GetServerInformation":
            return [.string("test desktop"), .string("handset"), .string("1"), .string("1.2")]
        case "Notify": return [.uint32(try notify(request.arguments))]
        case "CloseNotification":
            if case .uint32(let number)? = request.arguments.first { try await close(number, reason: 3) }
            return []
        default: throw BusFault("org.freedesktop.DBus.Error.UnknownMethod", "no such method")
        }
    }

    /// Keys and labels in turn; `default` is the notification itself.
    private static func actions(_ values: [BusValue]) -> [ShownNotification.Action] {
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return stride(from: 0, to: texts.count - 1, by: 2)
            .map { ShownNotification.Action(key: texts[$0], label: texts[$0 + 1]) }
            .filter { $0.key != "default" }
    }

    private func notify(_ arguments: [BusValue]) throws -> UInt32 {
        guard arguments.count == 8, case .string(let app) = arguments[0], case .uint32(let replaced) = arguments[1],
            case .string(let summary) = arguments[3], case .string(let body) = arguments[4],
            case .array(_, let actions) = arguments[5]
        else { throw BusFault("org.freedesktop.DBus.Error.InvalidArgs", "Notify takes susssasa{sv}i") }
        if replaced == 0 || shown[replaced] == nil { lastNumber += 1 }
        let number = replaced != 0 && shown[replaced] != nil ? replaced : lastNumber
        let notification = ShownNotification(
            number: number, appName: app, summary: summary, body: body,
            actions: Self.actions(actions))
        shown[number] = notification
        history.append(notification)
        fresh.put(notification)
        return number
    }
}
