import HandsetDBus
import HandsetInterface
import HandsetLines
import HandsetPlatform
import HandsetSMS

@testable import HandsetService

/// Values that come at their time, for whoever waits for the next.
final class Events<Value: Sendable>: Sendable {
    private let state = Lock<(values: [Value], waiting: [CheckedContinuation<Value, Never>])>(([], []))

    func add(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.values.append(value)
            return nil
        }
        waiter?.resume(returning: value)
    }

    func next() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if !state.values.isEmpty { return state.values.removeFirst() }
                state.waiting.append(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }

    /// What has come and nobody has taken.
    var count: Int { state.withLock { $0.values.count } }
}

/// A modem that does what a test says.
final class FakeModem: Modem, SMSCapability, SIMCapability {
    let name: String
    private let outcomes = Lock<[PartOutcome]>([])
    private let owner = Lock<(any ModemOwner)?>(nil)
    private let line: LineID
    let sent = Events<OutgoingPart>()
    let probes = Events<Void>()
    /// Its calls; without any unless a test says so.
    let phone = FakeVoice()
    private let gate = Lock<OneShot<Void>?>(nil)
    /// Messages of this many characters are cut.
    private let partLength = 10

    init(_ name: String, line: LineID) {
        self.name = name
        self.line = line
    }

    func attach(to owner: any ModemOwner) {
        self.owner.withLock { $0 = owner }
        phone.attach(to: owner, as: name)
    }
    var voice: (any VoiceCapability)? { get async { phone.isThere ? phone : nil } }
    var ussd: (any USSDCapability)? { get async { phone.isThere ? phone : nil } }
    var equipmentIdentity: String? { get async { phone.isThere ? "490154203237518" : nil } }

    func start() async {
        await owner.withLock { $0 }?.modemChanged(
            ModemStatus(
                name: name, isReachable: true, sim: .ready,
                line: LineState(
                    id: line, iccid: String(line.rawValue.dropFirst(6)), registration: .home, signal: 50,
                    network: "Testnet", canSendSMS: true)))
    }

    func report(_ status: ModemStatus) async { await owner.withLock { $0 }?.modemChanged(status) }
    func stop() async { gate.withLock { $0 }?.give(()) }
    func probe() async { probes.add(()) }

    var sms: (any SMSCapability)? { get async { self } }
    var sim: (any SIMCapability)? { get async { self } }
    func unlock(pin: String) async -> UnlockResult { pin == "1234" ? .unlocked : .wrongPIN(attemptsLeft: 2) }

    // MARK: Sending

    /// How the next parts end; taken with references from 1 after those.
    func plan(_ next: PartOutcome...) { outcomes.withLock { $0 += next } }

    /// Parts get their answer only when the test opens it.
    func hold() -> OneShot<Void> {
        let shot = OneShot<Void>()
        gate.withLock { $0 = shot }
        return shot
    }

    func prepare(_ message: OutgoingSMS) throws(SendRefusal) -> [OutgoingPart] {
        guard message.text != "unsendable" else { throw SendRefusal(.permanent, reason: "It cannot be encoded.") }
        let octets = Array(message.text.utf8)
        return stride(from: 0, to: max(1, octets.count), by: partLength).enumerated().map { index, start in
            OutgoingPart(number: index + 1, octets: Array(octets[start..<min(start + partLength, octets.count)]))
        }
    }

    private let reference = Lock<UInt8>(0)

    func send(_ part: OutgoingPart) async -> PartOutcome {
        sent.add(part)
        await gate.withLock { $0 }?.value()
        return outcomes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            ?? .taken(
                reference: reference.withLock {
                    $0 &+= 1; return $0
                })
    }

    // MARK: Receiving

    func receive(_ part: ReceivedPart) async throws {
        try await owner.withLock { $0 }?.received(part, on: line)
    }

    func receive(_ delivers: some Sequence<Deliver>) async throws {
        for deliver in delivers { try await receive(.tpdu(PDU(tpdu: deliver.encoded()).encoded())) }
    }

    /// A text as a network brings it.
    func receive(
        _ text: String, from sender: String = "+15550100", at seconds: Int64 = 1_800_000_000
    ) async throws { try await receive(Self.parts(text, from: sender, at: seconds)) }

    static func parts(
        _ text: String, from sender: String = "+15550100", at seconds: Int64 = 1_800_000_000, reference: UInt16 = 1,
        class messageClass: MessageClass? = nil
    ) throws -> [Deliver] {
        guard let address = Address(sender) ?? Address(alphanumeric: sender) else { return [] }
        var segmenter = Segmenter()
        segmenter.messageClass = messageClass
        return try Deliver.messages(
            text, from: address, timestamp: Timestamp(secondsSince1970: seconds), reference: reference,
            segmenter: segmenter)
    }
}

/// The agent of a session that does what a test says.
final class FakeAgent: SessionAgent {
    struct Launch: Hashable, Sendable {
        var app: String
        var reason: LaunchReason
    }
    /// No process ever has this number: Linux gives none above 2^22.
    static let process: UInt32 = 4_194_400

    let launches = Events<Launch>()
    let questions = Events<QuestionInfo>()
    let notifications = Events<NotificationInfo>()
    let answer = Lock(false)
    private let gate = Lock<OneShot<Void>?>(nil)

    /// The person thinks until the test opens it.
    func hold() -> OneShot<Void> {
        let shot = OneShot<Void>()
        gate.withLock { $0 = shot }
        return shot
    }

    func launch(
        app: String, executable: String, reason: LaunchReason, url: String?
    ) async throws(ServiceError) -> UInt32 {
        launches.add(Launch(app: app, reason: reason))
        return Self.process
    }
    func ask(_ question: QuestionInfo) async throws(ServiceError) -> Bool {
        questions.add(question)
        await gate.withLock { $0 }?.value()
        return answer.withLock { $0 }
    }
    func notify(app: String, name: String, _ notification: NotificationInfo) async throws(ServiceError) -> Bool {
        notifications.add(notification)
        shown.withLock { $0.append(notification) }
        return true
    }
    private let shown = Lock<[NotificationInfo]>([])
    func shown(of app: String) async throws(ServiceError) -> [NotificationInfo] { shown.withLock { $0 } }
    let withdrawals = Events<[String]>()
    let rings = Events<RingInfo>()
    let ringEnds = Events<String>()
    let audio = Events<Bool>()
    func withdraw(app: String, ids: [String]) async throws(ServiceError) { withdrawals.add(ids) }
    func ring(_ ring: RingInfo) async throws(ServiceError) { rings.add(ring) }
    func stopRinging(_ call: String) async throws(ServiceError) { ringEnds.add(call) }
    func setCallAudio(_ isOn: Bool) async throws(ServiceError) { audio.add(isOn) }
    func resolveExecutable(processID: UInt32) async throws(ServiceError) -> String? { nil }
}
