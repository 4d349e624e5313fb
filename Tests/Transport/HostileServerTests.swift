import Foundation
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetMMSTransport

/// What servers do that want to keep a client busy, fill it, or lead it astray.
@Suite(.timeLimit(.minutes(1))) struct HostileServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [HostileServer.Step]
        /// Nil: an answer.
        var kind: MMSTransferError.Kind?
        var reason = ""
        var status = 0
        var body: [UInt8] = []

        init(_ name: String, _ steps: [HostileServer.Step], _ kind: MMSTransferError.Kind, _ reason: String) {
            (testDescription, self.steps, self.kind, self.reason) = (name, steps, kind, reason)
        }

        init(_ name: String, _ steps: [HostileServer.Step], status: Int, body: [UInt8] = []) {
            (testDescription, self.steps, self.status, self.body) = (name, steps, status, body)
        }
    }

    static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.wap.mms-message\r\n"
    /// A megabyte of nothing, packed: what comes out is what went in.
    static let packed: [UInt8] = [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03] + Array("bomb".utf8)

    static let tooLong = "longer than they may be"
    static let tooSlow = "took too long"

    static let cases = [
        Case("silent", [], .notSent, tooSlow),
        Case(
            "headers drip", [.send("HTTP/1.1 200 OK\r\nX-A: "), .repeating([0x61], every: .seconds(1))], .notSent,
            tooSlow),
        Case(
            "the body drips", [.send(head + "Content-Length: 1000\r\n\r\n"), .repeating([0x61], every: .seconds(1))],
            .notSent, tooSlow),
        // More than what counts as slow, and less than what would ever end.
        Case(
            "the body comes just fast enough",
            [
                .send(head + "Content-Length: 90000\r\n\r\n"),
                .repeating([UInt8](repeating: 0x61, count: 40), every: .milliseconds(200)),
            ], .notSent, tooSlow),
        Case(
            "headers without end",
            [
                .send("HTTP/1.1 200 OK\r\n"),
                .repeating(Array("X-A: \(String(repeating: "a", count: 4_000))\r\n".utf8), every: .milliseconds(1)),
            ],
            .tooLarge, tooLong),
        Case(
            "one header without end",
            [
                .send("HTTP/1.1 200 OK\r\nX-A: "),
                .repeating([UInt8](repeating: 0x61, count: 4_000), every: .milliseconds(1)),
            ],
            .tooLarge, tooLong),
        Case(
            "interim answers without end",
            [
                .repeating(
                    Array("HTTP/1.1 103 Early Hints\r\nX-A: \(String(repeating: "a", count: 4_000))\r\n\r\n".utf8),
                    every: .milliseconds(1))
            ],
            .tooLarge, tooLong),
        Case(
            "trailers without end",
            [
                .send(head + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"),
                .repeating(Array("X-A: \(String(repeating: "a", count: 4_000))\r\n".utf8), every: .milliseconds(1)),
            ], .tooLarge, tooLong),
        Case(
            "chunks without end",
            [
                .send(head + "Transfer-Encoding: chunked\r\n\r\n"),
                .repeating(Array("400\r\n\(String(repeating: "a", count: 1_024))\r\n".utf8), every: .milliseconds(1)),
            ], .tooLarge, "larger than it may be"),
        Case("a length over the limit", [.send(head + "Content-Length: 99999999999\r\n\r\n")], .tooLarge, "larger"),
        Case("a length that is none", [.send(head + "Content-Length: many\r\n\r\n"), .close], .notSent, "failed"),
        Case(
            "a length that says too much", [.send(head + "Content-Length: 10\r\n\r\nshort"), .close], .notSent, "failed"
        ),
        Case(
            "a length that says too little", [.send(head + "Content-Length: 2\r\n\r\nlong"), .close], status: 200,
            body: Array("lo".utf8)),
        Case(
            "what is packed stays so",
            [.send(head + "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"), .send(packed)],
            status: 200, body: packed),
        Case("no HTTP", [.send("\u{1}\u{2}\u{3}\r\n\r\n"), .close], .notSent, "failed"),
        Case("nothing", [.close], .notSent, "failed"),
        Case("204", [.send("HTTP/1.1 204 No Content\r\n\r\n")], status: 204),
        Case(
            "206", [.send("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-0/9\r\nContent-Length: 1\r\n\r\na")],
            status: 206, body: [0x61]),
        Case("304", [.send("HTTP/1.1 304 Not Modified\r\n\r\n")], status: 304),
        Case("a redirection to a file", [redirect("file:///etc/passwd")], .notSent, "must not follow"),
        Case("a redirection to nothing", [redirect("")], .notSent, "must not follow"),
    ]

    static func redirect(_ location: String) -> HostileServer.Step {
        .send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
    }

    static var limits: MMSTransferLimits {
        var limits = MMSTransferLimits()
        limits.slowest = .seconds(60)
        limits.whole = .seconds(60)
        return limits
    }

    static func withServer(
        _ steps: [HostileServer.Step], limits: MMSTransferLimits = limits,
        _ body: (HostileServer, MMSTransport, UInt16) async throws -> Void
    ) async throws {
        let loop = EventLoop(name: "hostile")
        let server = HostileServer(loop: loop, steps)
        let transport = MMSTransport(loop: loop, limits: limits)
        let port = try await server.start()
        let result = await Result { try await body(server, transport, port) }
        await transport.close()
        await server.stop()
        try result.get()
    }

    static func fetch(
        _ location: String, interface: String? = "lo", nameServers: [String] = [], mmsc: String = "http://192.0.2.1/",
        patience: Duration? = .seconds(3)
    ) -> MMSRequest {
        MMSRequest(
            .fetch, location: Array(location.utf8), path: DataPath(interface: interface, nameServers: nameServers),
            settings: MultimediaSettings(mmsc: mmsc), answerLimit: 100_000, patience: patience)
    }

    @Test(arguments: cases) func aServer(_ hostile: Case) async throws {
        try await Self.withServer(hostile.steps) { server, transport, port in
            let begin = MonotonicTime.now
            do throws(MMSTransferError) {
                let answer = try await transport.perform(Self.fetch("http://127.0.0.1:\(port)/m"))
                #expect(hostile.kind == nil)
                #expect(answer.status == hostile.status)
                #expect(answer.body == hostile.body)
            } catch {
                #expect(error.kind == hostile.kind)
                #expect(error.reason.contains(hostile.reason), "\(error.reason)")
            }
            #expect(MonotonicTime.now - begin < .seconds(10))
            // Who does not ask for packed octets needs not unpack them.
            #expect(!String(decoding: await server.heard, as: UTF8.self).lowercased().contains("accept-encoding"))
        }
    }

    /// The time is that of the whole, not that of each hop.
    @Test func aCircleOfSlowRedirectionsEnds() async throws {
        var limits = Self.limits
        limits.redirects = 1_000
        try await Self.withServer([Self.redirect("/again")], limits: limits) { _, transport, port in
            let error = await #expect(throws: MMSTransferError.self) { () async throws in
                try await transport.perform(Self.fetch("http://127.0.0.1:\(port)/m", patience: .milliseconds(300)))
            }
            #expect(error?.reason.contains(Self.tooSlow) == true)
        }
    }

    @Test func aRedirectionToAnotherHostIsFollowed() async throws {
        try await Self.withServer([.send(Self.head + "Content-Length: 4\r\n\r\nhere")]) { _, transport, there in
            try await Self.withServer([Self.redirect("http://127.0.0.2:\(there)/x")]) { _, _, port in
                let error = await #expect(throws: MMSTransferError.self) { () async throws in
                    try await transport.perform(Self.fetch("http://127.0.0.1:\(port)/m"))
                }
                // Nobody listens at the other address: it was asked.
                #expect(error?.reason.contains("connect") == true)
            }
            try await Self.withServer([Self.redirect("http://127.0.0.1:\(there)/x")]) { _, _, port in
                let answer = try await transport.perform(Self.fetch("http://127.0.0.1:\(port)/m"))
                #expect(answer.body == Array("here".utf8))
            }
        }
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("0.0.0.0", true), ("169.254.1.1", true), ("224.0.0.1", true),
        ("255.255.255.255", true), ("::1", true), ("::", true), ("fe80::1", true), ("ff02::1", true),
        ("::ffff:127.0.0.1", true), ("10.0.0.1", false), ("192.168.100.1", false), ("172.16.0.1", false),
        ("100.64.0.1", false), ("fd00::1", false), ("2001:db8::1", false), ("::ffff:10.0.0.1", false),
    ])
    func whatIsPrivateIsRightAndThisMachineIsNot(_ text: String, _ isForbidden: Bool) throws {
        #expect(Reach.isForbidden(try #require(IPAddress(text))) == isForbidden)
    }

    /// An announcement must not make the daemon ask what listens on this machine: by its number, by a name, or by a redirection
    /// from the MMSC.
    @Test func nothingOfThisMachineIsAsked() async throws {
        try await Self.withServer([.send(Self.head + "Content-Length: 0\r\n\r\n")]) { server, transport, port in
            let names = try NameServer(addresses: [[127, 0, 0, 1]])
            defer { names.stop() }
            for (host, servers) in [
                ("127.0.0.1", []), ("inner.example", ["127.0.0.1#\(names.port)"]), ("localhost", []),
            ] {
                let error = await #expect(throws: MMSTransferError.self) { () async throws in
                    try await transport.perform(
                        Self.fetch("http://\(host):\(port)/m", interface: nil, nameServers: servers))
                }
                #expect(error?.reason.contains("this machine") == true, "\(error?.reason ?? "")")
            }
            #expect(await server.heard.isEmpty)
            // The operator may name it.
            let own = Self.fetch("http://127.0.0.1:\(port)/m", interface: nil, mmsc: "http://127.0.0.1:1/mms")
            #expect(try await transport.perform(own).status == 200)
        }
    }

    @Test func aCertificateOfNobodyIsNotTrusted() async throws {
        try await withTLSServer { port in
            let transport = MMSTransport(loop: EventLoop(name: "tls"), limits: Self.limits)
            let error = await #expect(throws: MMSTransferError.self) { () async throws in
                try await transport.perform(Self.fetch("https://127.0.0.1:\(port)/m"))
            }
            #expect(error?.kind == .notSent)
            #expect(error?.reason.contains("certificate") == true, "\(error?.reason ?? "")")
            await transport.close()
        }
    }

    /// `openssl s_server` with a certificate that it has signed itself.
    private func withTLSServer(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("handset-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func openssl(_ arguments: String...) -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
            process.currentDirectoryURL = folder
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            return process
        }
        let making = openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "cert", "-days", "1", "-subj",
            "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")
        let made = await withCheckedContinuation { continuation in
            making.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try making.run() } catch { continuation.resume(returning: -1) }
        }
        try #require(made == 0)
        let server = openssl("s_server", "-accept", "127.0.0.1:0", "-key", "key", "-cert", "cert", "-www")
        let output = Pipe()
        server.standardOutput = output
        try server.run()
        defer { server.terminate() }
        // "ACCEPT 127.0.0.1:40000"
        var text = ""
        for try await line in output.fileHandleForReading.lines(from: "ACCEPT") { text = line }
        try await body(try #require(text.split(separator: ":").last.map(String.init)))
    }
}

extension FileHandle {
    /// The first line that begins so.
    fileprivate func lines(from start: String) -> AsyncStream<String> {
        AsyncStream { continuation in
            let text = Lock("")
            readabilityHandler = { handle in
                let octets = handle.availableData
                let line = text.withLock { text -> String? in
                    text += String(decoding: octets, as: UTF8.self)
                    let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                    return whole.first { $0.hasPrefix(start) }.map(String.init)
                }
                guard line != nil || octets.isEmpty else { return }
                handle.readabilityHandler = nil
                if let line { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
