/// What became of a submitted message: TP-ST of a status report (TS 23.040, 9.2.3.15).
package struct Status: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Received by the recipient.
    package static let delivered = Status(rawValue: 0x00)
    /// The validity period has ended.
    package static let expired = Status(rawValue: 0x46)

    package enum Class: Hashable, Sendable {
        /// Completed: received, forwarded without confirmation, or replaced.
        case delivered
        /// A temporary error; the service centre still tries.
        case stillTrying
        /// A permanent error.
        case permanentFailure
        /// A temporary error; the service centre has stopped trying.
        case temporaryFailure
    }

    /// The class by which to act. Any reserved value is read as "service rejected" of the last class, as the standard
    /// asks; what a service centre defines for itself stays in the class that it chose.
    package var `class`: Class {
        switch rawValue {
        case 0x00...0x02, 0x10...0x1F: .delivered
        case 0x20...0x25, 0x30...0x3F: .stillTrying
        case 0x40...0x49, 0x50...0x5F: .permanentFailure
        default: .temporaryFailure
        }
    }

    /// Whether the value is one that the standard reserves.
    package var isReserved: Bool { meaning == nil }

    /// The standard's words in short; nil for a reserved value.
    package var meaning: String? {
        switch rawValue {
        case 0x00: "received by the recipient"
        case 0x01: "forwarded, delivery not confirmed"
        case 0x02: "replaced by the service centre"
        case 0x20, 0x60: "congestion"
        case 0x21, 0x61: "recipient busy"
        case 0x22, 0x62: "no response from the recipient"
        case 0x23, 0x63: "service rejected"
        case 0x24, 0x44, 0x64: "quality of service not available"
        case 0x25, 0x65: "error in the recipient's equipment"
        case 0x40: "remote procedure error"
        case 0x41: "incompatible destination"
        case 0x42: "connection rejected by the recipient"
        case 0x43: "not obtainable"
        case 0x45: "no interworking available"
        case 0x46: "validity period expired"
        case 0x47: "deleted by the originator"
        case 0x48: "deleted by the service centre's administration"
        case 0x49: "message does not exist"
        case 0x10...0x1F, 0x30...0x3F, 0x50...0x5F, 0x70...0x7F: "specific to the service centre"
        default: nil
        }
    }
}
