/// A value of the D-Bus type system (D-Bus Specification, "Type System").
package enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    case fileDescriptor(BusFileDescriptor)
    /// `ay`.
    case bytes([UInt8])
    /// `a{sv}`, the values without their variants. Of a key that came twice the last counts.
    case dictionary([String: BusValue])
    /// Any other array, with the signature of its elements.
    case array(of: String, [BusValue])
    /// An entry of an array whose elements are `{..}`.
    indirect case entry(BusValue, BusValue)
    case structure([BusValue])
    indirect case variant(BusValue)

    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .fileDescriptor: "h"
        case .bytes: "ay"
        case .dictionary: "a{sv}"
        case .array(let element, _): "a\(element)"
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        case .structure(let fields): "(\(fields.signature))"
        case .variant: "v"
        }
    }
}

extension [BusValue] {
    /// The signature of these values as a message's body.
    package var signature: String { map(\.signature).joined() }
}

// MARK: The types that interfaces use most

extension BusValue {
    /// `as`.
    package static func strings(_ strings: [String]) -> BusValue { .array(of: "s", strings.map { .string($0) }) }

    /// `aa{sv}`.
    package static func dictionaries(_ dictionaries: [[String: BusValue]]) -> BusValue {
        .array(of: "a{sv}", dictionaries.map { .dictionary($0) })
    }

    /// `a{ss}`.
    package static func stringDictionary(_ pairs: [String: String]) -> BusValue {
        .array(of: "{ss}", pairs.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .string($0.value)) })
    }

    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var int32: Int32? { if case .int32(let value) = self { value } else { nil } }
    package var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
    package var int64: Int64? { if case .int64(let value) = self { value } else { nil } }
    package var uint64: UInt64? { if case .uint64(let value) = self { value } else { nil } }
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    package var fileDescriptor: BusFileDescriptor? { if case .fileDescriptor(let value) = self { value } else { nil } }
    package var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }

    package var strings: [String]? {
        guard case .array(of: "s", let values) = self else { return nil }
        return values.compactMap(\.string)
    }

    package var dictionaries: [[String: BusValue]]? {
        guard case .array(of: "a{sv}", let values) = self else { return nil }
        return values.compactMap(\.dictionary)
    }

    package var stringDictionary: [String: String]? {
        guard case .array(of: "{ss}", let entries) = self else { return nil }
        var pairs: [String: String] = [:]
        for case .entry(.string(let key), .string(let value)) in entries { pairs[key] = value }
        return pairs
    }
}
