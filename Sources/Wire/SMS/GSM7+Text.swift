/// Text outside short messages, which uses the default alphabet as well: unstructured data (TS 23.038, 5 and 6.1.2.3).
extension GSM7 {
    /// The septets of `text` in the default alphabet and its extension; nil when they lack a character.
    package static func septets(of text: some StringProtocol) -> [UInt8]? {
        var septets: [UInt8] = []
        septets.reserveCapacity(text.utf8.count)
        return Tables.standard.append(text, to: &septets) ? septets : nil
    }

    /// The text of septets, one an octet.
    package static func text(ofSeptets septets: some Collection<UInt8>) -> String {
        text(ofPacked: pack(septets), count: septets.count)
    }

    /// The text of packed septets: `count` of them, or as many as there are.
    package static func text(ofPacked octets: [UInt8], count: Int) -> String {
        let available = octets.count * 8 / 7
        return TextWriter.text(
            ofSeptets: octets.span.bytes, from: 0, count: max(0, min(count, available)), locking: nil, single: nil)
    }
}
