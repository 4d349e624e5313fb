/// The data coding scheme of a short message: TP-DCS (TS 23.038, clause 4).
package struct DataCodingScheme: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The general group, without compression.
    package init(_ alphabet: Alphabet, class messageClass: MessageClass? = nil) {
        rawValue = alphabet.rawValue << 2
        if let messageClass { rawValue |= 0x10 | messageClass.rawValue }
    }

    package static let gsm7 = DataCodingScheme(.gsm7)
    package static let data = DataCodingScheme(.data)
    package static let ucs2 = DataCodingScheme(.ucs2)

    /// The coding group, by bits 7 to 4.
    package enum Group: Hashable, Sendable {
        /// `00xx`.
        case general
        /// `01xx`: the message is marked for automatic deletion once it was read.
        case automaticDeletion
        /// `1000` to `1011`: read as the GSM 7-bit default alphabet, as the standard asks.
        case reserved
        /// `1100`: the text may be thrown away once the indication was acted on.
        case waitingDiscard
        /// `1101` and, in UCS-2, `1110`.
        case waitingStore
        /// `1111`.
        case codingAndClass
    }

    package var group: Group {
        switch rawValue >> 4 {
        case 0x0...0x3: .general
        case 0x4...0x7: .automaticDeletion
        case 0x8...0xB: .reserved
        case 0xC: .waitingDiscard
        case 0xD, 0xE: .waitingStore
        default: .codingAndClass
        }
    }

    /// The alphabet that a receiver uses, reserved values included.
    package var alphabet: Alphabet {
        switch group {
        case .general, .automaticDeletion: Alphabet(rawValue: rawValue >> 2 & 3) ?? .gsm7
        case .reserved, .waitingDiscard: .gsm7
        case .waitingStore: rawValue >> 4 == 0xE ? .ucs2 : .gsm7
        case .codingAndClass: rawValue & 0x04 == 0 ? .gsm7 : .data
        }
    }

    /// Whether the user data is compressed by TS 23.042; its length then counts octets.
    package var isCompressed: Bool { rawValue & 0xA0 == 0x20 }

    /// The message class, nil where the octet has none.
    package var messageClass: MessageClass? {
        switch group {
        case .general, .automaticDeletion: rawValue & 0x10 == 0 ? nil : MessageClass(rawValue: rawValue & 3)
        case .codingAndClass: MessageClass(rawValue: rawValue & 3)
        default: nil
        }
    }

    /// Whether the standard reserves the value; a receiver then reads the default alphabet.
    package var isReserved: Bool {
        switch group {
        case .reserved: true
        case .general, .automaticDeletion: rawValue & 0x0C == 0x0C
        default: false
        }
    }

    /// Whether TP-UDL counts septets.
    var countsSeptets: Bool { alphabet == .gsm7 && !isCompressed }

    /// The message-waiting indication of the groups `1100` to `1110`.
    package var waiting: MessageWaiting? {
        guard group == .waitingDiscard || group == .waitingStore else { return nil }
        let kinds: [MessageWaiting.Kind] = [.voice, .fax, .email, .other]
        return MessageWaiting(
            kind: kinds[Int(rawValue & 3)], count: rawValue & 0x08 == 0 ? 0 : nil, store: group == .waitingStore)
    }
}

/// The alphabets of short messages and broadcasts (TS 23.038, clause 4).
package enum Alphabet: UInt8, Hashable, Sendable, CaseIterable {
    case gsm7 = 0
    /// 8-bit data, which belongs to an application.
    case data = 1
    case ucs2 = 2
}

/// Where a message belongs (TS 23.038, clause 4).
package enum MessageClass: UInt8, Hashable, Sendable, CaseIterable {
    /// To be shown at once and not stored.
    case immediate = 0
    /// To the mobile equipment.
    case equipment = 1
    /// To the SIM.
    case sim = 2
    /// To the terminal equipment.
    case terminal = 3
}
