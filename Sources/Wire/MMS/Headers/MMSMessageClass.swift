/// X-Mms-Message-Class (OMA-TS-MMS_ENC-V1_3, 7.3.27).
package enum MMSMessageClass: Hashable, Sendable {
    case personal
    case advertisement
    case informational
    /// Made by a machine, such as a report that is a message.
    case auto
    /// A class of the carrier's own.
    case other(TextValue)
}

// MARK: - Wire

extension MMSMessageClass {
    /// - Returns: nil for a token without meaning.
    init?(_ value: WSPValue) {
        switch value.token {
        case 0x80: self = .personal
        case 0x81: self = .advertisement
        case 0x82: self = .informational
        case 0x83: self = .auto
        case nil:
            guard let text = value.text else { return nil }
            self = .other(text)
        default: return nil
        }
    }

    var value: WSPValue {
        switch self {
        case .personal: .token(0x80)
        case .advertisement: .token(0x81)
        case .informational: .token(0x82)
        case .auto: .token(0x83)
        case .other(let text): .text(text)
        }
    }

    /// The standard's word, or the carrier's.
    package var name: String {
        switch self {
        case .personal: "personal"
        case .advertisement: "advertisement"
        case .informational: "informational"
        case .auto: "auto"
        case .other(let text): text.string
        }
    }
}
