/// Short messages on a line, one part at a time.
package protocol SMSCapability: Sendable {
    /// The parts that a message takes on the air; encoding is the backend's. Throws `.permanent` for what cannot be sent.
    func prepare(_ message: OutgoingSMS) throws(SendRefusal) -> [OutgoingPart]

    /// Hands one part to the network and says how that ended. Never sends a part twice by itself.
    func send(_ part: OutgoingPart) async -> PartOutcome
}

/// A text as the service sends it.
package struct OutgoingSMS: Hashable, Sendable {
    /// Digits with an optional leading `+`, or `*#` digits: what TP-DA can carry (3GPP TS 23.040, clause 9.1.2.5).
    package var recipient: String
    package var text: String
    package var wantsReport: Bool
    /// The reference that ties the parts together (3GPP TS 23.040, clause 9.2.3.24.1).
    package var concatenationReference: UInt8

    package init(recipient: String, text: String, wantsReport: Bool, concatenationReference: UInt8) {
        self.recipient = recipient
        self.text = text
        self.wantsReport = wantsReport
        self.concatenationReference = concatenationReference
    }
}

/// One part, in the backend's own form (a TPDU on an AT modem).
package struct OutgoingPart: Hashable, Sendable {
    /// From 1.
    package var number: Int
    package var octets: [UInt8]

    package init(number: Int, octets: [UInt8]) {
        self.number = number
        self.octets = octets
    }
}

/// How the sending of one part ended.
package enum PartOutcome: Hashable, Sendable {
    /// The network has it; the message reference pairs a later report (TP-MR), absent when the modem gives none.
    case taken(reference: UInt8?)
    case refused(SendRefusal)
    /// The link died, or fell silent, between the part and its answer.
    case unknown
}

/// Why a message was not taken.
package struct SendRefusal: Error, Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// May work later: congestion, no service, no modem.
        case temporary
        /// Will not work as it is: bad number, barred, not subscribed.
        case permanent
    }
    package var kind: Kind
    /// The number of the `+CMS ERROR` or `+CME ERROR`, where there was one.
    package var code: Int?
    /// For a person; no numbers of people, no texts.
    package var reason: String

    package init(_ kind: Kind, code: Int? = nil, reason: String) {
        self.kind = kind
        self.code = code
        self.reason = reason
    }
}

/// One message as it came.
package enum ReceivedPart: Hashable, Sendable {
    /// The service centre's address field and the TPDU, as in PDU mode (3GPP TS 27.005, clause 3.1): a port of ours.
    case tpdu([UInt8])
    /// What a backend gives that hides the TPDU.
    case fields(ReceivedFields)
}

/// A received text whose TPDU is hidden from us, already whole.
package struct ReceivedFields: Hashable, Sendable {
    package var sender: String
    package var text: String
    /// Seconds since 1970, and the service centre's offset from UTC in minutes.
    package var timestamp: Int64?
    package var utcOffset: Int?
    /// Names the message at the backend, so that the same one offered again is known.
    package var identity: String

    package init(sender: String, text: String, timestamp: Int64?, utcOffset: Int?, identity: String) {
        self.sender = sender
        self.text = text
        self.timestamp = timestamp
        self.utcOffset = utcOffset
        self.identity = identity
    }
}
