/// Parts made into messages: out of order, sent twice, with a reference used again, or with a part that never comes
/// (TS 23.040, 9.2.3.24.1).
///
/// A value without a clock: each call says what time it is, in seconds of any epoch. Nothing is ever lost here. What a
/// limit pushes out or a part holds up for too long is given back as a message with gaps, and the part that comes after
/// that as a message of its own, which knows its place.
///
/// After a restart give the stored parts to ``restore(_:id:line:receivedAt:isHandled:)`` in the order of their arrival.
package struct Reassembler: Sendable {
    package struct Limits: Hashable, Sendable {
        /// How long a message waits for its parts, from the first one on.
        package var wait: Int64 = 3600
        /// For how long after a part the same part again counts as sent twice.
        package var repeatWindow: Int64 = 900
        /// How far apart the time stamps of one message's parts may lie: a reference of eight bits comes round again.
        package var timestampSpread: Int64 = 3600
        /// For how long after a message was shown with gaps a part of it is known as late.
        package var lateWindow: Int64 = 604_800
        /// Incomplete messages of one sender on one line.
        package var setsPerSender = 8
        /// Parts of incomplete messages on one line.
        package var partsPerLine = 1024
        /// Parts remembered to know them again, on all lines.
        package var remembered = 2048
        /// Messages shown with gaps that are remembered, on all lines.
        package var shown = 256

        package init() {}
    }

    package enum Action: Hashable, Sendable {
        /// A message to be handed on: complete, or given up with gaps, or a late part.
        case message(ReassembledMessage)
        /// The part is kept until the others come.
        case waiting
        /// The part was here before, under this id.
        case duplicate(of: Int64)
    }

    package let limits: Limits
    private var pending: [Key: [PendingSet]] = [:]
    private var recent = RecentParts()
    private var shown: [ShownSet] = []

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Takes a part that has just come.
    ///
    /// - Returns: what became of this part, last, after the messages that it pushed out.
    package mutating func receive(_ deliver: Deliver, id: Int64, line: String, now: Int64) -> [Action] {
        let fingerprint = Fingerprint(line: line, deliver)
        recent.forget(before: now - limits.repeatWindow, keeping: limits.remembered)
        if let earlier = recent.find(fingerprint, now: now) { return [.duplicate(of: earlier)] }
        if let earlier = pendingDuplicate(of: fingerprint, line: line, deliver) { return [.duplicate(of: earlier)] }
        recent.remember(fingerprint, id: id, now: now)
        return place(deliver, id: id, line: line, now: now)
    }

    /// Takes a part from the store after a restart.
    ///
    /// - Parameter isHandled: whether its message was handed on; then it is only remembered.
    package mutating func restore(_ deliver: Deliver, id: Int64, line: String, receivedAt: Int64, isHandled: Bool)
        -> [Action]
    {
        recent.remember(Fingerprint(line: line, deliver), id: id, now: receivedAt)
        guard isHandled else { return place(deliver, id: id, line: line, now: receivedAt) }
        if let place = deliver.userData.concatenation, place.total > 1 {
            let key = Key(line: line, originator: deliver.originatingAddress, place: place)
            markShown(key, number: place.part, timestamp: deliver.timestamp.secondsSince1970, now: receivedAt)
        }
        return []
    }

    /// Gives up the messages that have waited for too long.
    package mutating func expire(now: Int64) -> [Action] {
        var overdue: [(Key, PendingSet)] = []
        for (key, sets) in pending {
            var kept: [PendingSet] = []
            for var set in sets {
                // A clock that was set back must not make a message wait for ever.
                set.since = min(set.since, now)
                if set.since + limits.wait <= now { overdue.append((key, set)) } else { kept.append(set) }
            }
            pending[key] = kept.isEmpty ? nil : kept
        }
        shown.removeAll { $0.since + limits.lateWindow <= now }
        return overdue.sorted { $0.1.order < $1.1.order }.map { giveUp($0.0, $0.1, now: now) }
    }

    /// When ``expire(now:)`` has something to do next.
    package var nextDeadline: Int64? {
        pending.values.joined().map { $0.since + limits.wait }.min()
    }

    /// The parts that wait.
    package var waitingPartIDs: [Int64] { pending.values.joined().flatMap { $0.parts.values.map(\.id) }.sorted() }

    // MARK: Placing a part

    private mutating func place(_ deliver: Deliver, id: Int64, line: String, now: Int64) -> [Action] {
        guard let place = deliver.userData.concatenation, place.total > 1 else {
            let part = ReassembledMessage.Part(id: id, number: 1, deliver: deliver)
            return [.message(ReassembledMessage(line: line, parts: [part], total: 1, isLate: false))]
        }
        let key = Key(line: line, originator: deliver.originatingAddress, place: place)
        let part = ReassembledMessage.Part(id: id, number: Int(place.part), deliver: deliver)
        let timestamp = deliver.timestamp.secondsSince1970
        if takeLate(key, number: place.part, timestamp: timestamp) {
            return [.message(ReassembledMessage(line: line, parts: [part], total: Int(place.total), isLate: true))]
        }
        var sets = pending[key] ?? []
        if let index = home(for: place.part, timestamp: timestamp, among: sets) {
            sets[index].add(part, timestamp: timestamp)
            if sets[index].parts.count == Int(place.total) {
                let set = sets.remove(at: index)
                pending[key] = sets.isEmpty ? nil : sets
                return [.message(set.message(key, isLate: false))]
            }
            pending[key] = sets
        } else {
            nextOrder += 1
            var set = PendingSet(since: now, order: nextOrder)
            set.add(part, timestamp: timestamp)
            sets.append(set)
            pending[key] = sets
        }
        return makeRoom(for: key, now: now) + [.waiting]
    }

    private var nextOrder: UInt64 = 0

    /// The set that lacks the part and whose time stamps are nearest; the newest of equals.
    private func home(for number: UInt8, timestamp: Int64?, among sets: [PendingSet]) -> Int? {
        var best: (index: Int, distance: Int64)?
        for (index, set) in sets.enumerated() where set.parts[number] == nil {
            let distance = set.distance(to: timestamp)
            guard distance <= limits.timestampSpread else { continue }
            if let best, best.distance < distance { continue }
            best = (index, distance)
        }
        return best?.index
    }

    private func pendingDuplicate(of fingerprint: Fingerprint, line: String, _ deliver: Deliver) -> Int64? {
        guard let place = deliver.userData.concatenation else { return nil }
        let key = Key(line: line, originator: deliver.originatingAddress, place: place)
        for set in pending[key] ?? [] {
            if let part = set.parts[place.part], Fingerprint(line: line, part.deliver) == fingerprint { return part.id }
        }
        return nil
    }

    // MARK: Giving up

    /// Keeps a sender and a line within the limits; the oldest messages go first, the sender's own before another's.
    private mutating func makeRoom(for key: Key, now: Int64) -> [Action] {
        var actions: [Action] = []
        func sets(where isMeant: (Key) -> Bool) -> [(Key, PendingSet)] {
            pending.filter { isMeant($0.key) }.flatMap { key, sets in sets.map { (key, $0) } }
                .sorted { $0.1.order < $1.1.order }
        }
        var ownCount = 0
        var partCount = 0
        for (other, sets) in pending where other.line == key.line {
            if other.originator == key.originator { ownCount += sets.count }
            for set in sets { partCount += set.parts.count }
        }
        if ownCount > max(1, limits.setsPerSender) {
            let own = sets { $0.line == key.line && $0.originator == key.originator }
            for (key, set) in own.prefix(ownCount - max(1, limits.setsPerSender)) {
                partCount -= set.parts.count
                remove(set, of: key)
                actions.append(giveUp(key, set, now: now))
            }
        }
        if partCount > max(1, limits.partsPerLine) {
            // The newest set is the one that has just been added to, and stays.
            for (key, set) in sets(where: { $0.line == key.line }).dropLast() {
                guard partCount > max(1, limits.partsPerLine) else { break }
                partCount -= set.parts.count
                remove(set, of: key)
                actions.append(giveUp(key, set, now: now))
            }
        }
        return actions
    }

    private mutating func remove(_ set: PendingSet, of key: Key) {
        let rest = pending[key]?.filter { $0.order != set.order } ?? []
        pending[key] = rest.isEmpty ? nil : rest
    }

    private mutating func giveUp(_ key: Key, _ set: PendingSet, now: Int64) -> Action {
        for (number, part) in set.parts {
            markShown(key, number: number, timestamp: part.deliver.timestamp.secondsSince1970, now: now)
        }
        return .message(set.message(key, isLate: false))
    }

    private mutating func markShown(_ key: Key, number: UInt8, timestamp: Int64?, now: Int64) {
        if let index = shownIndex(key, lacking: number, timestamp: timestamp) {
            shown[index].numbers.insert(number)
            shown[index].since = max(shown[index].since, now)
            if shown[index].numbers.count == Int(key.total) { shown.remove(at: index) }
        } else {
            shown.append(ShownSet(key: key, timestamp: timestamp, numbers: [number], since: now))
            if shown.count > max(1, limits.shown) { shown.removeFirst() }
        }
    }

    private mutating func takeLate(_ key: Key, number: UInt8, timestamp: Int64?) -> Bool {
        guard let index = shownIndex(key, lacking: number, timestamp: timestamp) else { return false }
        shown[index].numbers.insert(number)
        if shown[index].numbers.count == Int(key.total) { shown.remove(at: index) }
        return true
    }

    private func shownIndex(_ key: Key, lacking number: UInt8, timestamp: Int64?) -> Int? {
        shown.lastIndex { set in
            guard set.key == key, !set.numbers.contains(number) else { return false }
            guard let timestamp, let other = set.timestamp else { return true }
            return abs(timestamp - other) <= limits.timestampSpread
        }
    }
}
