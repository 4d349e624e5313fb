/// A character set by the number that the IANA registry gives it, its MIBenum (RFC 2978, 5; WAP-230-WSP, 8.4.2.8).
package struct MIBCharset: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Any set: the sender did not say.
    package static let any = MIBCharset(rawValue: 0)
    package static let usASCII = MIBCharset(rawValue: 3)
    package static let latin1 = MIBCharset(rawValue: 4)
    package static let shiftJIS = MIBCharset(rawValue: 17)
    package static let utf8 = MIBCharset(rawValue: 106)
    package static let ucs2 = MIBCharset(rawValue: 1000)
    package static let utf16BE = MIBCharset(rawValue: 1013)
    package static let utf16LE = MIBCharset(rawValue: 1014)
    package static let utf16 = MIBCharset(rawValue: 1015)
    package static let windows1252 = MIBCharset(rawValue: 2252)

    /// Whether units of two octets make it up.
    package var isUTF16: Bool { rawValue == 1000 || 1013...1015 ~= rawValue }

    /// Whether we can read its text; of others the octets are kept.
    package var isReadable: Bool {
        switch self {
        case .any, .usASCII, .latin1, .utf8: true
        default: isUTF16 || SingleOctetTables.table(rawValue) != nil
        }
    }

    // MARK: Reading

    /// The text of octets; nil for a set that we do not read.
    ///
    /// A byte order mark is no part of the text. What is undefined becomes a replacement character.
    package func text(of octets: [UInt8]) -> String? {
        switch self {
        // Text that claims to be ASCII and is not is most often UTF-8.
        case .any, .usASCII: Self.utf8OrLatin(octets)
        case .utf8: String(decoding: Self.withoutMark(octets), as: UTF8.self)
        case .latin1: Self.text(of: octets, table: [])
        case .utf16LE: Self.utf16(octets[...], isLittleEndian: true)
        case .ucs2, .utf16BE, .utf16: Self.utf16(octets[...], isLittleEndian: false)
        default: SingleOctetTables.table(rawValue).map { Self.text(of: octets, table: $0) }
        }
    }

    /// UTF-8 when the octets are that, else ISO 8859-1, which is never wrong.
    static func utf8OrLatin(_ octets: [UInt8]) -> String {
        String(validating: withoutMark(octets), as: UTF8.self) ?? text(of: octets, table: [])
    }

    private static func withoutMark(_ octets: [UInt8]) -> ArraySlice<UInt8> {
        octets.starts(with: [0xEF, 0xBB, 0xBF]) ? octets.dropFirst(3) : octets[...]
    }

    private static func text(of octets: [UInt8], table: [UInt16]) -> String {
        let start = 256 - table.count
        // Three octets of UTF-8 are the most that a code point of the basic plane needs.
        return String(unsafeUninitializedCapacity: octets.count * 3) { buffer in
            var count = 0
            for octet in octets {
                let point = Int(octet) < start ? UInt16(octet) : table[Int(octet) - start]
                count = put(point == 0 && octet != 0 ? 0xFFFD : point, in: buffer, at: count)
            }
            return count
        }
    }

    private static func put(_ point: UInt16, in buffer: UnsafeMutableBufferPointer<UInt8>, at place: Int) -> Int {
        guard place + 3 <= buffer.count else { return place }
        switch point {
        case 0..<0x80:
            buffer[place] = UInt8(point)
            return place + 1
        case 0x80..<0x800:
            buffer[place] = 0xC0 | UInt8(point >> 6)
            buffer[place + 1] = 0x80 | UInt8(point & 0x3F)
            return place + 2
        default:
            buffer[place] = 0xE0 | UInt8(point >> 12)
            buffer[place + 1] = 0x80 | UInt8(point >> 6 & 0x3F)
            buffer[place + 2] = 0x80 | UInt8(point & 0x3F)
            return place + 3
        }
    }

    private static func utf16(_ octets: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
        var octets = octets
        var isLittleEndian = isLittleEndian
        // The mark wins over the name of the set: those who write one mean it.
        if octets.starts(with: [0xFE, 0xFF]) || octets.starts(with: [0xFF, 0xFE]) {
            isLittleEndian = octets.first == 0xFF
            octets = octets.dropFirst(2)
        }
        var units: [UInt16] = []
        units.reserveCapacity(octets.count / 2)
        var first: UInt8?
        for octet in octets {
            guard let held = first else {
                first = octet
                continue
            }
            units.append(isLittleEndian ? UInt16(octet) << 8 | UInt16(held) : UInt16(held) << 8 | UInt16(octet))
            first = nil
        }
        if first != nil { units.append(0xFFFD) }
        return String(decoding: units, as: UTF16.self)
    }

    // MARK: Writing

    /// The octets of a text; nil for a set that we do not write, or that lacks one of the characters.
    package func octets(of text: String) -> [UInt8]? {
        switch self {
        case .any, .utf8: return [UInt8](text.utf8)
        case .utf16: return [0xFE, 0xFF] + Self.utf16(text, isLittleEndian: false)
        case .ucs2, .utf16BE: return Self.utf16(text, isLittleEndian: false)
        case .utf16LE: return Self.utf16(text, isLittleEndian: true)
        case .usASCII: return text.utf8.allSatisfy { $0 < 0x80 } ? [UInt8](text.utf8) : nil
        default: break
        }
        guard let table = self == .latin1 ? [] : SingleOctetTables.table(rawValue) else { return nil }
        let start = 256 - table.count
        var octets: [UInt8] = []
        for scalar in text.unicodeScalars {
            if Int(scalar.value) < start {
                octets.append(UInt8(scalar.value))
            } else if let place = table.firstIndex(where: { $0 != 0 && UInt32($0) == scalar.value }) {
                octets.append(UInt8(start + place))
            } else {
                return nil
            }
        }
        return octets
    }

    private static func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isLittleEndian ? [low, high] : [high, low]
        }
    }
}

extension MIBCharset {
    /// The set of a name, as a part's text header may give it (`charset=utf-8`).
    package init?(name: String) {
        guard let number = Self.names.first(where: { TextValue(name).isSame(as: $0.1) })?.0 else { return nil }
        self.init(rawValue: number)
    }

    /// The name to show; nil for a set that is not in the list.
    package var name: String? { Self.names.first { $0.0 == rawValue }?.1 }

    /// MIBenum and preferred name, then names that are used as well.
    private static let names: [(UInt32, String)] = [
        (0, "*"), (3, "us-ascii"), (4, "iso-8859-1"), (5, "iso-8859-2"), (6, "iso-8859-3"), (7, "iso-8859-4"),
        (8, "iso-8859-5"), (9, "iso-8859-6"), (10, "iso-8859-7"), (11, "iso-8859-8"), (12, "iso-8859-9"),
        (13, "iso-8859-10"), (17, "shift_jis"), (18, "euc-jp"), (38, "euc-kr"), (39, "iso-2022-jp"), (106, "utf-8"),
        (109, "iso-8859-13"), (110, "iso-8859-14"), (111, "iso-8859-15"), (112, "iso-8859-16"), (113, "gbk"),
        (114, "gb18030"), (1000, "iso-10646-ucs-2"), (1012, "utf-7"), (1013, "utf-16be"), (1014, "utf-16le"),
        (1015, "utf-16"), (2025, "gb2312"), (2026, "big5"), (2084, "koi8-r"), (2086, "ibm866"), (2088, "koi8-u"),
        (2109, "windows-874"), (2250, "windows-1250"), (2251, "windows-1251"), (2252, "windows-1252"),
        (2253, "windows-1253"), (2254, "windows-1254"), (2255, "windows-1255"), (2256, "windows-1256"),
        (2257, "windows-1257"), (2258, "windows-1258"), (2259, "tis-620"),
        (3, "ascii"), (4, "latin1"), (106, "utf8"), (1000, "ucs-2"), (2259, "iso-8859-11"),
    ]
}
