/// The protocol identifier: TP-PID (TS 23.040, 9.2.3.9).
package struct ProtocolIdentifier: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A short message from one person to another.
    package static let shortMessage = ProtocolIdentifier(rawValue: 0x00)
    /// Acknowledged, and neither shown nor stored.
    package static let typeZero = ProtocolIdentifier(rawValue: 0x40)
    /// For the (U)SIM, which reads it as a command.
    package static let simDataDownload = ProtocolIdentifier(rawValue: 0x7F)

    package enum Meaning: Hashable, Sendable {
        /// Between mobiles, by a protocol of the service centre's choice (bits 4 to 0; zero is the common message).
        case shortMessage(protocol: UInt8)
        /// To or from a telematic device (bits 4 to 0).
        case telematic(TelematicDevice)
        case typeZero
        /// Replaces the stored message of the same type, originator and service centre.
        case replace(type: UInt8)
        case deviceTriggering
        /// Obsolete, but read as a common message.
        case enhancedMessage
        case returnCall
        case ansi136Data
        case equipmentDataDownload
        case equipmentDepersonalization
        case simDataDownload
        /// `11xxxxxx`: for the service centre's use.
        case serviceCentreSpecific(UInt8)
        case reserved
    }

    package var meaning: Meaning {
        switch rawValue {
        case 0x00...0x1F: .shortMessage(protocol: rawValue & 0x1F)
        case 0x20...0x3F: .telematic(TelematicDevice(rawValue: rawValue & 0x1F))
        case 0x40: .typeZero
        case 0x41...0x47: .replace(type: rawValue & 7)
        case 0x48: .deviceTriggering
        case 0x5E: .enhancedMessage
        case 0x5F: .returnCall
        case 0x7C: .ansi136Data
        case 0x7D: .equipmentDataDownload
        case 0x7E: .equipmentDepersonalization
        case 0x7F: .simDataDownload
        case 0xC0...0xFF: .serviceCentreSpecific(rawValue & 0x3F)
        default: .reserved
        }
    }
}

/// The device that a message is for or from (TS 23.040, 9.2.3.9, bits 4 to 0); a value without a name is kept.
package struct TelematicDevice: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The standard's name, nil for reserved and service-centre specific values.
    package var name: String? {
        switch rawValue {
        case 0x00: "implicit"
        case 0x01: "telex"
        case 0x02: "group 3 telefax"
        case 0x03: "group 4 telefax"
        case 0x04: "voice telephone"
        case 0x05: "ERMES"
        case 0x06: "national paging"
        case 0x07: "videotex"
        case 0x08: "teletex, carrier unspecified"
        case 0x09: "teletex in PSPDN"
        case 0x0A: "teletex in CSPDN"
        case 0x0B: "teletex in PSTN"
        case 0x0C: "teletex in ISDN"
        case 0x0D: "UCI"
        case 0x10: "message handling facility"
        case 0x11: "public X.400 message handling system"
        case 0x12: "Internet mail"
        case 0x1F: "GSM or UMTS mobile station"
        default: nil
        }
    }
}
