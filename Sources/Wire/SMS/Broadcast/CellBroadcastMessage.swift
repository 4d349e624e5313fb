package import HandsetWireCore

/// A cell broadcast with all its pages, in the format of UMTS and later (TS 23.041, 9.4.2.2).
package struct CellBroadcastMessage: Hashable, Sendable {
    package var serialNumber: BroadcastSerialNumber
    package var messageIdentifier: UInt16
    package var coding: BroadcastCoding
    /// The pages without their padding, at most fifteen of at most 82 octets.
    package var pages: [[UInt8]]

    /// The message type of TS 23.041, 9.4.2.2.1.
    static let messageType: UInt8 = 1
    private static let pageOctets = Limits.broadcastPageOctets - 6

    package init?(
        serialNumber: BroadcastSerialNumber, messageIdentifier: UInt16, coding: BroadcastCoding, pages: [[UInt8]]
    ) {
        guard 1...15 ~= pages.count, pages.allSatisfy({ $0.count <= Self.pageOctets }) else { return nil }
        self.serialNumber = serialNumber
        self.messageIdentifier = messageIdentifier
        self.coding = coding
        self.pages = pages
    }

    /// The text of all pages; nil for data.
    package var text: String? {
        var text = ""
        for page in pages {
            let part = BroadcastText(page[...], coding: coding) { septets in
                while septets.last == 0x0D { septets.removeLast() }
            }
            guard let part else { return nil }
            text += part.text
        }
        return text
    }

    package init(decoding octets: [UInt8]) throws(DecodeError) {
        var reader = Reader(octets.span.bytes)
        guard try reader.octet("message type") == Self.messageType else {
            throw DecodeError(.malformed, "message type", at: 0)
        }
        messageIdentifier = try reader.bigEndian("message identifier")
        serialNumber = BroadcastSerialNumber(rawValue: try reader.bigEndian("serial number"))
        coding = BroadcastCoding(rawValue: try reader.octet("data coding scheme"))
        let count = Int(try reader.octet("number of pages"))
        guard 1...15 ~= count else { throw DecodeError(.malformed, "number of pages", at: reader.offset - 1) }
        pages = []
        for _ in 0..<count {
            guard reader.remaining > Self.pageOctets else {
                throw DecodeError(.truncated, "page", at: reader.offset + reader.remaining)
            }
            let page = reader.octets(atMost: Self.pageOctets)
            let length = Int(try reader.octet("page length"))
            guard length <= Self.pageOctets else { throw DecodeError(.malformed, "page length", at: reader.offset - 1) }
            pages.append(Array(page.prefix(length)))
        }
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = [Self.messageType]
        for word in [messageIdentifier, serialNumber.rawValue] {
            octets.append(UInt8(word >> 8))
            octets.append(UInt8(word & 0xFF))
        }
        octets.append(coding.rawValue)
        octets.append(UInt8(pages.count))
        for page in pages {
            octets.append(contentsOf: page)
            octets.append(contentsOf: [UInt8](repeating: 0, count: Self.pageOctets - page.count))
            octets.append(UInt8(page.count))
        }
        return octets
    }
}
