/// Text of a cell broadcast page or a USSD string: no length in front, so padding has to be told from text.
package struct BroadcastText: Hashable, Sendable {
    package var text: String
    /// ISO 639-1, from the data coding scheme or from the text's own prefix.
    package var language: String?

    /// The text of `octets`; nil for data and for what is compressed.
    init?(_ octets: ArraySlice<UInt8>, coding: BroadcastCoding, strip: (inout [UInt8]) -> Void) {
        guard coding.alphabet != .data, !coding.isCompressed else { return nil }
        language = coding.language
        var header: UserDataHeader?
        var headerOctets = 0
        if coding.hasHeader, let length = octets.first {
            headerOctets = min(Int(length) + 1, octets.count)
            // As in a short message: what is malformed is ignored whole, and its octets are passed over.
            header = Int(length) < octets.count ? UserDataHeader(octets: octets.dropFirst().prefix(Int(length))) : nil
        }
        guard coding.alphabet == .gsm7 else {
            var place = headerOctets
            if coding.hasLanguagePrefix {
                let prefix = GSM7.unpack(Array(octets.prefix(2)), count: 2)
                language = Self.language(prefix)
                place += 2
            }
            let units = Array(octets.dropFirst(place))
            text = TextWriter.string(capacity: units.count / 2 * TextWriter.octetsPerUnit) { writer in
                writer.appendUCS2(units.span.bytes, from: 0)
            }
            while text.last == "\r" { text.removeLast() }
            return
        }
        let start = UserData.septets(ofHeaderOctets: headerOctets)
        let packed = Array(octets)
        var septets = GSM7.unpack(packed, from: start, count: packed.count * 8 / 7)
        strip(&septets)
        if coding.hasLanguagePrefix, septets.count >= 3 {
            language = Self.language(Array(septets.prefix(2)))
            septets.removeFirst(3)
        }
        let plain = GSM7.pack(septets)
        text = TextWriter.string(capacity: septets.count * TextWriter.octetsPerUnit) { writer in
            writer.appendSeptets(
                plain.span.bytes, from: 0, count: septets.count, locking: header?.lockingShift,
                single: header?.singleShift)
        }
    }

    private static func language(_ septets: [UInt8]) -> String? {
        guard septets.count == 2, septets.allSatisfy({ 0x61...0x7A ~= $0 }) else { return nil }
        return String(decoding: septets, as: UTF8.self)
    }
}
