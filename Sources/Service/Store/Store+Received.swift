import HandsetLines

/// A part as it came from a modem.
struct Arrival: Hashable, Sendable {
    var line: LineID
    var part: ReceivedPart
    /// Seconds since 1970.
    var at: Int64

    init(line: LineID, part: ReceivedPart, at: Int64) {
        self.line = line
        self.part = part
        self.at = at
    }
}

/// A part that is on the disk and nobody is done with.
struct StoredPart: Hashable, Sendable {
    enum State: Int64, Sendable {
        /// Not looked at yet.
        case new
        /// A part of a message whose others are still to come.
        case waiting
        /// Kept because it cannot be read or has no room yet.
        case held
        /// Of a part that was handed over with gaps around it: whence it came and its place, without its text.
        case shown
    }
    var number: Int64
    var state: State
    var arrival: Arrival
}

/// What interpreting parts has come to.
enum Settlement: Hashable, Sendable {
    /// The parts are a message: into the queue with it.
    case deliver([Int64], IncomingMessage)
    /// The parts announce a multimedia message.
    case announce([Int64], MultimediaAnnouncement)
    /// The parts report what became of a multimedia message of ours.
    case multimediaReport([Int64], MultimediaReport)
    /// One part, the others are still to come.
    case wait(Int64)
    /// Kept and counted under a word for its kind.
    case hold(Int64, kind: String)
    /// Nothing of it needs to be kept.
    case drop(Int64)
    /// To be known at the next start as shown, so that the parts that come late do not wait for it.
    case remember(Arrival)
}

/// What tells a message from any other, however often it is offered.
struct MessageIdentity: Hashable, Sendable {
    /// The row of the part.
    var part: Int64
    var digest: [UInt8]
    /// For how long the same digest is the same message; nil for as long as it is remembered.
    var seconds: Int64?
}

extension Store {
    /// Digests are forgotten after this time: no modem and no service centre offers a message again so late.
    static let seenSeconds: Int64 = 60 * 86_400

    /// In a transaction: the row of a part.
    func insert(_ arrival: Arrival, as state: StoredPart.State = .new) throws(StoreError) -> Int64 {
        let (form, octets) = Self.encoded(arrival.part)
        try database.run(
            "INSERT INTO received (line, form, octets, at, state, kind) VALUES (?, ?, ?, ?, ?, '')",
            .text(arrival.line.rawValue), .integer(Int64(form)), .blob(octets), .integer(arrival.at),
            .integer(state.rawValue))
        return database.lastInsertedRow
    }

    /// In a transaction: takes a digest down; false when it is known.
    private func remember(_ identity: MessageIdentity) throws(StoreError) -> Bool {
        let seen = try database.first("SELECT at FROM seen WHERE digest = ?", .blob(identity.digest)) { $0.integer(0) }
        if let seen, identity.seconds.map({ abs(now() - seen) < $0 }) ?? true { return false }
        try database.run(
            "INSERT OR REPLACE INTO seen (digest, at) VALUES (?, ?)", .blob(identity.digest), .integer(now()))
        return true
    }

    /// Parts in the given state, in the order in which they came.
    func parts(_ state: StoredPart.State, limit: Int = -1) throws(StoreError) -> [StoredPart] {
        let sql = """
            SELECT number, state, line, form, octets, at FROM received WHERE state = ? ORDER BY number LIMIT ?
            """
        return try database.rows(sql, .integer(state.rawValue), SQLValue(limit)) { row in
            StoredPart(
                number: row.integer(0), state: StoredPart.State(rawValue: row.integer(1)) ?? .held,
                arrival: Arrival(
                    line: LineID(rawValue: row.text(2)), part: Self.decoded(form: row.integer(3), row.blob(4)),
                    at: row.integer(5)))
        }
    }

    /// How many are held, and how many are parts that wait for others.
    func heldCounts() throws(StoreError) -> (held: Int, waiting: Int) {
        let sql = "SELECT coalesce(sum(state = 2), 0), coalesce(sum(state = 1), 0) FROM received"
        let (held, waiting) = try database.first(sql) { ($0.int(0), $0.int(1)) } ?? (0, 0)
        return (held + (try heldMultimediaCount()), waiting)
    }

    /// Carries out what interpreting came to, all at once.
    ///
    /// - Parameter identity: when it is known, the part is dropped and nothing else happens.
    /// - Returns: the queue's new elements, in order; nil when the message was known.
    func settle(_ settlements: [Settlement], identity: MessageIdentity? = nil) throws(StoreError) -> [UInt64]? {
        try change { () throws(StoreError) in
            if let identity, try !remember(identity) {
                try database.run("DELETE FROM received WHERE number = ?", .integer(identity.part))
                return nil
            }
            var cursors: [UInt64] = []
            for settlement in settlements {
                switch settlement {
                case .deliver(let numbers, let message):
                    cursors.append(try enqueue(message))
                    try drop(numbers)
                case .announce(let numbers, let announcement):
                    if try announce(announcement) {
                        try drop(numbers)
                    } else {
                        for number in numbers { try hold(number, kind: "wap-push") }
                    }
                case .multimediaReport(let numbers, let report):
                    try pair(report)
                    try drop(numbers)
                case .wait(let number): try mark(number, .waiting)
                case .hold(let number, let kind): try hold(number, kind: kind)
                case .drop(let number): try database.run("DELETE FROM received WHERE number = ?", .integer(number))
                case .remember(let shown): _ = try insert(shown, as: .shown)
                }
            }
            return cursors
        }
    }

    private func drop(_ numbers: [Int64]) throws(StoreError) {
        for number in numbers { try database.run("DELETE FROM received WHERE number = ?", .integer(number)) }
    }

    /// Forgets digests, and parts that were shown, that can serve no longer.
    func forgetOld(shownFor seconds: Int64) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run("DELETE FROM seen WHERE at < ?", .integer(now() - Self.seenSeconds))
            try database.run(
                """
                DELETE FROM received WHERE state = ?1 AND (at < ?2 OR number NOT IN
                    (SELECT number FROM received WHERE state = ?1 ORDER BY number DESC LIMIT ?3))
                """, .integer(StoredPart.State.shown.rawValue), .integer(now() - seconds),
                SQLValue(Self.shownLimit))
        }
    }

    /// Parts that are known as shown.
    static let shownLimit = 2_048

    func mark(_ number: Int64, _ state: StoredPart.State, _ kind: String = "") throws(StoreError) {
        try database.run(
            "UPDATE received SET state = ?, kind = ? WHERE number = ?", .integer(state.rawValue), .text(kind),
            .integer(number))
    }

    // MARK: Octets of a part

    /// The octets that tell a part from others.
    static func octets(of part: ReceivedPart) -> [[UInt8]] {
        let (form, octets) = encoded(part)
        return [[form], octets]
    }

    private static func encoded(_ part: ReceivedPart) -> (form: UInt8, octets: [UInt8]) {
        switch part {
        case .tpdu(let octets): return (0, octets)
        case .fields(let fields):
            // Five texts, each ended by a zero octet, which no text of a message has.
            let texts = [
                fields.identity, fields.sender, fields.timestamp.map(String.init) ?? "",
                fields.utcOffset.map(String.init) ?? "", fields.text,
            ]
            return (1, texts.flatMap { $0.utf8.filter { $0 != 0 } + [0] })
        }
    }

    private static func decoded(form: Int64, _ octets: [UInt8]) -> ReceivedPart {
        guard form == 1 else { return .tpdu(octets) }
        let texts = octets.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        func text(_ index: Int) -> String { index < texts.count ? texts[index] : "" }
        return .fields(
            ReceivedFields(
                sender: text(1), text: text(4), timestamp: Int64(text(2)), utcOffset: Int(text(3)), identity: text(0)))
    }
}
