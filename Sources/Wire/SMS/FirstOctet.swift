/// The first octet of a TPDU: its type and its flags, some of which mean different things in different types
/// (TS 23.040, 9.2.2 and 9.2.3.1 to 9.2.3.7).
package struct FirstOctet: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// TP-MTI, whose meaning the direction decides.
    package var messageType: UInt8 { rawValue & 0x03 }

    /// TP-MMS: the bit is zero when more messages wait.
    package var moreMessagesToSend: Bool {
        get { rawValue & 0x04 == 0 }
        set { set(0x04, !newValue) }
    }

    /// TP-RD, of SMS-SUBMIT.
    package var rejectDuplicates: Bool {
        get { rawValue & 0x04 != 0 }
        set { set(0x04, newValue) }
    }

    /// TP-LP: the message may be forwarded or make another one, and must not loop.
    package var loopPrevention: Bool {
        get { rawValue & 0x08 != 0 }
        set { set(0x08, newValue) }
    }

    /// TP-SRI, TP-SRR or TP-SRQ.
    package var statusReport: Bool {
        get { rawValue & 0x20 != 0 }
        set { set(0x20, newValue) }
    }

    /// TP-UDHI.
    package var hasUserDataHeader: Bool { rawValue & 0x40 != 0 }

    /// TP-RP.
    package var replyPath: Bool {
        get { rawValue & 0x80 != 0 }
        set { set(0x80, newValue) }
    }

    func with(userDataHeader: Bool) -> FirstOctet {
        FirstOctet(rawValue: userDataHeader ? rawValue | 0x40 : rawValue & ~0x40)
    }

    func with(validityPeriodFormat format: UInt8) -> FirstOctet { FirstOctet(rawValue: rawValue & ~0x18 | format) }

    private mutating func set(_ bit: UInt8, _ on: Bool) { rawValue = on ? rawValue | bit : rawValue & ~bit }
}
