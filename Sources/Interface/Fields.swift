import HandsetDBus

/// A value that crosses the bus as `a{sv}`: an absent key is `nil`, an unknown key is ignored.
package protocol DictionaryCodable: Hashable, Sendable {
    init(_ fields: Fields) throws(ServiceError)
    var dictionary: [String: BusValue] { get }
}

extension DictionaryCodable {
    package init(_ dictionary: [String: BusValue]) throws(ServiceError) { try self.init(Fields(dictionary)) }
}

/// The keys of an `a{sv}`, read with their types and limits.
package struct Fields: Sendable {
    private let values: [String: BusValue]

    init(_ values: [String: BusValue]) { self.values = values }

    func string(_ key: String, limit: Int = InterfaceLimits.identifier) throws(ServiceError) -> String? {
        guard let text = try value(key, \.string) else { return nil }
        guard text.utf8.count <= limit else { throw .tooLong(key) }
        return text
    }

    func required(_ key: String, limit: Int = InterfaceLimits.identifier) throws(ServiceError) -> String {
        guard let text = try string(key, limit: limit) else {
            throw ServiceError(.invalidArgument, "\(key) is missing")
        }
        return text
    }

    func boolean(_ key: String) throws(ServiceError) -> Bool? { try value(key, \.boolean) }
    func int32(_ key: String) throws(ServiceError) -> Int32? { try value(key, \.int32) }
    func uint32(_ key: String) throws(ServiceError) -> UInt32? { try value(key, \.uint32) }
    func int64(_ key: String) throws(ServiceError) -> Int64? { try value(key, \.int64) }
    func uint64(_ key: String) throws(ServiceError) -> UInt64? { try value(key, \.uint64) }
    func bytes(_ key: String) throws(ServiceError) -> [UInt8]? { try value(key, \.bytes) }

    /// A number as the interface's types have it, as an `Int`.
    func count(_ key: String) throws(ServiceError) -> Int? { try uint32(key).map(Int.init) }

    func strings(
        _ key: String, count: Int = InterfaceLimits.elements, limit: Int = InterfaceLimits.identifier
    ) throws(ServiceError) -> [String] {
        guard let strings = try value(key, \.strings) else { return [] }
        try ServiceError.check(strings, key, count: count, limit: limit)
        return strings
    }

    func fileDescriptor(_ key: String) throws(ServiceError) -> BusFileDescriptor? { try value(key, \.fileDescriptor) }

    func stringDictionary(_ key: String) throws(ServiceError) -> [String: String]? {
        try value(key, \.stringDictionary)
    }

    func dictionary(_ key: String) throws(ServiceError) -> [String: BusValue]? { try value(key, \.dictionary) }

    func values<Value: DictionaryCodable>(
        _ key: String, of: Value.Type = Value.self, count: Int = InterfaceLimits.elements
    ) throws(ServiceError) -> [Value] {
        try Value.values(try value(key, \.dictionaries) ?? [], key, count: count)
    }

    func optionalValues<Value: DictionaryCodable>(
        _ key: String, of: Value.Type = Value.self, count: Int
    ) throws(ServiceError) -> [Value]? {
        guard let dictionaries = try value(key, \.dictionaries) else { return nil }
        return try Value.values(dictionaries, key, count: count)
    }

    /// A word of a list that may grow: an unknown one reads as `nil`.
    func word<Word: RawRepresentable<String>>(_ key: String, _: Word.Type = Word.self) throws(ServiceError) -> Word? {
        try string(key).flatMap(Word.init(rawValue:))
    }

    /// Words of a list that may grow: unknown ones are left out.
    func words<Word: RawRepresentable<String>>(_ key: String, _: Word.Type = Word.self) throws(ServiceError) -> [Word] {
        try strings(key).compactMap(Word.init(rawValue:))
    }

    private func value<Value>(_ key: String, _ as: (BusValue) -> Value?) throws(ServiceError) -> Value? {
        guard let value = values[key] else { return nil }
        guard let typed = `as`(value) else {
            throw ServiceError(.invalidArgument, "\(key) has the type \(value.signature)")
        }
        return typed
    }
}

extension DictionaryCodable {
    static func values(
        _ dictionaries: [[String: BusValue]], _ name: String, count: Int = InterfaceLimits.elements
    ) throws(ServiceError) -> [Self] {
        guard dictionaries.count <= count else { throw .tooLong(name) }
        var values: [Self] = []
        values.reserveCapacity(dictionaries.count)
        for dictionary in dictionaries { values.append(try Self(Fields(dictionary))) }
        return values
    }
}

extension ServiceError {
    static func tooLong(_ name: String) -> ServiceError { ServiceError(.invalidArgument, "\(name) is over its limit") }

    static func check(
        _ strings: [String], _ name: String, count: Int, limit: Int = InterfaceLimits.identifier
    ) throws(ServiceError) {
        guard strings.count <= count, strings.allSatisfy({ $0.utf8.count <= limit }) else { throw tooLong(name) }
    }

    static func check(
        _ string: String, _ name: String, limit: Int = InterfaceLimits.identifier
    ) throws(ServiceError) {
        guard string.utf8.count <= limit else { throw tooLong(name) }
    }
}

// MARK: Writing

extension BusValue {
    /// A text as D-Bus carries it: U+0000 and Unicode's noncharacters, which UCS-2 of a network may hold, are U+FFFD.
    static func text(_ text: String) -> BusValue {
        guard text.unicodeScalars.contains(where: Self.isBarred) else { return .string(text) }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(isBarred(scalar) ? "\u{FFFD}" : scalar) }
        return .string(String(clean))
    }

    private static func isBarred(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0 || (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
    }

    static func texts(_ texts: [String]) -> BusValue { .array(of: "s", texts.map { .text($0) }) }
    static func count(_ count: Int) -> BusValue { .uint32(UInt32(clamping: count)) }
    static func values(_ values: [some DictionaryCodable]) -> BusValue { .dictionaries(values.map(\.dictionary)) }
}

extension [String: BusValue] {
    /// These fields without those that are not known.
    static func known(_ fields: KeyValuePairs<String, BusValue?>) -> [String: BusValue] {
        var known: [String: BusValue] = [:]
        for (key, value) in fields { if let value { known[key] = value } }
        return known
    }
}
