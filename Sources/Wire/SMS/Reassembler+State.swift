extension Reassembler {
    /// What the parts of one message have in common.
    struct Key: Hashable, Sendable {
        var line: String
        var originator: Address
        var reference: UInt16
        var isWide: Bool
        var total: UInt8

        init(line: String, originator: Address, place: Concatenation) {
            self.line = line
            self.originator = originator
            reference = place.reference
            isWide = place.isWide
            total = place.total
        }
    }

    /// A message some of whose parts are here.
    struct PendingSet: Sendable {
        /// When its first part came.
        var since: Int64
        /// Counts up, so that the oldest is known whatever the clock says.
        var order: UInt64
        private(set) var parts: [UInt8: ReassembledMessage.Part] = [:]
        /// The time stamps, as far as they are moments.
        private var earliest: Int64?
        private var latest: Int64?

        init(since: Int64, order: UInt64) {
            self.since = since
            self.order = order
        }

        mutating func add(_ part: ReassembledMessage.Part, timestamp: Int64?) {
            parts[UInt8(truncatingIfNeeded: part.number)] = part
            guard let timestamp else { return }
            earliest = min(earliest ?? timestamp, timestamp)
            latest = max(latest ?? timestamp, timestamp)
        }

        /// How far a time stamp is from those that are here; zero where one of the two is no moment.
        func distance(to timestamp: Int64?) -> Int64 {
            guard let timestamp, let earliest, let latest else { return 0 }
            return max(abs(timestamp - earliest), abs(timestamp - latest))
        }

        func message(_ key: Key, isLate: Bool) -> ReassembledMessage {
            ReassembledMessage(
                line: key.line, parts: parts.values.sorted { $0.number < $1.number }, total: Int(key.total),
                isLate: isLate)
        }
    }

    /// A message that was shown with gaps.
    struct ShownSet: Sendable {
        var key: Key
        var timestamp: Int64?
        var numbers: Set<UInt8>
        var since: Int64
    }

    /// What makes a part the same part again: all that the service centre does not change between two attempts.
    struct Fingerprint: Hashable, Sendable {
        private var line: String
        private var originator: Address
        private var protocolIdentifier: ProtocolIdentifier
        private var timestamp: Timestamp
        private var userData: UserData

        init(line: String, _ deliver: Deliver) {
            self.line = line
            originator = deliver.originatingAddress
            protocolIdentifier = deliver.protocolIdentifier
            timestamp = deliver.timestamp
            userData = deliver.userData
        }
    }

    /// The parts of the last minutes.
    ///
    /// A queue of sightings beside the last sighting of each part: forgetting looks at the queue's head alone, and what
    /// was seen again since is left in place.
    struct RecentParts: Sendable {
        private struct Sighting: Hashable, Sendable {
            var id: Int64
            var at: Int64
            var turn: UInt64
        }

        private var last: [Fingerprint: Sighting] = [:]
        private var queue: [(fingerprint: Fingerprint, at: Int64, turn: UInt64)] = []
        private var head = 0
        private var turn: UInt64 = 0

        /// The id of the same part, which counts as seen again now.
        mutating func find(_ fingerprint: Fingerprint, now: Int64) -> Int64? {
            guard let sighting = last[fingerprint] else { return nil }
            see(fingerprint, id: sighting.id, now: now)
            return sighting.id
        }

        mutating func remember(_ fingerprint: Fingerprint, id: Int64, now: Int64) { see(fingerprint, id: id, now: now) }

        private mutating func see(_ fingerprint: Fingerprint, id: Int64, now: Int64) {
            turn += 1
            last[fingerprint] = Sighting(id: id, at: now, turn: turn)
            queue.append((fingerprint, now, turn))
        }

        mutating func forget(before limit: Int64, keeping count: Int) {
            while head < queue.count, queue[head].at < limit || last.count > max(1, count) {
                let oldest = queue[head]
                head += 1
                if last[oldest.fingerprint]?.turn == oldest.turn { last[oldest.fingerprint] = nil }
            }
            // A part sent over and over must not make the queue grow: what was seen again is taken out from time to time.
            guard head > 64 || queue.count > 2 * max(64, count),
                head * 2 > queue.count || queue.count > 4 * last.count + 64
            else { return }
            queue = queue[head...].filter { last[$0.fingerprint]?.turn == $0.turn }
            head = 0
        }
    }
}
