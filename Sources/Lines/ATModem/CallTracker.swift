import HandsetAT
import HandsetLines
import HandsetPlatform

/// What is known of the calls of a modem, and when to ask for more. No I/O and no clock: events in, steps out.
///
/// The truth is the modem's listing (`+CLCC`, 3GPP TS 27.007, clause 7.18). Codes only say that it is time to ask; between
/// codes it is asked again only while a call can change without one.
struct CallTracker: Sendable {
    struct Times: Hashable, Sendable {
        /// Between questions while a call is made: from dialling to the answer no code comes.
        var dialing: Duration = .seconds(1)
        /// The same while one waits: few modems tell that the caller gave up (field report B84).
        var waiting: Duration = .seconds(2)
        /// Silence of `RING` after which the caller may be gone: networks ring every five seconds or so.
        var ring: Duration = .seconds(6)
        /// After a step that the listing does not show yet, and for how long.
        var settling: Duration = .milliseconds(500)
        var settled: Duration = .seconds(5)
    }

    enum Event: Hashable, Sendable {
        case ring
        case caller(CallerNumber)
        case callWaiting(CallerNumber)
        /// `NO CARRIER`, `BUSY`, ... that answer no command.
        case ended(FinalResult)
        case heldByOther(Bool)
        /// Any other code that may have to do with a call.
        case hint
        /// A dial command goes out; the modem has taken it; its result does not come; it has failed.
        case dials(String)
        case dialled
        case dialPending
        case dialFailed(CallEndCause)
        /// Something was done to the calls; these end by it.
        case acted(ending: Set<Int>)
        case listed([ListedCall])
        case notListed
        /// What `+CEER` said.
        case cause(CallEndCause?)
        case service(Bool)
        case cardGone
        case linkLost
        /// The look at everything that could have been missed.
        case probe
        /// Somebody needs to know how the calls stand now.
        case wanted
        case time
    }

    /// What is to be done.
    struct Steps: Hashable, Sendable {
        var reports: [CallReport] = []
        var asksList = false
        var asksCause = false
    }

    struct Dial: Hashable, Sendable {
        var number: String
        var isTaken = false
        var since: MonotonicTime
        /// The index under which it has been told of before the modem listed it.
        var assumed: Int?
    }

    let times: Times
    private(set) var calls: [Int: ModemCall] = [:]
    private(set) var heldByOther: Set<Int> = []
    /// The call that is being made and that no listing has shown.
    private(set) var dial: Dial?
    /// The index of the call that was made last, once it is known.
    private(set) var dialledIndex: Int?
    /// When to send `time`.
    private(set) var deadline: MonotonicTime?

    /// What was told last.
    private(set) var reported = CallReport()
    private var isAsking = false
    private var asksAgain = false
    private var lastListed: MonotonicTime?
    private var lastRing: MonotonicTime?
    private var settlesUntil: MonotonicTime?
    /// Who rings, for a call that no listing has shown.
    private var caller: CallerNumber?
    private var endCode: FinalResult?
    private var endedHere: Set<Int> = []
    /// Calls that are gone, with what is known of why, and what is told when the modem does not know either.
    private struct Gone {
        var call: ModemCall
        var cause: CallEndCause?
        var fallback = CallEndCause.unknown
    }
    private var gone: [Gone] = []
    private var isAskingCause = false
    /// Whether the network was lost during the calls that are there.
    private var hasLostService = false
    private var isCardGone = false

    init(times: Times = Times()) { self.times = times }

    /// The lowest number that no call has: the one that the next call gets (3GPP TS 22.030, clause 6.5.5.1).
    var freeIndex: Int { (1...9).first { calls[$0] == nil } ?? 9 }

    mutating func take(_ event: Event, at now: MonotonicTime) -> Steps {
        var steps = Steps()
        switch event {
        case .ring:
            lastRing = now
            if ringing == nil { expect(&steps, at: now) }
        case .caller(let caller):
            lastRing = now
            meet(caller, call: ringing, &steps, at: now)
        case .callWaiting(let caller):
            meet(caller, call: ringing, &steps, at: now)
        case .ended(let result):
            if calls.isEmpty, dial == nil, settlesUntil == nil { break }
            endCode = result
            expect(&steps, at: now)
        case .heldByOther(let isHeld):
            let active = Set(calls.values.filter { $0.state == .active }.map(\.index))
            if isHeld { heldByOther.formUnion(active) } else { heldByOther.subtract(active) }
            ask(&steps)
        case .hint:
            if !calls.isEmpty || dial != nil { ask(&steps) }
        case .dials(let number):
            dial = Dial(number: number, since: now)
            dialledIndex = nil
            endCode = nil
        case .dialled:
            dial?.isTaken = true
            dial?.since = now
            expect(&steps, at: now)
        case .dialPending:
            guard var pending = dial, pending.assumed == nil else { break }
            pending.assumed = assume(pending)
            dial = pending
        case .dialFailed(let cause):
            if let index = dial?.assumed { end(index, cause) }
            dial = nil
            if !calls.isEmpty { ask(&steps) }
        case .acted(let ending):
            endedHere.formUnion(ending)
            expect(&steps, at: now)
        case .listed(let listed):
            isAsking = false
            lastListed = now
            update(listed, &steps, at: now)
            if asksAgain { ask(&steps) }
        case .notListed:
            isAsking = false
            lastListed = now
            assumeDial(at: now)
            if asksAgain { ask(&steps) }
        case .cause(let cause):
            isAskingCause = false
            for index in gone.indices where gone[index].cause == nil {
                gone[index].cause = cause ?? gone[index].fallback
            }
        case .service(let isThere):
            if !isThere, !hasLostService, !calls.isEmpty { expect(&steps, at: now) }
            hasLostService = !isThere && !calls.isEmpty
        case .cardGone:
            if calls.isEmpty { break }
            isCardGone = true
            expect(&steps, at: now)
        case .linkLost:
            // Those whose end is known already are over; the others may go on.
            for index in gone.indices where gone[index].cause == nil { gone[index].cause = .modemLost }
            isAskingCause = false
            report(&steps)
            let known = steps.reports.count
            let isDialled = dial?.isTaken == true && dial?.assumed == nil
            for index in calls.keys.sorted() { end(index, .modemLost) }
            report(&steps)
            if isDialled, steps.reports.count == known { steps.reports.append(CallReport()) }
            for place in known..<steps.reports.count { steps.reports[place].isLinkLost = true }
            self = CallTracker(times: times)
            return steps
        case .probe:
            if !calls.isEmpty { ask(&steps) }
        case .wanted: ask(&steps)
        case .time:
            if let deadline, deadline <= now { ask(&steps) }
        }
        report(&steps)
        deadline = isAsking ? nil : nextQuestion(after: now)
        return steps
    }

    /// The call that rings or waits: there is one at most.
    private var ringing: ModemCall? { calls.values.first { $0.state == .incoming || $0.state == .waiting } }

    // MARK: Asking

    private mutating func ask(_ steps: inout Steps) {
        asksAgain = isAsking
        if !isAsking { steps.asksList = true }
        isAsking = true
    }

    /// Asks, and goes on until the listing shows a change.
    private mutating func expect(_ steps: inout Steps, at now: MonotonicTime) {
        settlesUntil = now + times.settled
        ask(&steps)
    }

    private func nextQuestion(after now: MonotonicTime) -> MonotonicTime? {
        // A modem that keeps the result of a dial command takes no other command meanwhile.
        if dial?.isTaken == false { return nil }
        let asked = lastListed ?? now
        var due: [MonotonicTime] = []
        if settlesUntil != nil { due.append(asked + times.settling) }
        for call in calls.values {
            switch call.state {
            case .dialing, .alerting: due.append(asked + times.dialing)
            case .waiting: due.append(asked + times.waiting)
            case .incoming: due.append(max(asked, lastRing ?? asked) + times.ring)
            case .active, .held: break
            }
        }
        return due.min()
    }

    // MARK: Who it is

    private mutating func meet(
        _ caller: CallerNumber, call: ModemCall?, _ steps: inout Steps, at now: MonotonicTime
    ) {
        guard let call else {
            self.caller = caller
            return expect(&steps, at: now)
        }
        let number = ModemCall.Number(caller)
        if call.number.isOther(than: number) {
            // Somebody else rings under the same index: the end of the first call got lost.
            self.caller = caller
            ask(&steps)
        } else if number.says(moreThan: call.number) {
            calls[call.index]?.number = number
        }
    }

    // MARK: The listing

    private mutating func update(_ listed: [ListedCall], _ steps: inout Steps, at now: MonotonicTime) {
        var new: [Int: ModemCall] = [:]
        for entry in listed.prefix(16) where entry.isVoice && new[entry.index] == nil {
            new[entry.index] = ModemCall(entry)
        }
        let isInCall = new.values.contains { $0.state != .incoming && $0.state != .waiting }
        for (index, call) in new {
            if call.state == .incoming || call.state == .waiting {
                new[index]?.state = isInCall ? .waiting : .incoming
            }
            new[index]?.number = number(of: call)
        }
        bindDial(to: new)
        var leaving: [Int] = []
        for (index, call) in calls.sorted(by: { $0.key < $1.key }) where new[index].map({ !call.mayBe($0) }) ?? true {
            leaving.append(index)
        }
        let hasChanged = !leaving.isEmpty || new != calls
        for index in leaving { end(index, nil) }
        askCause(&steps)
        calls = new
        heldByOther.formIntersection(new.keys)
        if hasChanged || settlesUntil.map({ $0 <= now }) ?? true, dial?.isTaken != true { settlesUntil = nil }
        giveUpDial(&steps, at: now)
        if ringing == nil, hasChanged || settlesUntil == nil { caller = nil }
        if settlesUntil == nil {
            endCode = nil
            isCardGone = false
        }
        endedHere.formIntersection(new.keys)
        if new.isEmpty { hasLostService = false }
    }

    private func number(of call: ModemCall) -> ModemCall.Number {
        var best = call.number
        if call.isIncoming {
            if call.state == .incoming || call.state == .waiting, let caller {
                let told = ModemCall.Number(caller)
                if told.says(moreThan: best) { best = told }
            }
        } else if let dial, calls[call.index] == nil || dial.assumed == call.index, best.known == nil {
            best = .known(dial.number)
        }
        if let old = calls[call.index], old.mayBe(call), old.number.says(moreThan: best) { best = old.number }
        return best
    }

    private mutating func bindDial(to new: [Int: ModemCall]) {
        guard let dial else { return }
        let made = new.values.filter { !$0.isIncoming }.map(\.index).sorted()
        let fresh = made.filter { calls[$0]?.isIncoming != false || $0 == dial.assumed }
        guard let index = fresh.first(where: { $0 == dial.assumed }) ?? fresh.first else { return }
        dialledIndex = index
        self.dial = nil
        settlesUntil = nil
    }

    /// A call that the modem took and that no listing has ever shown ended at once: it is told of all the same.
    private mutating func giveUpDial(_ steps: inout Steps, at now: MonotonicTime) {
        guard let dial, dial.isTaken else { return }
        guard endCode != nil || dial.assumed != nil || now >= dial.since + times.settled else { return }
        self.dial = nil
        settlesUntil = nil
        guard dial.assumed == nil else { return }
        end(assume(dial), nil)
        askCause(&steps)
    }

    /// A modem that takes calls and cannot list them: the call is there until something else is known.
    private mutating func assumeDial(at now: MonotonicTime) {
        guard let dial, dial.isTaken, now >= dial.since + times.settled else { return }
        if dial.assumed == nil { _ = assume(dial) }
        self.dial = nil
        settlesUntil = nil
    }

    private mutating func assume(_ dial: Dial) -> Int {
        let index = freeIndex
        calls[index] = ModemCall(index: index, isIncoming: false, state: .dialing, number: .known(dial.number))
        dialledIndex = index
        return index
    }

    // MARK: Ends

    private mutating func end(_ index: Int, _ known: CallEndCause?) {
        guard let call = calls.removeValue(forKey: index) else { return }
        heldByOther.remove(index)
        let fallback: CallEndCause = call.isBeingMade || endCode == nil ? .unknown : .normal
        gone.append(Gone(call: call, cause: known ?? cause(of: call), fallback: fallback))
    }

    private func cause(of call: ModemCall) -> CallEndCause? {
        if endedHere.contains(call.index) { return .normal }
        if isCardGone { return .modemLost }
        if hasLostService { return .noService }
        // The caller gave up; what the modem says of the last call would be said of another.
        if call.state == .incoming || call.state == .waiting { return .normal }
        switch endCode {
        case .busy where call.isBeingMade: return .busy
        case .noAnswer where call.isBeingMade: return .noAnswer
        default: return nil
        }
    }

    private mutating func askCause(_ steps: inout Steps) {
        guard !isAskingCause, gone.contains(where: { $0.cause == nil }) else { return }
        isAskingCause = true
        steps.asksCause = true
    }

    /// Once for each change; a change is told when it is known why.
    private mutating func report(_ steps: inout Steps) {
        guard !isAskingCause else { return }
        while !gone.isEmpty {
            var batch: [Gone] = []
            var later: [Gone] = []
            for one in gone {
                if batch.contains(where: { $0.call.index == one.call.index }) {
                    later.append(one)
                } else {
                    batch.append(one)
                }
            }
            gone = later
            // A call that came and went between two reports has been all the same.
            let unseen = batch.map(\.call).filter { call in !reported.calls.contains { $0.index == call.index } }
            if !unseen.isEmpty {
                tell(CallReport(calls: reported.calls + unseen, heldByOther: reported.heldByOther), &steps)
            }
            // Of a call that took the index of another, the next report tells.
            let indexes = Set(batch.map(\.call.index))
            let rest = calls.values.filter { !indexes.contains($0.index) }
            let ended = batch.map { EndedCall(index: $0.call.index, cause: $0.cause ?? $0.fallback) }
            tell(CallReport(calls: rest, ended: ended, heldByOther: heldByOther.subtracting(indexes)), &steps)
        }
        tell(CallReport(calls: Array(calls.values), heldByOther: heldByOther), &steps)
    }

    private mutating func tell(_ report: CallReport, _ steps: inout Steps) {
        var report = report
        report.calls.sort { $0.index < $1.index }
        guard !report.ended.isEmpty || report.calls != reported.calls || report.heldByOther != reported.heldByOther
        else {
            return
        }
        reported = report
        steps.reports.append(report)
    }
}
