internal import HandsetWireCore

/// A parameter of a content type or of a disposition (WAP-230-WSP, 8.4.2.4 and Appendix A, table 38).
package struct Parameter: Hashable, Sendable {
    package enum Name: Hashable, Sendable {
        case assigned(Assigned)
        case text(TextValue)
    }

    /// A parameter's number, without the high bit.
    package struct Assigned: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

        package static let q = Assigned(rawValue: 0x00)
        package static let charset = Assigned(rawValue: 0x01)
        package static let name = Assigned(rawValue: 0x05)
        package static let filename = Assigned(rawValue: 0x06)
        /// `type` of a related body: a media type. Number 3 is another `type`, an integer.
        package static let type = Assigned(rawValue: 0x09)
        package static let start = Assigned(rawValue: 0x0A)
        package static let startInfo = Assigned(rawValue: 0x0B)

        /// The name; empty for a number that is not in the table.
        package var name: String {
            Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : ""
        }

        /// The number that version 1.1 gave what version 1.4 numbers anew; senders use both.
        fileprivate var older: Assigned {
            switch rawValue {
            case 0x17...0x1C: Assigned(rawValue: [0x05, 0x06, 0x0A, 0x0B, 0x0C, 0x0D][Int(rawValue) - 0x17])
            default: self
            }
        }

        private static let names: [String] = [
            "q", "charset", "level", "type", "", "name", "filename", "differences", "padding", "type", "start",
            "start-info", "comment", "domain", "max-age", "path", "secure", "sec", "mac", "creation-date",
            "modification-date", "read-date", "size", "name", "filename", "start", "start-info", "comment", "domain",
            "path",
        ]
    }

    package let name: Name
    package let value: WSPValue

    package init(_ name: Name, _ value: WSPValue) {
        self.name = name
        self.value = value
    }

    package init(_ name: Assigned, _ value: WSPValue) { self.init(.assigned(name), value) }

    package static func charset(_ charset: MIBCharset) -> Parameter {
        Parameter(.charset, .integer(UInt64(charset.rawValue)))
    }

    package static func name(_ name: String) -> Parameter { Parameter(.name, .text(TextValue(name))) }

    func isNamed(_ other: Assigned) -> Bool {
        switch name {
        case .assigned(let number): number == other || number.older == other
        case .text(let text): text.isSame(as: other.name)
        }
    }

    /// The name, whichever form it has.
    package var nameText: String {
        switch name {
        case .assigned(let number): number.name.isEmpty ? "x-\(number.rawValue)" : number.name
        case .text(let text): text.string
        }
    }

    var description: String {
        if isNamed(.charset), let number = value.integer, let charset = UInt32(exactly: number) {
            return "charset=" + (MIBCharset(rawValue: charset).name ?? "\(charset)")
        }
        if isNamed(.type), let token = value.token { return "type=" + MediaType(form: .assigned(token & 0x7F)).name }
        if let text = value.text { return nameText + "=\"" + text.string + "\"" }
        if let number = value.integer { return nameText + "=\(number)" }
        return nameText
    }
}

// MARK: - Wire

extension Parameter {
    init(from reader: inout Reader, field: String) throws(DecodeError) {
        guard let first = reader.peek() else { throw DecodeError(.truncated, field, at: reader.offset) }
        if first >= 32, first < 0x80 {
            name = .text(try reader.text(field))
        } else {
            let place = reader.offset
            let number = try reader.integer(field)
            guard number <= 0x7F else { throw DecodeError(.malformed, field, at: place) }
            name = .assigned(Assigned(rawValue: UInt8(number)))
        }
        // A value of any parameter follows the general rule: texts, integers, lengths and No-value, which is one zero.
        value = try reader.value(field)
    }

    func append(to octets: inout [UInt8]) {
        switch name {
        case .assigned(let number): octets.append(0x80 | number.rawValue)
        case .text(let text): octets.append(text: text)
        }
        octets += value.octets
    }
}
