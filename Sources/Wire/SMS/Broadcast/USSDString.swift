/// The string of an unstructured supplementary service (TS 24.080, 4.5; packed by TS 23.038, 6.1.2.3).
package struct USSDString: Hashable, Sendable {
    package var coding: BroadcastCoding
    package var octets: [UInt8]

    package init(octets: [UInt8], coding: BroadcastCoding) {
        self.octets = octets
        self.coding = coding
    }

    /// The string of `text`: the default alphabet where it has every character, else UCS-2.
    /// - Returns: nil when it takes more than 160 octets.
    package init?(_ text: String) {
        var septets: [UInt8] = []
        if GSM7.Tables.standard.append(text, to: &septets) {
            octets = Self.pack(septets)
            coding = .gsm7
        } else {
            octets = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            coding = .ucs2
        }
        guard octets.count <= Limits.ussdOctets else { return nil }
    }

    /// The text; nil for data.
    package var text: String? { decoded?.text }

    /// The language that the string or its coding names.
    package var language: String? { decoded?.language }

    private var decoded: BroadcastText? {
        BroadcastText(octets[...], coding: coding, strip: Self.strip)
    }

    private static let carriageReturn: UInt8 = 0x0D

    /// Seven spare bits in the last octet would be read as `@`, so CR takes them; and a CR of the text that ends on an
    /// octet boundary gets another, for one alone would be taken for that padding.
    static func pack(_ septets: [UInt8]) -> [UInt8] {
        let needsPadding = septets.count % 8 == 7
        let endsInReturn = septets.count % 8 == 0 && septets.last == carriageReturn
        return GSM7.pack(needsPadding || endsInReturn ? septets + [carriageReturn] : septets)
    }

    /// Takes out the CR that the packing put in.
    static func strip(_ septets: inout [UInt8]) {
        let count = septets.count
        guard septets.last == carriageReturn else { return }
        if count % 8 == 0 || (count % 8 == 1 && count > 1 && septets[count - 2] == carriageReturn) {
            septets.removeLast()
        }
    }
}
