import CHandsetSystemd
import Glibc

/// A message's body as values, within limits. sd-bus checks form (lengths, UTF-8, paths) as it is read.
struct SystemdReader {
    private struct Failure: Error {}

    private let message: OpaquePointer
    private let maximumDepth: Int
    private var valuesLeft: Int
    private var octetsLeft: Int

    init(_ message: OpaquePointer, limits: BusLimits) {
        self.message = message
        maximumDepth = limits.depth
        valuesLeft = limits.values
        octetsLeft = limits.octets
    }

    mutating func body() throws -> [BusValue] { try values(depth: 0) }

    /// All values up to the end of the container, or of the body.
    private mutating func values(depth: Int) throws -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next(depth: depth) { values.append(value) }
        return values
    }

    private mutating func next(depth: Int) throws -> BusValue? {
        var code: CChar = 0
        var inside: UnsafePointer<CChar>?
        guard try check(sd_bus_message_peek_type(message, &code, &inside)) > 0 else { return nil }
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw Failure() }
        // sd-bus frees what it peeked at with the next look.
        let contents = inside.map { String(cString: $0) } ?? ""
        switch UInt8(bitPattern: code) {
        case UInt8(ascii: "y"): return .byte(try basic(code, UInt8()))
        case UInt8(ascii: "b"): return .boolean(try basic(code, Int32()) != 0)
        case UInt8(ascii: "n"): return .int16(try basic(code, Int16()))
        case UInt8(ascii: "q"): return .uint16(try basic(code, UInt16()))
        case UInt8(ascii: "i"): return .int32(try basic(code, Int32()))
        case UInt8(ascii: "u"): return .uint32(try basic(code, UInt32()))
        case UInt8(ascii: "x"): return .int64(try basic(code, Int64()))
        case UInt8(ascii: "t"): return .uint64(try basic(code, UInt64()))
        case UInt8(ascii: "d"): return .double(try basic(code, Double()))
        case UInt8(ascii: "s"): return .string(try text(code))
        case UInt8(ascii: "o"): return .objectPath(try text(code))
        case UInt8(ascii: "g"): return .signature(try text(code))
        case UInt8(ascii: "h"):
            // The message owns its descriptors; ours outlives it.
            let copy = fcntl(try basic(code, Int32(-1)), F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { throw Failure() }
            return .fileDescriptor(BusFileDescriptor(adopting: copy))
        case UInt8(ascii: "a"): return try array(of: contents, depth: depth)
        case UInt8(ascii: "r"): return .structure(try container(code, contents, depth: depth))
        case UInt8(ascii: "v"):
            guard let value = try container(code, contents, depth: depth).first else { throw Failure() }
            return .variant(value)
        case UInt8(ascii: "e"):
            let pair = try container(code, contents, depth: depth)
            guard pair.count == 2 else { throw Failure() }
            return .entry(pair[0], pair[1])
        default: throw Failure()
        }
    }

    private mutating func array(of element: String, depth: Int) throws -> BusValue {
        if element == "y" { return .bytes(try bytes()) }
        let values = try container(CChar(bitPattern: UInt8(ascii: "a")), element, depth: depth)
        guard element == "{sv}" else { return .array(of: element, values) }
        var dictionary: [String: BusValue] = [:]
        for case .entry(.string(let key), .variant(let value)) in values { dictionary[key] = value }
        return .dictionary(dictionary)
    }

    private mutating func bytes() throws -> [UInt8] {
        var start: UnsafeRawPointer?
        var count = 0
        try check(sd_bus_message_read_array(message, CChar(bitPattern: UInt8(ascii: "y")), &start, &count))
        try spend(count)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private mutating func container(_ code: CChar, _ contents: String, depth: Int) throws -> [BusValue] {
        guard depth < maximumDepth, try check(sd_bus_message_enter_container(message, code, contents)) > 0 else {
            throw Failure()
        }
        let values = try values(depth: depth + 1)
        try check(sd_bus_message_exit_container(message))
        return values
    }

    private func basic<Value: BitwiseCopyable>(_ code: CChar, _ initial: Value) throws -> Value {
        var value = initial
        guard try check(sd_bus_message_read_basic(message, code, &value)) > 0 else { throw Failure() }
        return value
    }

    private mutating func text(_ code: CChar) throws -> String {
        var start: UnsafePointer<CChar>?
        let result = withUnsafeMutablePointer(to: &start) { sd_bus_message_read_basic(message, code, $0) }
        guard try check(result) > 0, let start else { throw Failure() }
        try spend(strlen(start))
        return String(cString: start)
    }

    private mutating func spend(_ octets: Int) throws {
        octetsLeft -= octets
        guard octetsLeft >= 0 else { throw Failure() }
    }

    @discardableResult
    private func check(_ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw Failure() }
        return result
    }
}
