import HandsetAT
import HandsetPlatform

/// The dialogue with a modem over one connection: one command in flight, the others in line behind it.
///
/// After a time-out nothing is sent until the modem and we agree again where an answer begins. Lives on the loop's
/// thread; belongs to one actor.
final class ATLink {
    private struct Waiting {
        var request: ATRequest
        var isUrgent = false
        var completion: (ATAnswer) -> Void
    }

    /// Commands that may wait in line.
    static let queueLimit = 1024
    /// An answer that goes on and on ends after this many times its command's patience.
    private static let patienceLimit = 20

    private let loop: EventLoop
    private let stream: ByteStream
    private let times: ATModemConfiguration.Times
    private var reader = ResponseReader()
    private var parser = ResponseParser()

    private var queue: [Waiting] = []
    private var current: Waiting?
    private var answer = ATAnswer.lost
    private var isMarked = false
    private var patience: Duration = .zero
    private var deadline = MonotonicTime.now
    private var lastDeadline = MonotonicTime.now
    private var timer: EventLoop.Timer?
    private var isSynchronising = false
    private var reservations = 0

    var onUnsolicited: ((UnsolicitedCode) -> Void)?
    /// Called once when the connection is gone, and not for a `close` of our own.
    var onLost: (() -> Void)?

    init(descriptor: Int32, loop: EventLoop, times: ATModemConfiguration.Times) {
        self.loop = loop
        self.times = times
        stream = ByteStream(descriptor: descriptor, loop: loop)
        stream.onBytes = { [weak self] in self?.receive($0) }
        stream.onClose = { [weak self] in self?.streamClosed() }
    }

    var isOpen: Bool { stream.isOpen }

    /// Commands in line behind the one in flight.
    var waiting: Int { queue.count }

    /// Puts a command in line; an urgent one goes to its head.
    func submit(_ request: ATRequest, urgent: Bool = false, completion: @escaping (ATAnswer) -> Void) {
        guard isOpen, queue.count < Self.queueLimit else { return completion(.lost) }
        queue.insert(
            Waiting(request: request, isUrgent: urgent, completion: completion), at: urgent ? 0 : queue.endIndex)
        next()
    }

    /// Keeps the line for what is urgent, between commands that belong together, until as many releases.
    func reserve() { reservations += 1 }

    func release() {
        reservations -= 1
        next()
    }

    /// Finds out where the modem is: it may wait for a text that an earlier process meant to send, or answer what that
    /// one asked. Goes before all that waits.
    func synchronise(completion: @escaping (ATAnswer) -> Void) {
        guard isOpen else { return completion(.lost) }
        // ESC gives a text up (3GPP TS 27.005, clause 3.5.1) and means nothing elsewhere; the CR ends what came before.
        stream.write([0x1B, 0x0D])
        guard isOpen else { return completion(.lost) }
        var request = ATRequest([.extended("+CMEE", .read)], patience: times.command)
        request.marker = "+CMEE"
        queue.insert(Waiting(request: request, completion: completion), at: 0)
        next()
    }

    /// Ends a command that makes or takes a call, and takes its time: any character does where the modem lets it (ITU-T
    /// V.250, clause 5.6.1). One that does not answer soon is found again by a resynchronisation; one that has not left
    /// stays here.
    func interrupt() {
        guard isOpen else { return }
        if let place = queue.firstIndex(where: \.request.expectation.isCall) {
            return queue.remove(at: place).completion(ATAnswer(end: .final(.noCarrier)))
        }
        guard current?.request.expectation.isCall == true else { return }
        wait(times.interrupted)
        stream.write([0x0D])
    }

    func close() {
        stream.close()
        abandon()
    }

    // MARK: One command

    private func next() {
        guard isOpen, current == nil, !queue.isEmpty else { return }
        if isSynchronising, queue[0].request.marker == nil { return }
        if reservations > 0, !queue[0].isUrgent, queue[0].request.marker == nil { return }
        let waiting = queue.removeFirst()
        current = waiting
        answer = ATAnswer(end: .lost)
        answer.hasLeft = true
        isMarked = waiting.request.marker == nil
        parser.begin(waiting.request.expectation)
        wait(waiting.request.patience)
        stream.write(waiting.request.line.encoded)
    }

    private func finish(_ end: ATAnswer.End) {
        guard let waiting = current else { return }
        current = nil
        if let timer { loop.cancel(timer) }
        timer = nil
        answer.end = end
        let answer = answer
        if end == .timedOut { resynchronise() }
        waiting.completion(answer)
        next()
    }

    private func resynchronise() {
        guard !isSynchronising else { return }
        isSynchronising = true
        synchronise { [weak self] answer in
            guard let self else { return }
            isSynchronising = false
            // A modem that does not find back to us is as good as gone.
            if case .final = answer.end { return }
            streamClosed()
        }
    }

    // MARK: Time

    private func wait(_ patience: Duration) {
        self.patience = patience
        deadline = .now + patience
        lastDeadline = .now + patience * Self.patienceLimit
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(at: deadline) { [weak self] in self?.timerFired() }
    }

    /// Each line moves the deadline; the timer is moved only when it fires.
    private func timerFired() {
        timer = nil
        guard let current else { return }
        if MonotonicTime.now < deadline {
            timer = loop.schedule(at: deadline) { [weak self] in self?.timerFired() }
        } else if current.request.marker != nil, case .final = answer.end {
            finish(answer.end)  // final results without the marker, then silence: the modem does not know the marker
        } else {
            finish(.timedOut)
        }
    }

    // MARK: What comes

    private func receive(_ octets: [UInt8]) {
        for token in reader.read(octets) {
            for event in parser.take(token) {
                if case .unsolicited = event {} else { deadline = min(.now + patience, lastDeadline) }
                handle(event)
            }
            guard isOpen else { return }
        }
    }

    private func handle(_ event: ResponseParser.Event) {
        switch event {
        case .unsolicited(let code): onUnsolicited?(code)
        case .overlong: break  // a listing tells of it by a header without its PDU
        case .prompt: sendText()
        case .information(let code, let body):
            if code.name == current?.request.marker { isMarked = true }
            if let onInformation = current?.request.onInformation {
                onInformation(code, body)
            } else {
                keep(ATAnswer.Information(code: code, line: body))
            }
        case .text(let line): keep(ATAnswer.Information(code: nil, line: line))
        case .final(let result):
            guard let current else { return }
            if isMarked { return finish(.final(result)) }
            answer.end = .final(result)
            parser.begin(current.request.expectation)
            wait(times.quiet)
        }
    }

    private func keep(_ information: ATAnswer.Information) {
        if answer.information.count < 256 { answer.information.append(information) }
    }

    private func sendText() {
        guard let text = current?.request.text, !answer.textHasLeft, let current else { return }
        answer.textHasLeft = true
        parser.expectEcho([text, text + [0x1A]])
        wait(current.request.textPatience)
        stream.write(text + [0x1A])
        FaultPoint.pass("modem.offered")
    }

    // MARK: The end

    private func streamClosed() {
        let lost = onLost
        stream.close()
        abandon()
        lost?()
    }

    private func abandon() {
        onUnsolicited = nil
        onLost = nil
        if let timer { loop.cancel(timer) }
        timer = nil
        let waiting = (current.map { [$0] } ?? []) + queue
        queue = []
        if current != nil { answer.end = .lost }
        let interrupted = current == nil ? nil : answer
        current = nil
        for (index, waiting) in waiting.enumerated() {
            waiting.completion(index == 0 ? interrupted ?? .lost : .lost)
        }
    }
}
