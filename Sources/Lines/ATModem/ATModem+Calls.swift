import HandsetAT
import HandsetLines
import HandsetPlatform

extension ATModem {
    /// The calls of this connection, and what goes on about them.
    struct Calling {
        var tracker = CallTracker()
        /// Whether the modem can list calls: one that cannot has none.
        var isOffered = false
        /// What it listed before anything was told of it, and has not been made doubtful by a code since: calls that an
        /// earlier process or connection had.
        var first: [ListedCall]?
        /// Nothing was told yet.
        var owesFirst = true
        /// Settings that the modem took, or refused although the card was there.
        var settled: Set<String> = []

        var timer: EventLoop.Timer?
        var lister: Task<Void, Never>?
        /// Listings begun and ended, and who waits for one that begins later.
        var listings = 0
        var listWaiters: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var asker: Task<Void, Never>?
        var reports: [CallReport] = []
        /// The owner is told nothing before it knows whose calls these are, or the card has had its time.
        var isTelling = false
        var tellTimer: EventLoop.Timer?
        var teller: Task<Void, Never>?

        var dialling: Dialling?
        /// What is done to the calls is done one after another.
        var isActing = false
        /// Whether one that rings is being taken.
        var isAnswering = false
        /// Whether calls are ended for one for help: none is taken meanwhile.
        var makesWay = false
        var actors: [Actor] = []
    }

    /// Who waits to do something to the calls; behind the end of one nobody wants it taken.
    struct Actor {
        var isEnd: Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    // MARK: Settings

    /// Whether the modem has calls, and which. It is asked before anything is known of a card: an emergency call needs
    /// none (3GPP TS 22.101, clause 10.1).
    func findCalls() async -> Bool {
        let answer = await run(.extended("+CLCC", .execute))
        switch answer.end {
        case .final(.ok): calling.first = ListedCall.all(in: answer)
        case .final(.cme(let error)) where CallRefusal.Kind(error) != .notSupported: break
        case .lost: return false
        default: return true
        }
        calling.isOffered = true
        calling.tellTimer = loop.schedule(at: .now + configuration.times.firstReport) { self.beginTelling() }
        return true
    }

    /// Codes for calls, their numbers and their changes, and for service strings (3GPP TS 27.007, clauses 6.11, 7.6, 7.11,
    /// 7.15 and 7.17). What a modem does not take while the card wants its PIN is asked again with it.
    ///
    /// `+CCWA=1` only asks for the code: whether calls wait is the subscriber's setting in the network.
    func settleCalls() async {
        if calling.isOffered {
            beginTelling()
            await settle("+CRC", [.number(1)])
            await settle("+CLIP", [.number(1)])
            await settle("+CCWA", [.number(1)])
            await settle("+CSSN", [.number(1), .number(1)])
            if calling.owesFirst { callEvent(calling.first.map { .listed($0) } ?? .wanted) }
            calling.first = nil
        }
        if await settle("+CUSD", [.number(1)]) { strings.isOffered = true }
        if !calling.settled.contains("+CSCS"), await chooseCharacterSet() || card.isReady {
            calling.settled.insert("+CSCS")
        }
    }

    @discardableResult private func settle(_ name: String, _ parameters: [Parameter]) async -> Bool {
        guard !calling.settled.contains(name), link?.isOpen == true else { return false }
        let answer = await run(.extended(name, .set(parameters)), patience: configuration.times.slowCommand)
        if answer.isOK || card.isReady { calling.settled.insert(name) }
        return answer.isOK
    }

    // MARK: Codes

    /// Codes by which makers tell that a call has changed.
    static let callCodes: Set = [
        "^ORIG", "^CONF", "^CONN", "^CEND", "*ECAV", "*ECAM", "+CIEV", "+COLP", "+CDIP", "+CCWV", "^DSCI", "+DSCI",
        "+UCALLSTAT",
    ]
    private static let callWords = ["VOICE CALL", "MISSED_CALL", "CONNECT"]

    func takeCallCode(_ code: UnsolicitedCode) {
        calling.first = nil
        switch code {
        case .ussd(let notice): takeString(notice)
        case .ring: callEvent(.ring)
        case .caller(let caller): callEvent(.caller(caller))
        case .callWaiting(let caller): callEvent(.callWaiting(caller))
        case .callEnded(let result): callEvent(.ended(result))
        case .callNotice(.onHold): callEvent(.heldByOther(true))
        case .callNotice(.retrieved): callEvent(.heldByOther(false))
        case .callNotice, .callSetUp: callEvent(.hint)
        case .text(let text) where Self.callWords.contains { text.starts(with: $0.utf8) }: callEvent(.hint)
        default: break
        }
    }

    // MARK: Steps

    func callEvent(_ event: CallTracker.Event) {
        guard calling.isOffered else { return }
        var steps = calling.tracker.take(event, at: .now)
        if calling.owesFirst, case .listed = event {
            calling.owesFirst = false
            // That there are none is worth telling once: calls of an earlier connection are over then.
            if steps.reports.isEmpty { steps.reports = [calling.tracker.reported] }
            steps.reports[0].isFirst = true
        }
        calling.reports += steps.reports
        tellCalls()
        if steps.asksList { listCalls() }
        if steps.asksCause { askCause() }
        if let timer = calling.timer { loop.cancel(timer) }
        calling.timer = calling.tracker.deadline.map { deadline in
            loop.schedule(at: deadline) { self.callTimerFired() }
        }
    }

    private func callTimerFired() {
        calling.timer = nil
        callEvent(.time)
    }

    /// `+CLCC`, past everything that waits.
    private func listCalls() {
        calling.listings += 1
        let number = calling.listings
        calling.lister = Task {
            let answer = await run(
                ATRequest([.extended("+CLCC", .execute)], patience: configuration.times.command), urgent: true)
            callEvent(answer.isOK ? .listed(ListedCall.all(in: answer)) : .notListed)
            let due = calling.listWaiters.filter { $0.number <= number }
            calling.listWaiters.removeAll { $0.number <= number }
            for waiter in due { waiter.continuation.resume(returning: answer.isOK) }
        }
    }

    /// Waits for a listing that begins from here on, or with `event`. Whether there was one.
    func refreshCalls(_ event: CallTracker.Event = .wanted) async -> Bool {
        guard link?.isOpen == true else { return false }
        return await withCheckedContinuation { continuation in
            calling.listWaiters.append((calling.listings + 1, continuation))
            callEvent(event)
        }
    }

    private func askCause() {
        calling.asker = Task { callEvent(.cause(await lastCause())) }
    }

    /// Why the last call ended (`+CEER`, 3GPP TS 27.007, clause 6.10).
    func lastCause() async -> CallEndCause? {
        let request = ATRequest([.extended("+CEER", .execute)], patience: configuration.times.command)
        return await run(request, urgent: true).contents.first.flatMap { CallCause(report: $0) }.map {
            CallEndCause($0)
        }
    }

    private func beginTelling() {
        if let timer = calling.tellTimer { loop.cancel(timer) }
        calling.tellTimer = nil
        calling.isTelling = true
        tellCalls()
    }

    private func tellCalls() {
        guard calling.isTelling, calling.teller == nil, !calling.reports.isEmpty else { return }
        calling.teller = Task {
            while let report = calling.reports.first {
                calling.reports.removeFirst()
                await owner.callsChanged(report, on: name)
            }
            calling.teller = nil
        }
    }

    /// The link is gone, and with it all calls and whatever waits for them.
    func endCalls() async {
        beginTelling()
        callEvent(.linkLost)
        endString()
        for waiter in calling.listWaiters { waiter.continuation.resume(returning: false) }
        calling.listWaiters = []
        // What they wait for has ended with the link.
        await calling.lister?.value
        await calling.asker?.value
        await calling.dialling?.task?.value
        await strings.teller?.value
        await calling.teller?.value
        if let timer = calling.timer { loop.cancel(timer) }
        let actors = calling.actors
        calling = Calling()
        strings = ServiceStrings()
        for actor in actors { actor.continuation.resume() }
    }
}

extension ListedCall {
    /// The calls of a listing; lines that are none are passed over.
    static func all(in answer: ATAnswer) -> [ListedCall] {
        answer.information.compactMap { information in
            guard let parameters = try? information.code?.parameters() else { return nil }
            return try? ListedCall(parameters)
        }
    }
}
