import Glibc
import HandsetBusTesting
import HandsetDBus
import HandsetPlatform
import Testing

/// An object that answers with what it is given, fails, or never answers, as asked.
enum Echo {
    static let name = "org.handset.Test"
    static let path = "/org/handset/Test"
    static let interface = BusInterface(
        name,
        methods: [
            .init("Echo", ["text": "s"], returns: ["text": "s"]),
            .init("Bag", ["bag": "a{sv}"], returns: ["bag": "a{sv}"]),
            .init("Any", ["value": "v"], returns: ["value": "v"]), .init("Who", returns: ["pid": "u", "uid": "u"]),
            .init("Read", ["file": "h"], returns: ["octets": "ay"]), .init("Fail"), .init("Never"),
            .init("Wrong", returns: ["text": "s"]), .init("Zero", returns: ["text": "s"]),
        ], signals: [.init("Changed", ["text": "s"])])

    /// `began` and `ended` are told of each call that never answers.
    static func object(
        began: @escaping @Sendable (String) -> Void = { _ in }, ended: @escaping @Sendable () -> Void = {}
    ) -> BusObject {
        BusObject(path: path, interfaces: [interface]) { request in
            switch request.member {
            case "Who": return [.uint32(request.caller.processID), .uint32(request.caller.userID)]
            case "Read":
                guard let file = request.arguments.first?.fileDescriptor else { return [] }
                var octets = [UInt8](repeating: 0, count: 64)
                let count = read(file.rawValue, &octets, octets.count)
                return [.bytes(Array(octets.prefix(max(0, count))))]
            case "Fail": throw BusFault("org.handset.Error.Test", "as asked")
            case "Wrong": return [.uint32(1)]
            case "Zero": return [.string("a\0b")]
            case "Never":
                began(request.caller.uniqueName)
                let cancelled = OneShot<Void>()
                await withTaskCancellationHandler {
                    await cancelled.value()
                } onCancel: {
                    cancelled.give(())
                }
                ended()
                throw CancellationError()
            default: return request.arguments
            }
        }
    }

    static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(member, on: name, of: name, at: path, arguments)
    }
}

/// A bus with a server that owns the test's name, and a client, each on a loop of its own.
struct Pair: Sendable {
    let daemon: PrivateBus
    let server: Bus
    let client: Bus

    static func with(
        _ object: BusObject = Echo.object(), limits: BusLimits = BusLimits(),
        _ body: @Sendable (Pair) async throws -> Void
    ) async throws {
        try await PrivateBus.with { daemon in
            let pair = Pair(
                daemon: daemon,
                server: try await Bus.connect(to: daemon.address, on: EventLoop(name: "server"), limits: limits),
                client: try await Bus.connect(to: daemon.address, on: EventLoop(name: "client")))
            await pair.server.serve(object)
            guard try await pair.server.requestName(Echo.name) == .owned else { throw BusError.disconnected }
            try await body(pair)
            await pair.client.close()
            await pair.server.close()
        }
    }

    func answersStill() async throws {
        let answer = try await client.call(Echo.call("Echo", [.string("still here")]))
        #expect(answer == [.string("still here")])
    }

    /// Another connection to the same bus.
    func another() async throws -> Bus {
        try await Bus.connect(to: daemon.address, on: EventLoop(name: "another"))
    }
}

/// What handlers were told, in order.
struct Told<Element: Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let continuation: AsyncStream<Element>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func tell(_ element: Element) { continuation.yield(element) }

    /// The next `count`; waits for them.
    func next(_ count: Int) async -> [Element] {
        var elements: [Element] = []
        var iterator = stream.makeAsyncIterator()
        while elements.count < count, let element = await iterator.next() { elements.append(element) }
        return elements
    }
}
