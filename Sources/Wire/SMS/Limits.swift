/// What this room holds and reads at most, in one place.
package enum Limits {
    /// TP-UD of any TPDU (TS 23.040, 9.2.3.24).
    package static let userDataOctets = 140
    /// Parts of one message: the width of the field (TS 23.040, 9.2.3.24.1).
    package static let parts = 255
}
