package import HandsetWireCore

/// One page of a cell broadcast in the format of GSM, as `+CBM` carries it (TS 23.041, 9.4.1.2).
package struct CellBroadcastPage: Hashable, Sendable {
    package var serialNumber: BroadcastSerialNumber
    package var messageIdentifier: UInt16
    package var coding: BroadcastCoding
    /// From 1, and the number of pages, at most 15. What contradicts itself is one page of one.
    package var page: Int { isPageParameterWrong ? 1 : Int(pageParameter >> 4) }
    package var pages: Int { isPageParameterWrong ? 1 : Int(pageParameter & 15) }
    private var pageParameter: UInt8
    /// The content, padding included.
    package private(set) var content: [UInt8]

    private var isPageParameterWrong: Bool {
        pageParameter & 15 == 0 || pageParameter >> 4 == 0 || pageParameter >> 4 > pageParameter & 15
    }

    /// - Returns: nil when a page number or the content does not fit.
    package init?(
        serialNumber: BroadcastSerialNumber, messageIdentifier: UInt16, coding: BroadcastCoding, page: Int, pages: Int,
        content: [UInt8]
    ) {
        guard 1...15 ~= pages, 1...pages ~= page, content.count <= Limits.broadcastPageOctets - 6 else { return nil }
        self.serialNumber = serialNumber
        self.messageIdentifier = messageIdentifier
        self.coding = coding
        pageParameter = UInt8(page) << 4 | UInt8(pages)
        self.content = content
    }

    /// The page's text and its language; nil for data. The padding, of CR, is left out.
    package var text: BroadcastText? {
        BroadcastText(content[...], coding: coding) { septets in
            while septets.last == 0x0D { septets.removeLast() }
        }
    }

    /// The text of pages in order of their numbers.
    package static func text(joining pages: some Collection<CellBroadcastPage>) -> String? {
        var text = ""
        for page in pages.sorted(by: { $0.page < $1.page }) {
            guard let part = page.text else { return nil }
            text += part.text
        }
        return text
    }

    package var damage: [Damage] {
        var damage: [Damage] = []
        if coding.isReserved { damage.append(.reservedCoding) }
        if coding.isCompressed { damage.append(.compressed) }
        let missing = Limits.broadcastPageOctets - 6 - content.count
        if missing > 0 { damage.append(.truncated(field: "content", missing: missing)) }
        return damage
    }
}

/// The serial number of a broadcast (TS 23.041, 9.4.1.2.1).
package struct BroadcastSerialNumber: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Where the message is valid.
    package enum Scope: UInt8, Hashable, Sendable, CaseIterable {
        /// In the cell, and to be shown at once.
        case cellImmediate = 0
        case plmn = 1
        case locationArea = 2
        case cell = 3
    }

    package init(scope: Scope, code: UInt16, update: UInt8) {
        rawValue = UInt16(scope.rawValue) << 14 | (code & 0x3FF) << 4 | UInt16(update & 15)
    }

    package var scope: Scope { Scope(rawValue: UInt8(rawValue >> 14)) ?? .cell }
    /// Tells messages of the same identifier apart.
    package var code: UInt16 { rawValue >> 4 & 0x3FF }
    /// Counts the changes of a message's content.
    package var update: UInt8 { UInt8(rawValue & 15) }
}

// MARK: - Wire

extension CellBroadcastPage {
    package init(decoding octets: [UInt8]) throws(DecodeError) {
        var reader = Reader(octets.span.bytes)
        serialNumber = BroadcastSerialNumber(rawValue: try reader.bigEndian("serial number"))
        messageIdentifier = try reader.bigEndian("message identifier")
        coding = BroadcastCoding(rawValue: try reader.octet("data coding scheme"))
        pageParameter = try reader.octet("page parameter")
        guard reader.remaining <= Limits.broadcastPageOctets - 6 else {
            throw DecodeError(.overLimit, "content", at: Limits.broadcastPageOctets)
        }
        content = reader.octets(atMost: reader.remaining)
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(Limits.broadcastPageOctets)
        for word in [serialNumber.rawValue, messageIdentifier] {
            octets.append(UInt8(word >> 8))
            octets.append(UInt8(word & 0xFF))
        }
        octets.append(coding.rawValue)
        octets.append(pageParameter)
        octets.append(contentsOf: content)
        return octets
    }
}
