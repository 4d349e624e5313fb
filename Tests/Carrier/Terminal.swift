import Glibc
import HandsetPlatform
import HandsetSMS

/// The loops that all tests of this room share: one for the carriers, one for what stands outside.
let carrierLoop = EventLoop(name: "carrier")
let terminalLoop = EventLoop(name: "terminal")

/// A TE as small as can be: writes commands, and waits for lines.
actor Terminal {
    struct Silence: Error, CustomStringConvertible {
        var awaited: String
        var lines: [String]
        var description: String { "no \(awaited) came; there is \(lines)" }
    }

    private struct Waiter {
        var matches: (String) -> Bool
        var continuation: CheckedContinuation<Void, any Error>
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { terminalLoop.asUnownedSerialExecutor() }
    private var stream: ByteStream?
    private var partial: [UInt8] = []
    private(set) var lines: [String] = []
    private(set) var octetCount = 0
    private var waiters: [UInt64: Waiter] = [:]
    private var lastWaiter: UInt64 = 0

    /// Connects to a modem's socket, or opens its pty.
    func connect(to path: String) throws {
        stream?.close()
        partial = []
        var status = stat()
        stat(path, &status)
        let descriptor =
            status.st_mode & S_IFMT == S_IFSOCK
            ? try UnixSocket.connect(to: path) : try SerialPort.open(path, rate: 115_200)
        serve(descriptor)
    }

    /// Takes a descriptor that is open already.
    func serve(_ descriptor: Int32) {
        let stream = ByteStream(descriptor: descriptor, loop: terminalLoop)
        stream.onBytes = { [weak self] octets in self?.assumeIsolated { $0.arrived(octets) } }
        stream.onClose = { [weak self] in self?.assumeIsolated { $0.line("[closed]") } }
        self.stream = stream
    }

    func disconnect() {
        stream?.close()
        stream = nil
    }

    func write(_ text: String) { stream?.write(Array(text.utf8)) }
    func write(_ octets: [UInt8]) { stream?.write(octets) }

    /// Writes a command line and gives the lines up to its final result, the last of them.
    @discardableResult
    func command(_ text: String) async throws -> [String] {
        write(text + "\r")
        return try await linesUntil("final result of \(text)", Self.isFinal)
    }

    /// The answer's lines without OK; throws `Silence` with what came for anything but OK.
    @discardableResult
    func ask(_ text: String) async throws -> [String] {
        let lines = try await command(text)
        guard lines.last == "OK" else { throw Silence(awaited: "OK to \(text)", lines: lines) }
        return lines.dropLast().filter { !$0.hasPrefix("AT") }
    }

    /// Sends a PDU by +CMGS, +CMGW or +CNMA and gives the lines of the answer.
    func submit(_ pdu: PDU, by command: String = "AT+CMGS=", length: Int? = nil, end: String = "\u{1A}") async throws
        -> [String]
    {
        write("\(command)\(length ?? pdu.tpdu.count)\r")
        let prompt = try await linesUntil("prompt") { $0 == "> " || Self.isFinal($0) }
        guard prompt.last == "> " else { return prompt }
        write(pdu.hex + end)
        return try await linesUntil("final result of the PDU", Self.isFinal)
    }

    /// Takes the first line that has this beginning, waiting for it.
    @discardableResult
    func line(beginning prefix: String) async throws -> String {
        try await wait("line beginning \(prefix)") { $0.hasPrefix(prefix) }
        guard let index = lines.firstIndex(where: { $0.hasPrefix(prefix) }) else {
            throw Silence(awaited: prefix, lines: lines)
        }
        return lines.remove(at: index)
    }

    /// Takes a code and the PDU line after it.
    func routedPDU(_ prefix: String) async throws -> (code: String, pdu: PDU) {
        try await wait("PDU after \(prefix)") { _ in
            self.assumeIsolated { terminal in
                terminal.lines.firstIndex { $0.hasPrefix(prefix) }.map { $0 + 1 < terminal.lines.count } ?? false
            }
        }
        guard let index = lines.firstIndex(where: { $0.hasPrefix(prefix) }) else {
            throw Silence(awaited: prefix, lines: lines)
        }
        let code = lines.remove(at: index)
        return (code, try PDU(hex: lines.remove(at: index)))
    }

    /// Takes all lines up to the first that matches.
    func linesUntil(_ what: String, _ matches: @escaping @Sendable (String) -> Bool) async throws -> [String] {
        try await wait(what, matches)
        let end = (lines.firstIndex(where: matches) ?? lines.count - 1) + 1
        defer { lines.removeFirst(end) }
        return Array(lines.prefix(end))
    }

    private func wait(_ what: String, _ matches: @escaping (String) -> Bool) async throws {
        guard !lines.contains(where: matches) else { return }
        lastWaiter += 1
        let id = lastWaiter
        terminalLoop.schedule(at: .now + .seconds(20)) { [weak self] in
            self?.assumeIsolated { terminal in
                let waiter = terminal.waiters.removeValue(forKey: id)
                waiter?.continuation.resume(throwing: Silence(awaited: what, lines: terminal.lines))
            }
        }
        try await withCheckedThrowingContinuation { waiters[id] = Waiter(matches: matches, continuation: $0) }
    }

    static let finals = [
        "OK", "ERROR", "NO CARRIER", "BUSY", "NO ANSWER", "NO DIALTONE",
    ]

    static func isFinal(_ line: String) -> Bool {
        finals.contains(line) || line.hasPrefix("+CMS ERROR") || line.hasPrefix("+CME ERROR") || line == "[closed]"
    }

    private func arrived(_ octets: [UInt8]) {
        octetCount += octets.count
        for octet in octets {
            if octet == 13 || octet == 10 {
                if !partial.isEmpty { line(String(decoding: partial, as: UTF8.self)) }
                partial = []
            } else {
                partial.append(octet)
                if partial == Array("> ".utf8) {
                    partial = []
                    line("> ")
                }
            }
        }
    }

    private func line(_ line: String) {
        lines.append(line)
        for (id, waiter) in waiters where waiter.matches(line) {
            waiters[id] = nil
            waiter.continuation.resume()
        }
    }
}
