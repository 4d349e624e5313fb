internal import HandsetWireCore

/// One header field: its name by number or by text, and its value as it came (WAP-230-WSP, 8.4.1).
package struct WSPHeader: Hashable, Sendable {
    package enum Name: Hashable, Sendable {
        /// The number without the high bit: of WSP in a push and in a part, of MMS in a PDU.
        case assigned(UInt8)
        /// An application's own.
        case text(TextValue)
        /// No header, but the change to another page of numbers: the octets of the shift (8.4.2.6).
        case shift([UInt8])
    }

    package let name: Name
    package let value: WSPValue

    package init(_ name: Name, _ value: WSPValue) {
        self.name = name
        self.value = value
    }

    package init(_ name: String, _ value: String) { self.init(.text(TextValue(name)), .text(TextValue(value))) }

    func append(to octets: inout [UInt8]) {
        switch name {
        case .assigned(let number): octets.append(0x80 | number)
        case .text(let text): octets.append(text: text)
        case .shift(let shift): octets += shift
        }
        octets += value.octets
    }
}

/// Header fields in the order in which they came.
package struct WSPHeaders: Hashable, Sendable {
    package var fields: [WSPHeader]

    package init(_ fields: [WSPHeader] = []) { self.fields = fields }

    /// The first value of the header with this number, on the page that is there without a shift.
    package func first(_ number: UInt8) -> WSPValue? {
        for field in fields {
            switch field.name {
            case .assigned(number): return field.value
            case .shift: return nil
            default: continue
            }
        }
        return nil
    }

    /// The first value of the header with this name in text.
    package func first(named name: String) -> WSPValue? {
        fields.first { if case .text(let text) = $0.name { text.isSame(as: name) } else { false } }?.value
    }

    /// The values of the headers with this number.
    package func all(_ number: UInt8) -> [WSPValue] {
        fields.prefix { if case .shift = $0.name { false } else { true } }
            .compactMap { $0.name == .assigned(number) ? $0.value : nil }
    }
}

// MARK: - Wire

extension WSPHeaders {
    /// Reads fields up to the end of `reader`.
    init(from reader: inout Reader, atMost limit: Int, field: String) throws(DecodeError) {
        var fields: [WSPHeader] = []
        while let first = reader.peek() {
            guard fields.count < limit else { throw DecodeError(.overLimit, field, at: reader.offset) }
            switch first {
            case 0x80...0xFF:
                let number = try reader.octet(field) & 0x7F
                fields.append(WSPHeader(.assigned(number), try reader.value(field)))
            case 0x20...0x7E:
                let name = try reader.text(field)
                fields.append(WSPHeader(.text(name), try reader.value(field)))
            case 0x7F:
                guard reader.remaining >= 2 else {
                    throw DecodeError(.truncated, field, at: reader.offset + reader.remaining)
                }
                fields.append(WSPHeader(.shift(reader.octets(atMost: 2)), WSPValue(octets: [])))
            case 0x01...0x1F:
                fields.append(WSPHeader(.shift(reader.octets(atMost: 1)), WSPValue(octets: [])))
            default:
                throw DecodeError(.malformed, field, at: reader.offset)
            }
        }
        self.init(fields)
    }

    func append(to octets: inout [UInt8]) {
        for field in fields { field.append(to: &octets) }
    }
}
