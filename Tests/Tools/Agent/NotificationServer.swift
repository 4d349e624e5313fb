import HandsetBusTesting
import HandsetDBus
import HandsetPlatform

/// A notification server that shows nothing, can as much as the test says, and clicks when told to.
actor NotificationServer {
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"

    struct Shown: Hashable, Sendable {
        var number: UInt32
        var replaced: UInt32
        var application: String
        var summary: String
        var body: String
        var actions: [String]
        var hints: [String: BusValue]
        var expiry: Int32
    }

    private nonisolated let loop = EventLoop(name: "desktop")
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let abilities: [String]
    private var bus: Bus?
    private var last: UInt32 = 0
    nonisolated let shown: AsyncStream<Shown>
    nonisolated let closed: AsyncStream<UInt32>
    private let showing: AsyncStream<Shown>.Continuation
    private let closing: AsyncStream<UInt32>.Continuation
    private let clicksAtOnce: String?

    /// - Parameter clicksAtOnce: an action that the person clicks sooner than the answer to `Notify` is read.
    init(
        _ abilities: [String] = ["actions", "body", "body-markup", "inline-reply"], clicksAtOnce: String? = nil
    ) {
        self.abilities = abilities
        self.clicksAtOnce = clicksAtOnce
        (shown, showing) = AsyncStream.makeStream()
        (closed, closing) = AsyncStream.makeStream()
    }

    func start(on address: BusAddress) async throws {
        let bus = try await Bus.connect(to: address, on: loop)
        await bus.serve(
            BusObject(path: Self.path, interfaces: [Self.interface]) { [unowned self] in try await self.answer($0) })
        guard try await bus.requestName(Self.name) == .owned else { throw BusError.disconnected }
        self.bus = bus
    }

    func stop() async {
        await bus?.close()
        bus = nil
    }

    func next() async throws -> Shown {
        var iterator = shown.makeAsyncIterator()
        guard let next = await iterator.next() else { throw BusError.cancelled }
        return next
    }

    func nextClosed() async -> UInt32? {
        var iterator = closed.makeAsyncIterator()
        return await iterator.next()
    }

    func click(_ key: String, on number: UInt32) async throws {
        try await emit("ActionInvoked", number, .string(key))
        try await close(number, reason: 2)
    }
    func reply(_ text: String, to number: UInt32) async throws {
        try await emit("NotificationReplied", number, .string(text))
    }
    func close(_ number: UInt32, reason: UInt32) async throws {
        try await emit("NotificationClosed", number, .uint32(reason))
    }
    private func emit(_ member: String, _ number: UInt32, _ value: BusValue) async throws {
        try await bus?.emit(BusSignal(member, on: Self.name, at: Self.path, [.uint32(number), value]))
    }

    private func answer(_ request: BusRequest) async throws -> [BusValue] {
        let arguments = request.arguments
        switch request.member {
        case "GetCapabilities": return [.strings(abilities)]
        case "CloseNotification":
            let number = arguments[0].uint32 ?? 0
            closing.yield(number)
            try await close(number, reason: 3)
            return []
        default:
            let replaced = arguments[1].uint32 ?? 0
            if replaced == 0 { last += 1 }
            let number = replaced == 0 ? last : replaced
            showing.yield(
                Shown(
                    number: number, replaced: replaced, application: arguments[0].string ?? "",
                    summary: arguments[3].string ?? "", body: arguments[4].string ?? "",
                    actions: arguments[5].strings ?? [], hints: arguments[6].dictionary ?? [:],
                    expiry: arguments[7].int32 ?? 0))
            if let clicksAtOnce { try await click(clicksAtOnce, on: number) }
            return [.uint32(number)]
        }
    }

    private static let interface = BusInterface(
        name,
        methods: [
            .init("GetCapabilities", returns: ["capabilities": "as"]),
            .init(
                "Notify",
                [
                    "app_name": "s", "replaces_id": "u", "app_icon": "s", "summary": "s", "body": "s",
                    "actions": "as", "hints": "a{sv}", "expire_timeout": "i",
                ], returns: ["id": "u"]), .init("CloseNotification", ["id": "u"]),
        ],
        signals: [
            .init("ActionInvoked", ["id": "u", "action_key": "s"]),
            .init("NotificationReplied", ["id": "u", "text": "s"]),
            .init("NotificationClosed", ["id": "u", "reason": "u"]),
        ])
}
