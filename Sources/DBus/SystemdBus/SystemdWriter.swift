import CHandsetSystemd

/// Values as a message's body. sd-bus refuses what is out of form, an array over 64 MiB for one.
struct SystemdWriter {
    private let message: OpaquePointer

    init(_ message: OpaquePointer) { self.message = message }

    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .byte(let value): try basic("y", value)
        case .boolean(let value): try basic("b", Int32(value ? 1 : 0))
        case .int16(let value): try basic("n", value)
        case .uint16(let value): try basic("q", value)
        case .int32(let value): try basic("i", value)
        case .uint32(let value): try basic("u", value)
        case .int64(let value): try basic("x", value)
        case .uint64(let value): try basic("t", value)
        case .double(let value): try basic("d", value)
        case .string(let value): try text("s", value)
        case .objectPath(let value): try text("o", value)
        case .signature(let value): try text("g", value)
        case .fileDescriptor(let value): try basic("h", value.rawValue)
        case .bytes(let octets):
            try check(
                octets.withUnsafeBytes {
                    sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count)
                })
        case .array(let element, let values): try container("a", element, values)
        case .structure(let fields): try container("r", fields.signature, fields)
        case .entry(let key, let value): try container("e", key.signature + value.signature, [key, value])
        case .variant(let value): try container("v", value.signature, [value])
        case .dictionary(let pairs):
            try container("a", "{sv}", pairs.map { .entry(.string($0.key), .variant($0.value)) })
        }
    }

    private func container(_ type: Unicode.Scalar, _ contents: String, _ values: [BusValue]) throws(BusError) {
        try check(sd_bus_message_open_container(message, code(type), contents))
        for value in values { try append(value) }
        try check(sd_bus_message_close_container(message))
    }

    private func basic<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ value: Value) throws(BusError) {
        var value = value
        try check(sd_bus_message_append_basic(message, code(type), &value))
    }

    private func text(_ type: Unicode.Scalar, _ value: String) throws(BusError) {
        // As a C string it would end at the first U+0000, unnoticed.
        guard !value.utf8.contains(0) else { throw .unencodable }
        try check(sd_bus_message_append_basic(message, code(type), value))
    }

    private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

    private func check(_ result: Int32) throws(BusError) {
        guard result >= 0 else { throw .unencodable }
    }
}
