import HandsetLines
import HandsetMMS
import HandsetMMSTransport
import HandsetSMS

/// Word of a multimedia message that waits with the network.
struct MultimediaAnnouncement: Hashable, Sendable {
    var line: LineID
    var transactionID: [UInt8]
    /// As the network wrote it; empty where the announcement is of a kind that nobody here knows.
    var location: [UInt8]
    /// The M-Notification.ind as it came.
    var notification: [UInt8]
    /// Seconds since 1970.
    var at: Int64
    var expires: Int64
    /// Who sent the short message that announced it.
    var lane = ""
    /// The host that the location names; empty for what cannot be asked.
    var host = ""
    /// In octets, as announced.
    var size: UInt64?
}

/// Word of what became of a multimedia message of ours with one recipient.
struct MultimediaReport: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        case delivered, failed, read
    }
    var line: LineID
    var messageID: String
    var recipient: String
    var state: State
    var at: Int64
}

extension Settlement {
    var isMultimedia: Bool {
        switch self {
        case .announce, .multimediaReport: true
        default: false
        }
    }
}

/// What a push is for, once its parts are joined.
enum PushedMultimedia {
    /// How long a message is looked for that does not say how long it is kept.
    static let defaultExpiry: Int64 = 7 * 86_400
    static let longestExpiry: Int64 = 60 * 86_400

    /// Nil for what is no push.
    ///
    /// By its port, or, where a modem's service drops the ports, by its content.
    static func settlements(for message: ReassembledMessage, line: LineID, at time: Int64) -> [Settlement]? {
        guard let first = message.parts.first?.deliver else { return nil }
        let isPush = first.userData.header?.ports?.destination == WAPPush.destinationPort
        let ids = message.partIDs
        guard isPush || first.userData.alphabet == .data else { return nil }
        let data = message.isComplete ? message.data : nil
        guard let push = data.flatMap({ try? WAPPush(decoding: $0) }) else {
            return isPush ? ids.map { .hold($0, kind: "wap-push") } : nil
        }
        guard push.subject == .mms else { return isPush ? ids.map { .hold($0, kind: "wap-push") } : nil }
        let sender = message.originatingAddress.value
        return self.settlements(for: push, from: sender, ids, line: line, at: time)
            ?? ids.map { .hold($0, kind: "unreadable-mms") }
    }

    private static func settlements(
        for push: WAPPush, from sender: String, _ ids: [Int64], line: LineID, at time: Int64
    ) -> [Settlement]? {
        guard let pdu = try? push.pdu() else { return nil }
        switch pdu {
        case .notification(let notification):
            // The address may have blanks around it, and nothing else of it is touched.
            let location = notification.contentLocation.trimmed.octets
            let announcement = MultimediaAnnouncement(
                line: line, transactionID: notification.transactionID?.octets ?? [], location: location,
                notification: push.body, at: time, expires: expiry(notification.expiry, from: time), lane: sender,
                host: MMSRequest.host(of: location) ?? "", size: notification.messageSize)
            return [.announce(ids, announcement)]
        case .delivery(let delivery):
            let state: MultimediaReport.State =
                switch delivery.status {
                case .retrieved, .forwarded: .delivered
                case .deferred, .indeterminate: .delivered
                default: .failed
                }
            // Waiting with the recipient's network is no end yet.
            if delivery.status == .deferred || delivery.status == .indeterminate { return ids.map { .drop($0) } }
            return [report(delivery.messageID, by: delivery.to, state, delivery.date, ids, line: line, at: time)]
        case .readOriginator(let read):
            guard read.status == .read else { return ids.map { .drop($0) } }
            return [report(read.messageID, by: read.from?.address, .read, read.date, ids, line: line, at: time)]
        case .unrecognised(let fields):
            guard let transactionID = fields.text(.transactionID)?.octets, !transactionID.isEmpty else { return nil }
            let announcement = MultimediaAnnouncement(
                line: line, transactionID: transactionID, location: [], notification: push.body, at: time,
                expires: time + 86_400, lane: sender)
            return [.announce(ids, announcement)]
        default: return nil
        }
    }

    private static func report(
        _ messageID: TextValue, by recipient: MMSAddress?, _ state: MultimediaReport.State, _ date: UInt64?,
        _ ids: [Int64], line: LineID, at time: Int64
    ) -> Settlement {
        .multimediaReport(
            ids,
            MultimediaReport(
                line: line, messageID: messageID.string, recipient: recipient?.value ?? "", state: state,
                at: date.flatMap { Int64(exactly: $0) } ?? time))
    }

    /// A time that is over already says that a clock is wrong, or that the push was late: one look is worth it.
    private static func expiry(_ expiry: MMSTime?, from time: Int64) -> Int64 {
        let end: Int64 =
            switch expiry {
            case .absolute(let seconds): Int64(clamping: seconds)
            case .relative(let seconds): time &+ Int64(clamping: min(seconds, UInt64(longestExpiry)))
            case nil: time + defaultExpiry
            }
        return min(max(end, time + 600), time + longestExpiry)
    }
}
