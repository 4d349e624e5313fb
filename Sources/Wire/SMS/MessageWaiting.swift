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
