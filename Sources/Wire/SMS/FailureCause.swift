/// Why a message was refused: TP-FCS of a report that travels as an RP-ERROR (TS 23.040, 9.2.3.22).
package struct FailureCause: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let simStorageFull = FailureCause(rawValue: 0xD0)
    package static let memoryCapacityExceeded = FailureCause(rawValue: 0xD3)
    package static let unspecified = FailureCause(rawValue: 0xFF)

    /// The standard's words in short; nil for a reserved value.
    package var meaning: String? {
        switch rawValue {
        case 0x80: "telematic interworking not supported"
        case 0x81: "short message type 0 not supported"
        case 0x82: "cannot replace the short message"
        case 0x8F: "unspecified TP-PID error"
        case 0x90: "alphabet not supported"
        case 0x91: "message class not supported"
        case 0x9F: "unspecified TP-DCS error"
        case 0xA0: "command cannot be acted on"
        case 0xA1: "command not supported"
        case 0xAF: "unspecified TP-Command error"
        case 0xB0: "TPDU not supported"
        case 0xC0: "service centre busy"
        case 0xC1: "no subscription at the service centre"
        case 0xC2: "service centre failure"
        case 0xC3: "invalid address"
        case 0xC4: "destination barred"
        case 0xC5: "rejected as a duplicate"
        case 0xC6: "TP-VPF not supported"
        case 0xC7: "TP-VP not supported"
        case 0xD0: "SIM storage full"
        case 0xD1: "no storage on the SIM"
        case 0xD2: "error in the mobile"
        case 0xD3: "memory capacity exceeded"
        case 0xD4: "SIM toolkit busy"
        case 0xD5: "SIM data download error"
        case 0xE0...0xFE: "specific to an application"
        case 0xFF: "unspecified"
        default: nil
        }
    }
}
