import HandsetAT
import HandsetLines
import HandsetPlatform

/// A modem that speaks AT commands over a serial port or a socket (3GPP TS 27.005 and TS 27.007).
///
/// One task keeps the connection and does what belongs to the card and its storages, one thing after another. Sending and
/// acknowledging go past it, between its commands.
package actor ATModem: Modem {
    package nonisolated let name: String
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    nonisolated let loop: EventLoop
    let configuration: ATModemConfiguration
    let owner: any ModemOwner

    /// What the session has to do, in this order.
    struct PendingWork {
        var card = false
        var indications = false
        /// Messages that the modem told of.
        var places: [UnsolicitedCode.StoragePlace] = []
        var drain = false
        var network = false
        /// Settings for calls and service strings.
        var calls = false
        /// Only a change of `status` to tell.
        var report = false

        var isEmpty: Bool { !(card || calls || indications || drain || network || report) && places.isEmpty }
    }

    private var runner: Task<Void, Never>?
    private var isStopping = false
    var link: ATLink?
    var pending = PendingWork()
    /// What is tried again without being asked for: the card, and the storages if they are part of it.
    var retryDue: MonotonicTime?
    var retryDrains = false
    var fruitlessLooks = 0
    private var waiter: CheckedContinuation<Void, Never>?
    private var probes: [CheckedContinuation<Void, Never>] = []

    var status: ModemStatus
    private var reported: ModemStatus?
    private var isReporting = false

    /// What was learnt of the card and the modem in this connection.
    var card = Card()
    var messaging = Messaging()
    var registrations: [String: RegistrationStatus] = [:]
    var calling = Calling()
    var strings = ServiceStrings()
    /// Steps whenever the card may have become another one: what was learnt before does not hold.
    var cardGeneration = 0
    /// Cards whose stored PIN this process has tried, by ICCID.
    var triedPINs: Set<String> = []

    /// A listing that is coming in.
    var listing = Listing()
    var listingWaiter: CheckedContinuation<Void, Never>?
    /// Messages that the modem handed over unstored, and the task that takes them.
    var routed: [RoutedMessage] = []
    var routedTask: Task<Void, Never>?

    package init(configuration: ATModemConfiguration, loop: EventLoop, owner: any ModemOwner) {
        name = configuration.name
        self.configuration = configuration
        self.loop = loop
        self.owner = owner
        status = ModemStatus(name: configuration.name)
    }

    // MARK: Modem

    package func start() async {
        guard runner == nil else { return }
        isStopping = false
        runner = Task { await self.keepConnected() }
    }

    package func stop() async {
        isStopping = true
        link?.close()
        wake()
        await runner?.value
        runner = nil
    }

    package func probe() async {
        guard runner != nil, !isStopping else { return }
        pending.card = true
        pending.indications = true
        pending.drain = true
        pending.network = true
        callEvent(.probe)
        if messaging.trouble != nil { card.isReady = false }  // what could not be settled is tried anew
        await withCheckedContinuation { continuation in
            probes.append(continuation)
            wake()
        }
    }

    package var sms: (any SMSCapability)? {
        guard link != nil, card.isReady, messaging.isAvailable, let line = status.line else { return nil }
        return ATMessages(modem: self, line: line.id)
    }

    package var sim: (any SIMCapability)? {
        switch status.sim {
        case .unknown, .absent: nil
        default: link == nil ? nil : ATCard(modem: self)
        }
    }

    package var voice: (any VoiceCapability)? { link != nil && calling.isOffered ? ATVoice(modem: self) : nil }

    package var ussd: (any USSDCapability)? {
        link != nil && card.isReady && strings.isOffered ? ATServiceStrings(modem: self) : nil
    }

    // MARK: Connection

    private func keepConnected() async {
        var failures = 0
        while !isStopping {
            let times = configuration.times
            let start = MonotonicTime.now
            await session()
            await endSession()
            if isStopping { break }
            // A modem that comes and goes is no better than one that does not come.
            failures = MonotonicTime.now - start > times.lastRetry ? 0 : failures + 1
            let delay = min(times.firstRetry * (1 << min(max(failures - 1, 0), 16)), times.lastRetry)
            await pause(until: .now + delay)
        }
        finishProbes()
    }

    /// One connection, from its opening to its end.
    private func session() async {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try open()
        } catch {
            status.trouble = "cannot reach the modem: \(error)"
            return
        }
        let link = ATLink(descriptor: descriptor, loop: loop, times: configuration.times)
        self.link = link
        link.onUnsolicited = { self.take($0) }
        link.onLost = { self.wake() }
        guard await synchronise(link), await prepare() else {
            status.trouble = "the modem does not answer"
            return
        }
        status.isReachable = true
        status.trouble = nil
        pending = PendingWork(card: true, calls: true)
        while link.isOpen, !isStopping { await work() }
    }

    private func endSession() async {
        link?.close()
        link = nil
        await endCalls()
        cardGeneration += 1
        card = Card()
        await routedTask?.value
        if messaging.acknowledges { routed = [] }  // the network brings again what was not acknowledged
        messaging = Messaging()
        registrations = [:]
        retryDue = nil
        retryDrains = false
        pending = PendingWork()
        if status.isReachable {
            status.isReachable = false
            status.trouble = "the connection to the modem is gone"
        }
        status.sim = .unknown
        status.line = nil
        await report()
        finishProbes()
    }

    private func open() throws(SystemError) -> Int32 {
        switch configuration.endpoint {
        case .serial(let path, let baud): try SerialPort.open(path, rate: baud)
        case .unixSocket(let path): try UnixSocket.connect(to: path)
        }
    }

    private func synchronise(_ link: ATLink) async -> Bool {
        let answer = await withCheckedContinuation { continuation in
            link.synchronise { continuation.resume(returning: $0) }
        }
        if case .final = answer.end { return true }
        return false
    }

    /// What holds whatever card is in: no echo (ITU-T V.250, clause 6.2.4), errors by number (3GPP TS 27.007, clause 9.1).
    private func prepare() async -> Bool {
        let echo = await run([.basic("E", [UInt8(ascii: "0")])])
        guard case .final = echo.end else { return false }
        guard await run(.extended("+CMEE", .set([.number(1)]))).end != .lost else { return false }
        return await findCalls()
    }

    // MARK: Work

    private func work() async {
        if pending.isEmpty {
            await report()
            guard pending.isEmpty, link?.isOpen == true, !isStopping else { return }
            finishProbes()
            await pause(until: retryDue)
            if let due = retryDue, due <= .now {
                retryDue = nil
                pending.card = true
                pending.drain = pending.drain || retryDrains
                retryDrains = false
            }
            return
        }
        let work = pending
        pending = PendingWork()
        if work.card { await lookAtCard() }
        await report()
        if work.card || work.calls { await settleCalls() }
        guard card.isReady, messaging.isAvailable else {
            if card.isReady, work.network { await lookAtNetwork() }
            return
        }
        if work.indications { await setIndications() }
        serveRouted()
        if !work.places.isEmpty { await read(work.places) }
        if work.drain { await drain() }
        if work.network { await lookAtNetwork() }
    }

    /// Suspends until `wake`, or until `time`.
    private func pause(until time: MonotonicTime?) async {
        var timer: EventLoop.Timer?
        await withCheckedContinuation { continuation in
            waiter = continuation
            if let time { timer = loop.schedule(at: time) { self.wake() } }
        }
        if let timer { loop.cancel(timer) }
    }

    func wake() {
        waiter?.resume()
        waiter = nil
    }

    private func finishProbes() {
        let finished = probes
        probes = []
        for probe in finished { probe.resume() }
    }

    /// Tells the owner of the newest status, once for each that differs, in their order.
    func report() async {
        guard !isReporting else { return }
        isReporting = true
        defer { isReporting = false }
        while reported != status {
            let status = status
            reported = status
            await owner.modemChanged(status)
        }
    }

    // MARK: Commands

    func run(_ command: Command, patience: Duration? = nil) async -> ATAnswer {
        await run([command], patience: patience)
    }

    func run(_ commands: [Command], patience: Duration? = nil) async -> ATAnswer {
        await run(ATRequest(commands, patience: patience ?? configuration.times.command))
    }

    func run(_ request: ATRequest, urgent: Bool = false) async -> ATAnswer {
        guard let link else { return .lost }
        let answer = await withCheckedContinuation { continuation in
            link.submit(request, urgent: urgent) { continuation.resume(returning: $0) }
        }
        if answer.tellsOfMissingCard, card.isReady { suspectCard() }
        return answer
    }
}

extension ATAnswer {
    /// `+CME ERROR: 10` or `+CMS ERROR: 310`.
    var tellsOfMissingCard: Bool { end == .final(.cme(.simNotInserted)) || end == .final(.cms(.simNotInserted)) }
}
