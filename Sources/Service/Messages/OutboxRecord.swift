import HandsetInterface
import HandsetLines

/// A message of an app on its way to the network, as it lies on the disk.
struct OutboxRecord: Hashable, Sendable {
    /// Unique for ever; 0 until the store has given it.
    var serial: UInt64 = 0
    var app: String
    var service: String
    var id: String
    /// Names the content.
    var digest: [UInt8]
    var line: LineID
    var recipient: String
    var wantsReport: Bool
    var parts: Int
    /// Seconds since 1970.
    var at: Int64
    /// How it ended; nil while it has not.
    var result: SendResult?
    /// Of a multimedia message: the transaction under which it is offered.
    var transactionID: String?

    var attempt: SendAttempt { SendAttempt(name: SendName(app: app, service: service, id: id), digest: digest) }
}

/// What an app calls a message of its own.
struct SendName: Hashable, Sendable {
    var app: String
    var service: String
    var id: String
}

/// What makes two sends one: the name and the content.
struct SendAttempt: Hashable, Sendable {
    var name: SendName
    var digest: [UInt8]
}

/// A message as it is written down first: with its parts, or with its end where there is nothing to offer.
struct SendDraft: Hashable, Sendable {
    var record: OutboxRecord
    var parts: [OutgoingPart] = []
}

/// How a send ended: what became of its parts, as far as it is not written down yet, and with them of the message.
struct SendEnd: Hashable, Sendable {
    struct Part: Hashable, Sendable {
        var number: Int
        var state: PartState
        var reference: UInt8?
    }
    var result: SendResult
    var parts: [Part] = []
    /// The name by which reports call a multimedia message that the MMSC took.
    var messageID: String?
    /// The app has had the answer.
    var isConfirmed = false
}

/// Where a part of it stands.
enum PartState: String, Sendable {
    /// Not offered to the modem yet.
    case waiting
    /// The modem may have it: what became of it is known only when its answer is.
    case offered
    case taken, refused, unknown
}
