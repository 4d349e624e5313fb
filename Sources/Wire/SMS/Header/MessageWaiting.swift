/// Messages that wait in a mailbox, told by TP-DCS (TS 23.038, clause 4), the special SMS message indication or the
/// enhanced voice mail information of a user data header (TS 23.040, 9.2.3.24.2 and 9.2.3.24.13).
package struct MessageWaiting: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case voice, fax, email, video, other
        /// A type that the standard reserves, by its five bits.
        case reserved(UInt8)
    }

    package var kind: Kind
    /// How many wait: zero switches the indication off, nil leaves the number open, 255 stands for that many or more.
    package var count: UInt8?
    /// Whether the message that told it is to be stored as well.
    package var store: Bool
    /// The subscriber profile, 0 to 3, where several share the SIM.
    package var profile: UInt8

    package init(kind: Kind, count: UInt8?, store: Bool, profile: UInt8 = 0) {
        self.kind = kind
        self.count = count
        self.store = store
        self.profile = profile
    }

    package var isActive: Bool { count != 0 }
}

extension MessageWaiting {
    /// The special SMS message indication (TS 23.040, 9.2.3.24.2); nil for another element or another length.
    package init?(_ element: UserDataHeader.Element) {
        guard element.id == 0x01, element.data.count == 2 else { return nil }
        let first = element.data[element.data.startIndex]
        let kind: Kind =
            switch first & 0x1F {
            case 0: .voice
            case 1: .fax
            case 2: .email
            case 3: .other
            case 7: .video
            default: .reserved(first & 0x1F)
            }
        self.init(
            kind: kind, count: element.data[element.data.startIndex + 1], store: first & 0x80 != 0,
            profile: first >> 5 & 3)
    }

    package var element: UserDataHeader.Element {
        let bits: UInt8 =
            switch kind {
            case .voice: 0
            case .fax: 1
            case .email: 2
            case .other: 3
            case .video: 7
            case .reserved(let value): value & 0x1F
            }
        return .init(id: 0x01, [(store ? 0x80 : 0) | (profile & 3) << 5 | bits, count ?? 255])
    }
}

extension UserDataHeader {
    /// The indications, basic and enhanced, in their order: a header may tell of several mailboxes.
    package var waiting: [MessageWaiting] {
        var found: [MessageWaiting] = []
        for element in self {
            if let basic = MessageWaiting(element) {
                found.append(basic)
            } else if let enhanced = EnhancedVoiceMail(element) {
                found.append(enhanced.waiting)
            }
        }
        return found
    }
}

extension UserData {
    /// All message-waiting indications, that of TP-DCS first.
    package var waiting: [MessageWaiting] {
        var all: [MessageWaiting] = []
        if let group = dataCodingScheme.waiting { all.append(group) }
        if let header { all += header.waiting }
        return all
    }
}
