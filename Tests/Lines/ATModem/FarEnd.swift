import Glibc
import HandsetAT
import HandsetPlatform

/// What happened on both sides, in one order.
final class Journal: Sendable {
    private let entries = Lock<[String]>([])

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
    func clear() { entries.withLock { $0 = [] } }
    func index(of entry: String) -> Int? { all.firstIndex(of: entry) }
}

/// A scripted modem behind a unix socket: it answers as a plain modem would, unless the script says otherwise.
actor FarEnd {
    enum Reply: Sendable {
        /// Information responses, then OK.
        case ok([String] = [])
        /// Lines and no OK of their own: the last should be a final result.
        case lines([String])
        /// Octets as they are.
        case raw(String)
        case prompt
        case silence
        /// The connection ends.
        case cut
    }

    struct Stored: Sendable {
        var pdu: String
        var length: Int
        var status = 0
    }

    nonisolated let path: String
    nonisolated let journal: Journal
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var listener: SocketListener?
    private var stream: ByteStream?
    private var reader = CommandReader()
    private(set) var connections = 0
    private var watchers: [(condition: (isolated FarEnd) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Command lines as they came, `PDU <hex>` for texts, `ESC` for those given up.
    private(set) var received: [String] = []
    var echoes = false
    var startsInPrompt = false
    private var scripts: [(prefix: String, reply: Reply, isLasting: Bool)] = []
    var storages: [String: [Int: Stored]] = ["SM": [:], "ME": [:]]
    private var selected = "SM"
    var capacity = 50
    var iccid = "8988211000000000011"
    var pin: String?
    var hasCard = true
    /// What `+CLCC` lists; `nil` for a modem without calls.
    var calls: [String]?
    /// What `+CEER` says.
    var cause = "16"
    private(set) var sent: [String] = []
    /// What a character ends the command with that is out; whether one has come that ends none.
    private var aborted: String?
    private var hasCharacter = false
    private var reference = 0

    init(journal: Journal = Journal()) {
        self.journal = journal
        path = "/tmp/handset-at-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).sock"
        loop = EventLoop(name: "far end")
    }

    func open() throws {
        let listener = try SocketListener(path: path, loop: loop)
        listener.onConnection = { self.connected($0) }
        self.listener = listener
    }

    func close() {
        listener?.close()
        stream?.close()
    }

    // MARK: The test's side

    /// The next command line that begins so (without `AT`) is answered by `reply`; every one if `lasting`.
    func script(_ prefix: String, _ reply: Reply, lasting: Bool = false) { scripts.append((prefix, reply, lasting)) }
    func unscript() { scripts = [] }

    func say(_ text: String) {
        stream?.write(Array(text.utf8))
    }

    /// Answers the command that is out, as soon as a character comes (ITU-T V.250, clause 5.6.1).
    func abort(_ result: String) {
        guard hasCharacter else {
            aborted = result
            return
        }
        say("\r\n\(result)\r\n")
    }

    func saysOctets(_ octets: [UInt8]) { stream?.write(octets) }

    /// Sends a line every millisecond, for as long as this connection holds.
    func flood(_ line: String) {
        guard let stream else { return }
        flood(line, over: stream)
    }

    private func flood(_ line: String, over stream: ByteStream) {
        guard stream.isOpen else { return }
        stream.write(Array("\(line)\r\n".utf8))
        loop.schedule(at: .now + .milliseconds(1)) { self.flood(line, over: stream) }
    }

    func cut() {
        stream?.close()
        stream = nil
    }

    func store(_ pdu: String, length: Int? = nil, in storage: String = "SM", status: Int = 0) -> Int {
        let used = storages[storage] ?? [:]
        let index = (1...).first { used[$0] == nil } ?? 1
        storages[storage]?[index] = Stored(pdu: pdu, length: length ?? pdu.utf8.count / 2 - 1, status: status)
        return index
    }

    func change(_ body: @Sendable (isolated FarEnd) -> Void) { body(self) }

    func count(of prefix: String) -> Int { received.count { $0.hasPrefix(prefix) } }

    func forget() { received = [] }

    /// Suspends until `condition` holds.
    func wait(_ condition: @escaping @Sendable (isolated FarEnd) -> Bool) async {
        if condition(self) { return }
        await withCheckedContinuation { watchers.append((condition, $0)) }
    }

    func waitFor(_ line: String) async { await wait { $0.received.contains(line) } }

    private func changed() {
        let due = watchers.filter { $0.condition(self) }
        watchers.removeAll { watcher in watcher.condition(self) }
        for watcher in due { watcher.continuation.resume() }
    }

    // MARK: The modem's side

    private func connected(_ descriptor: Int32) {
        stream?.close()
        let stream = ByteStream(descriptor: descriptor, loop: loop)
        stream.onBytes = { self.take($0) }
        self.stream = stream
        reader = CommandReader()
        reader.awaitsText = startsInPrompt
        connections += 1
        changed()
    }

    private func take(_ octets: [UInt8]) {
        if echoes { stream?.write(octets) }
        hasCharacter = octets == [0x0D]
        if hasCharacter, let result = aborted {
            aborted = nil
            say("\r\n\(result)\r\n")
        }
        reader.append(octets)
        while let token = reader.next() {
            switch token {
            case .line(let line): answer(line.text)
            case .text(let text): submit(text.text)
            case .cancelled:
                received.append("ESC")
                say("\r\nOK\r\n")
            case .overlong: say("\r\nERROR\r\n")
            }
            changed()
        }
    }

    private func answer(_ line: String) {
        received.append(line)
        journal.note(line)
        if let index = scripts.firstIndex(where: { line.hasPrefix("AT" + $0.prefix) }) {
            let script = scripts[index]
            if !script.isLasting { scripts.remove(at: index) }
            return reply(script.reply)
        }
        guard let commands = try? CommandLine(parsing: Array(line.utf8)).commands else {
            return reply(.lines(["ERROR"]))
        }
        var information: [String] = []
        for command in commands {
            switch answer(command) {
            case .ok(let lines): information += lines
            case let other: return reply(other)
            }
        }
        reply(.ok(information))
    }

    private func reply(_ reply: Reply) {
        switch reply {
        case .ok(let lines): say((lines + ["OK"]).map { "\r\n\($0)\r\n" }.joined())
        case .lines(let lines): say(lines.map { "\r\n\($0)\r\n" }.joined())
        case .raw(let text): say(text)
        case .prompt:
            reader.awaitsText = true
            say("\r\n> ")
        case .silence: break
        case .cut: cut()
        }
    }

    private func answer(_ command: Command) -> Reply {
        switch command {
        case .basic("E", let value):
            echoes = value == [0x31]
            return .ok()
        case .basic: return .ok()
        case .extended(let name, let form):
            if name == "+CMEE" { return .ok(form == .read ? ["+CMEE: 1"] : []) }
            if let calls, let answer = answerCalls(name, form, calls) { return answer }
            if !hasCard { return .lines(["+CME ERROR: 10"]) }
            if let answer = answerLocked(name, form) { return answer }
            return pin == nil ? answerUnlocked(name, form) : .lines(["+CME ERROR: 11"])
        }
    }

    private func answerCalls(_ name: String, _ form: Command.Form, _ calls: [String]) -> Reply? {
        switch name {
        case "+CLCC": return .ok(calls.map { "+CLCC: \($0)" })
        case "+CEER": return .ok(["+CEER: \(cause)"])
        case "+CSCS": return .ok(form == .test ? ["+CSCS: (\"IRA\",\"GSM\",\"UCS2\")"] : [])
        case "+CRC", "+CLIP", "+CCWA", "+CSSN", "+CHUP", "+CHLD", "+VTS", "+CMUT", "+CUSD", "+CVHU": return .ok()
        default: return nil
        }
    }

    private func answerLocked(_ name: String, _ form: Command.Form) -> Reply? {
        switch (name, form) {
        case ("+CPIN", .read): return .ok(["+CPIN: \(pin == nil ? "READY" : "SIM PIN")"])
        case ("+CPIN", .set(let parameters)):
            guard parameters[at: 0].text == pin else { return .lines(["+CME ERROR: 16"]) }
            pin = nil
            return .ok()
        case ("+CRSM", _):
            let digits = Array((iccid + "F").utf8)
            let swapped = stride(from: 0, to: 20, by: 2).flatMap { [digits[$0 + 1], digits[$0]] }
            return .ok(["+CRSM: 144,0,\"\(swapped.text)\""])
        default: return nil
        }
    }

    private func answerUnlocked(_ name: String, _ form: Command.Form) -> Reply {
        switch (name, form) {
        case ("+CIMI", _): return .ok(["310260000000001"])
        case ("+CNUM", _): return .ok(["+CNUM: \"\",\"15550100\",145"])
        case ("+CREG", .read), ("+CEREG", .read): return .ok(["\(name): 1,1"])
        case ("+COPS", .read): return .ok(["+COPS: 0,0,\"Net A\",7"])
        case ("+CSQ", _): return .ok(["+CSQ: 31,99"])
        case ("+CSMS", .set): return .ok(["+CSMS: 1,1,1"])
        case ("+CPMS", .test): return .ok(["+CPMS: (\"SM\",\"ME\"),(\"SM\",\"ME\"),(\"SM\",\"ME\")"])
        case ("+CPMS", .set(let parameters)):
            selected = parameters[at: 0].text ?? selected
            return .ok(["+CPMS: \(storages[selected]?.count ?? 0),\(capacity),0,\(capacity),0,\(capacity)"])
        case ("+CNMI", .test): return .ok(["+CNMI: (0-2),(0-3),(0-3),(0-2),(0,1)"])
        case ("+CNMI", .set), ("+CREG", .set), ("+CEREG", .set), ("+CMGF", .set), ("+CMMS", .set), ("+CNMA", _):
            return .ok()
        case ("+CMGL", .set):
            let entries = (storages[selected] ?? [:]).sorted { $0.key < $1.key }
            return .ok(entries.map { "+CMGL: \($0.key),\($0.value.status),,\($0.value.length)\r\n\($0.value.pdu)" })
        case ("+CMGR", .set(let parameters)):
            guard let stored = storages[selected]?[parameters[at: 0].number ?? 0] else {
                return .lines(["+CMS ERROR: 321"])
            }
            return .ok(["+CMGR: \(stored.status),,\(stored.length)\r\n\(stored.pdu)"])
        case ("+CMGD", .set(let parameters)):
            let index = parameters[at: 0].number ?? 0
            guard let stored = storages[selected]?.removeValue(forKey: index) else {
                return .lines(["+CMS ERROR: 321"])
            }
            journal.note("deleted \(stored.pdu)")
            return .ok()
        case ("+CMGS", .set): return .prompt
        default: return .lines(["ERROR"])
        }
    }

    private func submit(_ pdu: String) {
        received.append("PDU \(pdu)")
        sent.append(pdu)
        if let index = scripts.firstIndex(where: { $0.prefix == "PDU" }) {
            return reply(scripts.remove(at: index).reply)
        }
        reference += 1
        reply(.ok(["+CMGS: \(reference)"]))
    }
}
