import HandsetAT
import HandsetSMS

/// How service strings stand on the line (`+CUSD`, 3GPP TS 27.007, clause 7.15), which depends on the character set and on
/// the modem.
struct USSDCoding: Hashable, Sendable {
    var characterSet = CharacterSet.gsm
    /// Whether the modem wants the octets of the network, seven bits a character packed (3GPP TS 23.038, clause 6.1.2.3),
    /// as hexadecimal digits, whatever the character set.
    var packs = false

    /// The parameters of a request; `nil` for a text that no string holds.
    func parameters(_ text: String) -> [Parameter]? {
        guard !text.isEmpty, let string = USSDString(text) else { return nil }
        let octets: [UInt8]
        var coding = string.coding
        if string.coding == .ucs2 {
            octets = Array(HandsetAT.Hex.encode(string.octets))
        } else if packs {
            octets = HandsetAT.Hex.encode(string.octets)
        } else if characterSet == .ucs2 {
            octets = HandsetAT.Hex.encode(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        } else if characterSet == .hex {
            octets = HandsetAT.Hex.encode(GSM7.unpack(string.octets, count: string.octets.count * 8 / 7))
        } else if text.utf8.allSatisfy(Self.isCommon) {
            octets = Array(text.utf8)
        } else {
            // What differs between the sets, or would end the string or the line, goes as UTF-16.
            octets = HandsetAT.Hex.encode(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
            coding = .ucs2
        }
        return [.number(1), .quoted(octets), .number(Int(coding.rawValue))]
    }

    /// Characters that are the same octets in every set, and safe between quotes.
    private static func isCommon(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: Set(" !#%&'()*+,-./:;<=>?".utf8).contains(octet)
        }
    }

    /// The text of what came.
    func text(_ notice: USSDNotice) -> String {
        guard let string = notice.string, !string.isEmpty else { return "" }
        let coding = BroadcastCoding(
            rawValue: notice.coding.flatMap { UInt8(exactly: $0) } ?? BroadcastCoding.gsm7.rawValue)
        let octets = HandsetAT.Hex.decode(string)
        switch (coding.alphabet, octets) {
        case (.ucs2, let octets?) where octets.count % 2 == 0:
            return USSDString(octets: octets, coding: coding).text ?? plain(string)
        case (.gsm7, let octets?):
            if packs || isPacked(string, octets) {
                return USSDString(octets: octets, coding: coding).text ?? plain(string)
            }
            if characterSet == .ucs2, octets.count % 2 == 0 {
                return USSDString(octets: octets, coding: .ucs2).text ?? plain(string)
            }
            if characterSet == .hex {
                return octets.allSatisfy { $0 < 0x80 }
                    ? Self.text(septets: octets) : USSDString(octets: octets, coding: coding).text ?? plain(string)
            }
            return plain(string)
        case (.data, let octets?): return String(validating: octets, as: UTF8.self) ?? plain(string)
        default: return plain(string)
        }
    }

    /// Whether digits are packed septets although the character set says otherwise: with letters among them, and a text
    /// that one can read.
    private func isPacked(_ string: [UInt8], _ octets: [UInt8]) -> Bool {
        guard characterSet != .ucs2, characterSet != .hex, string.count >= 8,
            string.contains(where: { 0x41...0x46 ~= $0 }),
            let text = USSDString(octets: octets, coding: .gsm7).text
        else { return false }
        return text.unicodeScalars.allSatisfy { 0x20..<0x7F ~= $0.value || $0 == "\n" || $0 == "\r" }
    }

    private func plain(_ octets: [UInt8]) -> String {
        if characterSet == .gsm, octets.allSatisfy({ $0 < 0x80 }) { return Self.text(septets: octets) }
        return String(validating: octets, as: UTF8.self) ?? String(octets.map { Character(Unicode.Scalar($0)) })
    }

    private static func text(septets: [UInt8]) -> String {
        // A CR at the end is the text's own here: packing gives it the one that is taken out.
        let packed = GSM7.pack(septets.count % 8 == 7 ? septets + [0x0D] : septets)
        return USSDString(octets: packed, coding: .gsm7).text ?? ""
    }
}
