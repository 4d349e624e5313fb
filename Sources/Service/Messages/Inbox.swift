import HandsetLines
import HandsetPlatform
import HandsetSMS

/// The way of what a modem hands over: onto the disk, then read, joined, and into the queue.
///
/// Nothing is interpreted before it is on the disk, and everything that is on the disk and not interpreted is taken up
/// again at the next start, the next part, or the next probe.
@ServiceActor
final class Inbox {
    private let store: Store
    private let now: @Sendable () -> Int64
    private var reassembler: Reassembler
    private var isWorking = false
    private var hasMore = false
    private let work = WorkQueue()

    /// Elements that are new in the queue of a service.
    var onDelivery: (_ service: String, _ cursors: [UInt64]) -> Void = { _, _ in }
    /// A report that is to be paired. True when it was for a message of ours; it is not kept otherwise either.
    var onReport: (StatusReport, LineID) async throws(StoreError) -> Void = { _, _ throws(StoreError) in }

    /// A multimedia message was announced, or its sending reported.
    var onMultimedia: () -> Void = {}

    /// Messages of class 0 lie in a queue of their own: the person sees them, not the app.
    static let immediateService = "class-0"

    init(store: Store, limits: Reassembler.Limits, now: @escaping @Sendable () -> Int64) {
        self.store = store
        self.now = now
        reassembler = Reassembler(limits: limits)
    }

    /// Takes up what the last run left: parts that wait for others, and parts that nobody has looked at.
    func start() async throws(StoreError) {
        // As it happened: what came, and when it was given up.
        let parts = (try await store.parts(.waiting) + store.parts(.shown)).sorted {
            ($0.arrival.at, $0.number) < ($1.arrival.at, $1.number)
        }
        for part in parts {
            guard let deliver = Interpretation(part.arrival.part).deliver else { continue }
            let actions = reassembler.restore(
                deliver, id: part.number, line: part.arrival.line.rawValue, receivedAt: part.arrival.at,
                isHandled: part.state == .shown)
            await carryOut(actions, on: part.arrival.line)
        }
        wake()
    }

    func stop() async { await work.finished() }

    /// Returns once the part is on the disk.
    func received(_ part: ReceivedPart, on line: LineID) async throws {
        try await store.record(Arrival(line: line, part: part, at: now()))
        FaultPoint.pass("service.part-stored")
        wake()
    }

    /// Gives up on parts that never came, and tries again what a full disk has held up.
    func probe() {
        work.add { [self] in
            var trial = reassembler
            let actions = trial.expire(now: now())
            if await carryOut(actions, on: nil) { reassembler = trial }
            try? await store.forgetOld(shownFor: reassembler.limits.lateWindow)
        }
        wake()
    }

    // MARK: Interpreting

    private func wake() {
        hasMore = true
        guard !isWorking else { return }
        isWorking = true
        work.add { [self] in
            while hasMore {
                hasMore = false
                await interpretNew()
            }
            isWorking = false
        }
    }

    private func interpretNew() async {
        guard let parts = try? await store.parts(.new, limit: 64), !parts.isEmpty else { return }
        for part in parts {
            // What the store does not take stays on the disk as it is.
            guard await interpret(part) else { return }
        }
        hasMore = true
    }

    private func interpret(_ part: StoredPart) async -> Bool {
        let interpretation = Interpretation(part.arrival.part)
        let line = part.arrival.line
        let identity = Self.identity(of: part, as: interpretation)
        do throws(StoreError) {
            switch interpretation {
            case .hold(let kind):
                _ = try await store.settle([.hold(part.number, kind: kind)], identity: identity)
            case .whole(let fields):
                let message = IncomingMessage(
                    line: line, sender: .init(dialled: fields.sender), text: fields.text, sent: fields.timestamp,
                    utcOffset: fields.utcOffset, received: part.arrival.at)
                deliver(try await store.settle([.deliver([part.number], message)], identity: identity), "sms")
            case .report(let report):
                try await onReport(report, line)
                _ = try await store.settle([.drop(part.number)])
            case .text(let deliver), .push(let deliver):
                var trial = reassembler
                let actions = trial.receive(deliver, id: part.number, line: line.rawValue, now: part.arrival.at)
                FaultPoint.pass("service.interpreted")
                guard try await settle(actions, part: part, identity: identity) else { return true }
                reassembler = trial
            }
            return true
        } catch {
            // A full disk, say: all of it stays and is tried again. What the store will never take as it is must not hold
            // up what came behind it.
            guard error.isAboutTheValue else { return false }
            return (try? await store.settle([.hold(part.number, kind: "fault")])) != nil
        }
    }

    private static func identity(of part: StoredPart, as interpretation: Interpretation) -> MessageIdentity {
        let line = Array(part.arrival.line.rawValue.utf8)
        if let fields = interpretation.digestFields {
            return MessageIdentity(part: part.number, digest: Digest.sha256(fields: [line] + fields), seconds: nil)
        }
        let digest = Digest.sha256(fields: [line] + Store.octets(of: part.arrival.part))
        // Without a time that can be read, equal octets may be two messages: only a repeat soon after is taken for one.
        if interpretation.deliver != nil { return MessageIdentity(part: part.number, digest: digest, seconds: 900) }
        return MessageIdentity(part: part.number, digest: digest, seconds: nil)
    }

    // MARK: Messages

    /// False when the part was known.
    private func settle(
        _ actions: [Reassembler.Action], part: StoredPart, identity: MessageIdentity
    ) async throws(StoreError) -> Bool {
        var settlements: [Settlement] = []
        var isWaiting = false
        for action in actions {
            switch action {
            case .message(let message): settlements += self.settlements(for: message, line: part.arrival.line)
            case .waiting:
                isWaiting = true
                settlements.append(.wait(part.number))
            case .duplicate: settlements.append(.drop(part.number))
            }
        }
        guard let delivered = try await store.settle(settlements, identity: identity) else { return false }
        if isWaiting { FaultPoint.pass("service.part-waits") }
        announce(delivered, of: settlements)
        return true
    }

    /// Messages that were given up, at a probe or at the start.
    @discardableResult
    private func carryOut(_ actions: [Reassembler.Action], on line: LineID?) async -> Bool {
        var settlements: [Settlement] = []
        for case .message(let message) in actions {
            settlements += self.settlements(for: message, line: line ?? LineID(rawValue: message.line))
        }
        guard !settlements.isEmpty else { return true }
        guard let delivered = try? await store.settle(settlements) else { return false }
        announce(delivered, of: settlements)
        return true
    }

    private func settlements(for message: ReassembledMessage, line: LineID) -> [Settlement] {
        let ids = message.partIDs
        if let push = PushedMultimedia.settlements(for: message, line: line, at: now()) { return push }
        // Data without a port, or compressed: nothing that a person could read.
        guard let text = message.text() else { return ids.map { .hold($0, kind: "data") } }
        if text.hasPrefix("//VVM") { return ids.map { .hold($0, kind: "visual-voicemail") } }
        let timestamp = message.timestamp
        var incoming = IncomingMessage(
            line: line, sender: .init(message.originatingAddress), text: text, sent: timestamp.secondsSince1970,
            utcOffset: timestamp.isValid ? timestamp.offsetSeconds / 60 : nil, received: now(),
            isIncomplete: !message.isComplete)
        if message.parts.first?.deliver.dataCodingScheme.messageClass == .immediate {
            incoming.service = Self.immediateService
        }
        return [.deliver(ids, incoming)] + shown(message, line: line).map(Settlement.remember)
    }

    /// What is to be known at the next start of the parts of a message with gaps: not what they say.
    private func shown(_ message: ReassembledMessage, line: LineID) -> [Arrival] {
        guard !message.isComplete else { return [] }
        return message.parts.compactMap { part in
            let deliver = part.deliver
            guard let place = deliver.userData.concatenation?.element,
                let userData = UserData(data: [], header: UserDataHeader([place]))
            else { return nil }
            let rest = Deliver(
                originatingAddress: deliver.originatingAddress, timestamp: deliver.timestamp, userData: userData)
            return Arrival(line: line, part: .tpdu(PDU(tpdu: rest.encoded()).encoded()), at: now())
        }
    }

    private func announce(_ cursors: [UInt64], of settlements: [Settlement]) {
        if settlements.contains(where: \.isMultimedia) {
            FaultPoint.pass("service.mms-announced")
            onMultimedia()
        }
        var rest = cursors[...]
        for case .deliver(_, let message) in settlements {
            guard let cursor = rest.popFirst() else { return }
            deliver([cursor], message.service)
        }
    }

    private func deliver(_ cursors: [UInt64]?, _ service: String) {
        guard let cursors, !cursors.isEmpty else { return }
        FaultPoint.pass("service.queued")
        onDelivery(service, cursors)
    }
}
