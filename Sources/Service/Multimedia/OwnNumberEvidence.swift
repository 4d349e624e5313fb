import HandsetNumbers

/// What the messages that came to a line say of its number, where nobody else does.
///
/// The MMSC gives us what is addressed to us, so the line's number is among the recipients of each message, but of one that
/// is a blind copy (OMA-TS-MMS_ENC-V1_3, 6.3: Bcc is not told). A number is believed that two senders name and that
/// nobody rivals: against every other number two senders must name it alone, and more than name the other alone.
/// Blind copies and forged messages are so outvoted by those that are neither. Who sends to the line is not the line.
struct OwnNumberEvidence: Hashable, Sendable {
    /// Whom the newest message of a sender was to.
    struct Naming: Hashable, Sendable {
        var sender: String
        var recipients: [String]
        /// Seconds since 1970.
        var at: Int64
    }

    /// Senders whose newest message is kept: enough for a group of twenty of whom each has spoken.
    static let senderLimit = 32
    /// A message to more says too little.
    static let recipientLimit = 40

    /// The oldest first.
    private(set) var namings: [Naming]

    init(_ namings: [Naming] = []) { self.namings = namings.suffix(Self.senderLimit) }

    /// Takes a message into account.
    ///
    /// - Returns: whether it says anything new.
    mutating func add(_ naming: Naming, in country: Country?) -> Bool {
        guard 1...Self.recipientLimit ~= naming.recipients.count else { return false }
        let sender = Party(naming.sender, in: country)
        // A message to oneself says who sent it, and not to whom it came.
        guard !naming.recipients.contains(where: { Party($0, in: country).isSame(sender) }) else { return false }
        let old = namings.firstIndex { Party($0.sender, in: country).isSame(sender) }
        if let old {
            if namings[old].recipients == naming.recipients { return false }
            namings.remove(at: old)
        }
        namings.append(naming)
        namings = namings.suffix(Self.senderLimit)
        return true
    }

    /// The line's number, with its country's code where anyone wrote it; nil as long as it could be another.
    func number(in country: Country?) -> String? {
        var named = Parties(country)
        for (place, naming) in namings.enumerated() {
            for recipient in naming.recipients { named.add(recipient, in: 1 << UInt32(place)) }
        }
        let senders = namings.map { Party($0.sender, in: country) }
        let candidates = named.all.filter { candidate in !senders.contains { $0.isSame(candidate.party) } }
        return candidates.indices.first { index in
            let mine = candidates[index].namings
            return mine.nonzeroBitCount >= 2
                && candidates.indices.allSatisfy { other in
                    let theirs = candidates[other].namings
                    let alone = (mine & ~theirs).nonzeroBitCount
                    return other == index || alone >= 2 && alone > (theirs & ~mine).nonzeroBitCount
                }
        }.map { candidates[$0].party.text }
    }

    /// Parties, each once, and the messages that name them as the bits of a number.
    private struct Parties {
        private(set) var all: [(party: Party, namings: UInt32)] = []
        private var places: [String: [Int]] = [:]
        private let country: Country?

        init(_ country: Country?) { self.country = country }

        mutating func add(_ text: String, in naming: UInt32) {
            let party = Party(text, in: country)
            let bucket = party.bucket
            if let place = places[bucket]?.first(where: { all[$0].party.isSame(party) }) {
                all[place].namings |= naming
                if text.hasPrefix("+"), !all[place].party.text.hasPrefix("+") { all[place].party = party }
            } else {
                places[bucket, default: []].append(all.count)
                all.append((party, naming))
            }
        }
    }
}
