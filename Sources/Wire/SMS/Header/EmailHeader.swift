extension UserDataHeader {
    /// How much of the message is the header of an Internet mail (RFC 5322), in septets, octets or UTF-16 units as TP-DCS
    /// says (TS 23.040, 9.2.3.24.19).
    package var emailHeaderLength: Int? {
        last { $0.id == 0x20 && $0.data.count == 1 ? $0.data.first.map(Int.init) : nil }
    }
}
