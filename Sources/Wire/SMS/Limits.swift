/// What this room reads and writes at most, in one place; the limits on what is held are in `Reassembler.Limits`.
package enum Limits {
    /// TP-UD of a message (TS 23.040, 9.2.3.24).
    package static let userDataOctets = 140
    /// TP-CD (TS 23.040, 9.2.3.21).
    package static let commandDataOctets = 157
    /// Parts of one message: the width of the field (TS 23.040, 9.2.3.24.1).
    package static let parts = 255
    /// One page of a cell broadcast, its six octets of header included (TS 23.041, 9.4.1.2).
    package static let broadcastPageOctets = 88
    /// An unstructured string (TS 24.080, 4.5).
    package static let ussdOctets = 160
}
