import Glibc
import HandsetPlatform
import Testing

/// One end of a stream, with what came.
private actor End {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var stream: ByteStream?
    private var received: [UInt8] = []
    private var isClosed = false
    private var waiting: (count: Int, continuation: CheckedContinuation<[UInt8], Never>)?

    init(_ loop: EventLoop) { self.loop = loop }

    func open(_ descriptor: Int32, outgoingLimit: Int = 4 << 20) {
        let stream = ByteStream(descriptor: descriptor, loop: loop, outgoingLimit: outgoingLimit)
        stream.onBytes = { [unowned self] octets in assumeIsolated { $0.came(octets) } }
        stream.onClose = { [unowned self] in assumeIsolated { $0.closed() } }
        self.stream = stream
    }

    func write(_ octets: [UInt8]) { stream?.write(octets) }
    func close() { stream?.close() }
    var isOpen: Bool { stream?.isOpen ?? false }

    /// What has come, once it is `count` octets or the far end has gone.
    func take(_ count: Int) async -> [UInt8] {
        if received.count >= count || isClosed { return received }
        return await withCheckedContinuation { waiting = (count, $0) }
    }

    private func came(_ octets: [UInt8]) {
        received += octets
        if let waiting, received.count >= waiting.count { answer() }
    }

    private func closed() {
        isClosed = true
        answer()
    }

    private func answer() {
        waiting?.continuation.resume(returning: received)
        waiting = nil
    }
}

@Suite struct ByteStreamTests {
    private let near: End
    private let far: End

    init() {
        let loop = EventLoop(name: "test")
        near = End(loop)
        far = End(loop)
    }

    private func connect(outgoingLimit: Int = 4 << 20) async throws {
        var pair: [Int32] = [0, 0]
        try SystemError.check(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair), "socketpair")
        await near.open(pair[0], outgoingLimit: outgoingLimit)
        await far.open(pair[1])
    }

    @Test(arguments: [1, 65_536, 3_000_000]) func carriesOctetsInOrder(count: Int) async throws {
        try await connect()
        let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        await near.write(octets)
        #expect(await far.take(count) == octets)
    }

    @Test func tellsThatTheFarEndHasGone() async throws {
        try await connect()
        await near.write([1, 2])
        await near.close()
        #expect(await far.take(100) == [1, 2])
        #expect(await !far.isOpen)
    }

    @Test func closesOnAFarEndThatDoesNotRead() async throws {
        var pair: [Int32] = [0, 0]
        try SystemError.check(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair), "socketpair")
        defer { Glibc.close(pair[1]) }
        await near.open(pair[0], outgoingLimit: 1 << 20)
        await near.write([UInt8](repeating: 7, count: 4 << 20))
        #expect(await !near.isOpen)
    }

    @Test func carriesOctetsOverAPseudoTerminal() async throws {
        let (master, path) = try SerialPort.openPseudoTerminal()
        await near.open(master)
        await far.open(try SerialPort.open(path, rate: 115_200))
        await near.write(Array("AT\r\n\u{1A}".utf8))
        #expect(await far.take(5) == Array("AT\r\n\u{1A}".utf8))
        await far.write([0x3E, 0x20, 0x00, 0xFF])
        #expect(await near.take(4) == [0x3E, 0x20, 0x00, 0xFF])
    }

    @Test func refusesARateThatNoSerialPortHas() {
        #expect(throws: SystemError.self) {
            let (master, path) = try SerialPort.openPseudoTerminal()
            defer { Glibc.close(master) }
            _ = try SerialPort.open(path, rate: 12_345)
        }
    }

    @Test func refusesASocketPathThatIsTooLong() {
        #expect(throws: SystemError("socket path", code: ENAMETOOLONG)) {
            _ = try UnixSocket.connect(to: "/" + String(repeating: "x", count: 200))
        }
    }
}
