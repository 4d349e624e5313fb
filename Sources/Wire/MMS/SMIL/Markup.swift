internal import HandsetWireCore

/// The tags of an XML text, one after another; no more of XML than a presentation needs (XML 1.0, 2.8 and 3.1).
///
/// There are no entities but the five that XML has itself, so nothing can grow and nothing is fetched.
struct Markup {
    /// A start tag, an end tag or an empty element.
    struct Tag {
        /// In lower case, without the prefix of a namespace.
        var name: String
        var attributes: [(name: String, value: String)]
        var isEnd: Bool
        var isEmpty: Bool

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    private let octets: [UInt8]
    private(set) var offset = 0

    /// A text of UTF-8, of UTF-16 with a mark, or of ISO 8859-1.
    init(_ octets: [UInt8]) {
        let isUTF16 = octets.starts(with: [0xFE, 0xFF]) || octets.starts(with: [0xFF, 0xFE])
        self.octets = isUTF16 ? Array((MIBCharset.utf16.text(of: octets) ?? "").utf8) : octets
    }

    /// The next tag; nil at the end, and at a tag that the end cuts off.
    /// - Throws: `overLimit` for too many attributes.
    mutating func next() throws(DecodeError) -> Tag? {
        while let open = find([UInt8(ascii: "<")]) {
            offset = open + 1
            guard let first = current else { return nil }
            switch first {
            case UInt8(ascii: "!"):
                if rest.starts(with: Array("!--".utf8)) {
                    skip(past: "-->")
                } else if rest.starts(with: Array("![CDATA[".utf8)) {
                    skip(past: "]]>")
                } else {
                    skipDeclaration()
                }
            case UInt8(ascii: "?"): skip(past: "?>")
            case UInt8(ascii: "/"):
                offset += 1
                let name = name()
                skip(past: ">")
                return Tag(name: name, attributes: [], isEnd: true, isEmpty: false)
            default:
                let name = name()
                // A lone `<` in a text is no tag.
                guard !name.isEmpty else { continue }
                return try tag(name)
            }
        }
        offset = octets.count
        return nil
    }

    private var current: UInt8? { offset < octets.count ? octets[offset] : nil }

    private var rest: ArraySlice<UInt8> { octets[min(offset, octets.count)...] }

    private func find(_ pattern: [UInt8]) -> Int? {
        guard let first = pattern.first else { return nil }
        var place = offset
        while place + pattern.count <= octets.count {
            if octets[place] == first, octets[place...].starts(with: pattern) { return place }
            place += 1
        }
        return nil
    }

    private mutating func skip(past mark: StaticString) {
        let pattern = mark.withUTF8Buffer { Array($0) }
        offset = find(pattern).map { $0 + pattern.count } ?? octets.count
    }

    /// `<!DOCTYPE ...>`, its internal subset included.
    private mutating func skipDeclaration() {
        var brackets = 0
        while let octet = current {
            offset += 1
            switch octet {
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0: return
            default: break
            }
        }
    }

    private mutating func skipSpace() {
        while let octet = current, octet <= 0x20 { offset += 1 }
    }

    private mutating func name() -> String {
        let start = offset
        while let octet = current, octet > 0x20, !Self.delimiters.contains(octet) { offset += 1 }
        let name = octets[start..<offset]
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        return String(decoding: local.map(TextValue.lowered), as: UTF8.self)
    }

    private static let delimiters: [UInt8] = Array("<>/=\"'".utf8)

    private mutating func tag(_ name: String) throws(DecodeError) -> Tag? {
        var tag = Tag(name: name, attributes: [], isEnd: false, isEmpty: false)
        while true {
            skipSpace()
            guard let octet = current else { return nil }
            switch octet {
            case UInt8(ascii: ">"):
                offset += 1
                return tag
            case UInt8(ascii: "<"):
                // The end of the tag was forgotten; the next one begins here.
                return tag
            case UInt8(ascii: "/"):
                offset += 1
                tag.isEmpty = current == UInt8(ascii: ">")
            default:
                let name = self.name()
                guard !name.isEmpty else {
                    offset += 1
                    continue
                }
                guard tag.attributes.count < MMSLimits.presentationAttributes else {
                    throw DecodeError(.overLimit, "SMIL.attributes", at: offset)
                }
                tag.attributes.append((name, value()))
            }
        }
    }

    private mutating func value() -> String {
        skipSpace()
        guard current == UInt8(ascii: "=") else { return "" }
        offset += 1
        skipSpace()
        guard let quote = current else { return "" }
        let start: Int
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            offset += 1
            start = offset
            while let octet = current, octet != quote { offset += 1 }
            defer { offset = min(offset + 1, octets.count) }
            return Self.unescaped(octets[start..<offset])
        }
        start = offset
        while let octet = current, octet > 0x20, octet != UInt8(ascii: ">") { offset += 1 }
        // `<img src=a.gif/>`
        if offset > start, octets[offset - 1] == UInt8(ascii: "/"), current == UInt8(ascii: ">") { offset -= 1 }
        return Self.unescaped(octets[start..<offset])
    }

    /// The text with its character references resolved; an unknown one stays as it is.
    ///
    /// Octets are compared, not characters: with an accent behind it, `;` is another character.
    private static func unescaped(_ octets: ArraySlice<UInt8>) -> String {
        guard octets.contains(UInt8(ascii: "&")) else { return MIBCharset.utf8OrLatin([UInt8](octets)) }
        let text = Array(MIBCharset.utf8OrLatin([UInt8](octets)).utf8)
        var result: [UInt8] = []
        var rest = text[...]
        while let octet = rest.first {
            // The longest that can be meant is `&#1114111;`.
            guard octet == UInt8(ascii: "&"), let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
            else {
                result.append(octet)
                rest = rest.dropFirst()
                continue
            }
            result += Array(String(scalar).utf8)
            rest = rest[(end + 1)...]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard reference.first == "#" else { return nil }
            let digits = reference.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
                .flatMap(Unicode.Scalar.init)
        }
    }
}
