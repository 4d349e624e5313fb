import Glibc
import HandsetCarrier
import HandsetPlatform

/// `carrier-sim ctl`: one request and its answer, or events until the end.
struct Control {
    private let path: String
    private let request: JSONValue

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        guard let path = rest.popFirst(), let command = rest.popFirst() else {
            throw Failure.usage("ctl needs the control socket and a command")
        }
        self.path = path
        if command.hasPrefix("{") {
            guard rest.isEmpty, let value = try? JSONValue(line: command.utf8), case .object = value else {
                throw Failure.usage("a JSON request is one object and nothing else")
            }
            request = value
            return
        }
        var values: [String: JSONValue] = ["do": .string(command)]
        for argument in rest {
            guard let equals = argument.firstIndex(of: "=") else { throw Failure.usage("\(argument) is no NAME=VALUE") }
            let value = argument[argument.index(after: equals)...]
            var name = argument[..<equals]
            if name.last == ":" {
                name.removeLast()
                guard let json = try? JSONValue(line: value.utf8) else { throw Failure.usage("\(argument) is no JSON") }
                values[String(name)] = json
            } else {
                values[String(name)] = .string(String(value))
            }
        }
        request = .object(values)
    }

    func start() throws {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try UnixSocket.connect(to: path)
        } catch {
            throw Failure(code: EX_UNAVAILABLE, message: "no carrier at \(path): \(error)")
        }
        defer { close(descriptor) }
        try write(request.line, to: descriptor)
        var lines = LineReader(descriptor: descriptor)
        guard let answer = lines.next(), let value = try? JSONValue(line: answer) else {
            throw Failure(code: EX_UNAVAILABLE, message: "the carrier went away without an answer")
        }
        guard value["ok"]?.bool == true else {
            let code = value["timedOut"]?.bool == true ? EX_TEMPFAIL : EX_DATAERR
            throw Failure(code: code, message: value["error"]?.string ?? "refused")
        }
        show(answer)
        guard request["do"] == "subscribe" else { return }
        while let event = lines.next() { show(event) }
    }

    private func show(_ line: [UInt8]) {
        print(String(decoding: line, as: UTF8.self))
        fflush(nil)
    }

    private func write(_ octets: [UInt8], to descriptor: Int32) throws {
        var rest = octets[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(code: EX_UNAVAILABLE, message: SystemError("write").description) }
            rest = rest.dropFirst(count)
        }
    }
}

/// Lines from a descriptor, read as this program's only business.
private struct LineReader {
    let descriptor: Int32
    private var waiting: [UInt8] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    mutating func next() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = waiting.firstIndex(of: 10) {
                defer { waiting.removeSubrange(...end) }
                return Array(waiting[..<end])
            }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            waiting += buffer.prefix(count)
        }
    }
}
