package import HandsetMMS

/// What a network's MMSC is like: limits and habits that carriers really have.
package struct MultimediaHabits: Hashable, Sendable {
    /// The version that its PDUs say.
    package var version: MMSVersion
    /// Its locations lack the transaction id, which the client is to put behind them.
    package var appendsTransactionID: Bool
    /// It is reached through a proxy, by a name that no server knows.
    package var wantsProxy: Bool
    package var answersChunked: Bool
    /// Each notification is pushed twice.
    package var duplicatesPushes: Bool
    /// The largest message that it takes, in octets of the PDU.
    package var sizeLimit: Int
    package var recipientLimit: Int
    /// How long it keeps a message.
    package var retention: Duration
    /// Whether a message that is offered again under the same transaction id is known.
    package var recognisesRepeats: Bool

    package init(
        version: MMSVersion = .v1_2, appendsTransactionID: Bool = false, wantsProxy: Bool = false,
        answersChunked: Bool = false, duplicatesPushes: Bool = false, sizeLimit: Int = 1 << 20,
        recipientLimit: Int = 20, retention: Duration = .seconds(3 * 86_400), recognisesRepeats: Bool = true
    ) {
        self.version = version
        self.appendsTransactionID = appendsTransactionID
        self.wantsProxy = wantsProxy
        self.answersChunked = answersChunked
        self.duplicatesPushes = duplicatesPushes
        self.sizeLimit = sizeLimit
        self.recipientLimit = recipientLimit
        self.retention = retention
        self.recognisesRepeats = recognisesRepeats
    }
}

/// Something that goes wrong between a client and the MMSC, at the next request of a kind.
package struct MultimediaFault: Hashable, Sendable {
    package enum Request: String, Hashable, Sendable, CaseIterable {
        case send, fetch, acknowledge, any
    }

    package enum Kind: Hashable, Sendable {
        /// An HTTP status in place of the answer; nothing is taken.
        case status(Int)
        /// The answer begins after so long.
        case delay(Duration)
        /// The answer comes octet by octet, for ever too slow.
        case drip
        /// The connection ends after so many octets of the answer.
        case cut(after: Int)
        /// A page for people in place of the answer.
        case wrongType
        /// An answer of so many octets.
        case oversized(Int)
        /// The request is carried out and the connection ends without an answer.
        case loseAnswer
        /// The connection ends before the request is carried out.
        case refuse
        /// The request is carried out, and the answer's octets are no PDU.
        case garble
        /// The client is sent elsewhere.
        case redirect(String)
        /// The answer names another transaction.
        case wrongTransaction
        /// The answer is a PDU with this status: X-Mms-Response-Status, or X-Mms-Retrieve-Status.
        case answer(UInt8)
    }

    package var request: Request
    package var kind: Kind

    package init(_ kind: Kind, on request: Request = .any) {
        self.request = request
        self.kind = kind
    }
}

/// A part of a multimedia message, as a subscriber's phone shows it.
package struct MultimediaPart: Hashable, Sendable {
    package var type: String
    package var name: String
    package var data: [UInt8]

    package init(type: String, name: String, data: [UInt8]) {
        self.type = type
        self.name = name
        self.data = data
    }

    package init(text: String, name: String = "text.txt") {
        self.init(type: "text/plain", name: name, data: Array(text.utf8))
    }

    /// The text of a part that is one.
    package var text: String? { type == "text/plain" ? String(decoding: data, as: UTF8.self) : nil }
}

/// A multimedia message that reached a scripted subscriber.
package struct ReceivedMultimedia: Hashable, Sendable {
    package var messageID: String
    package var from: String
    /// All whom it names, the subscriber among them.
    package var recipients: [String]
    package var subject: String?
    package var parts: [MultimediaPart]
    /// Whether it brought a presentation.
    package var hasPresentation: Bool
}

/// What the MMSC took from a client or a subscriber.
package struct SubmittedMultimedia: Hashable, Sendable {
    package var messageID: String
    package var from: String
    package var recipients: [String]
    package var transactionID: String
    /// How often it was offered under this transaction id.
    package var offers: Int
    /// The M-Send.req as it came.
    package var octets: [UInt8]
}

/// A message that waits for a line, or waited.
package struct MultimediaWaiting: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        case pushed, deferred, fetched, acknowledged, rejected, unrecognised, expired
    }
    package var messageID: String
    package var recipient: String
    package var transactionID: String
    package var state: State
    /// How often it was given to the client.
    package var fetches: Int
}

/// What became of a subscriber's own message with one recipient.
package struct MultimediaReport: Hashable, Sendable {
    package var messageID: String
    package var recipient: String
    /// A word of X-Mms-Status, or of X-Mms-Read-Status.
    package var status: String
}
