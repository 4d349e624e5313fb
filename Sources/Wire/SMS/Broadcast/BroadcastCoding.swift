/// The data coding scheme of cell broadcasts and of USSD, which is not that of short messages (TS 23.038, clause 5).
package struct BroadcastCoding: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The default alphabet, language unspecified: what a USSD request has.
    package static let gsm7 = BroadcastCoding(rawValue: 0x0F)
    /// UCS-2 without a class.
    package static let ucs2 = BroadcastCoding(rawValue: 0x48)

    /// The alphabet that a receiver uses; reserved groups are read as the default alphabet.
    package var alphabet: Alphabet {
        switch rawValue {
        case 0x11: .ucs2
        case 0x40...0x7F, 0x90...0x9F: Alphabet(rawValue: rawValue >> 2 & 3) ?? .gsm7
        // Of I1 protocol messages and of the WAP Forum.
        case 0xD0...0xDF, 0xE0...0xEF: .data
        case 0xF0...0xFF: rawValue & 0x04 == 0 ? .gsm7 : .data
        default: .gsm7
        }
    }

    package var isCompressed: Bool { rawValue & 0xE0 == 0x60 }

    /// Whether a user data header stands in front, as in a short message.
    package var hasHeader: Bool { rawValue >> 4 == 0x9 }

    package var messageClass: MessageClass? {
        switch rawValue {
        case 0x40...0x7F: rawValue & 0x10 == 0 ? nil : MessageClass(rawValue: rawValue & 3)
        case 0x90...0x9F, 0xF0...0xFF: MessageClass(rawValue: rawValue & 3)
        default: nil
        }
    }

    /// Whether the text starts with its language: three characters and CR, or two octets in front of UCS-2.
    package var hasLanguagePrefix: Bool { rawValue == 0x10 || rawValue == 0x11 }

    package var isReserved: Bool {
        switch rawValue {
        case 0x12...0x1F, 0x25...0x3F, 0x80...0x8F, 0xA0...0xCF: true
        case 0x40...0x7F, 0x90...0x9F: rawValue & 0x0C == 0x0C
        default: false
        }
    }

    /// The language that the octet names, by ISO 639-1; nil where it names none.
    package var language: String? {
        let first = [
            "de", "en", "it", "fr", "es", "nl", "sv", "da", "pt", "fi", "no", "el", "tr", "hu", "pl",
        ]
        let second = ["cs", "he", "ar", "ru", "is"]
        switch rawValue {
        case 0x00...0x0E: return first[Int(rawValue)]
        case 0x20...0x24: return second[Int(rawValue - 0x20)]
        default: return nil
        }
    }
}
