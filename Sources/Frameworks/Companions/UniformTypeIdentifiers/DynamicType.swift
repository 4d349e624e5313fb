/// A type made up for a tag that nothing declares. Its identifier holds the tag, so that it survives being stored.
///
/// `dyn.a` and the octets of "class", tag and supertype in hexadecimal digits, separated by NUL.
struct DynamicType: Hashable, Sendable {
    static let prefix = "dyn."
    /// Octets of a tag or an identifier that a dynamic type carries: longer ones make no type.
    static let longestPart = 255

    let tagClass: UTTagClass
    let tag: String
    let supertype: String?

    init?(tagClass: UTTagClass, tag: String, supertype: String?) {
        guard Self.isUsable(tagClass.rawValue), Self.isUsable(tag), supertype.map(Self.isUsable) ?? true else {
            return nil
        }
        self.tagClass = tagClass
        self.tag = tag
        self.supertype = supertype
    }

    init?(identifier: String) {
        let digits = Array(identifier.utf8.dropFirst(Self.prefix.utf8.count + 1))
        guard identifier.hasPrefix(Self.prefix + "a"), digits.count.isMultiple(of: 2),
            digits.count <= 2 * (3 * Self.longestPart + 2)
        else { return nil }
        var octets: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            octets.append(high << 4 | low)
        }
        let parts = octets.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count == 3 else { return nil }
        self.init(
            tagClass: UTTagClass(rawValue: parts[0]), tag: parts[1], supertype: parts[2].isEmpty ? nil : parts[2])
    }

    var identifier: String {
        let octets = [tagClass.rawValue, tag, supertype ?? ""].map { Array($0.utf8) }.joined(separator: [0])
        let digits = octets.flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }
        return Self.prefix + "a" + String(decoding: digits, as: UTF8.self)
    }

    var record: TypeRecord {
        TypeRecord(
            identifier, conformsTo: supertype.map { [$0] } ?? [],
            extensions: tagClass == .filenameExtension ? [tag] : [],
            mimeTypes: tagClass == .mimeType ? [tag] : [])
    }

    private static func isUsable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestPart && !text.utf8.contains(0)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
