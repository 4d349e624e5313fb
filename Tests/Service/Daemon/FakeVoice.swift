import HandsetLines
import HandsetPlatform

/// The calls of a modem, as a test plays them.
final class FakeVoice: VoiceCapability, USSDCapability {
    private struct State {
        var isThere = false
        var owner: (any ModemOwner)?
        var name = ""
        var outcomes: [CallRequestOutcome] = []
        var refusal: CallRefusal?
        var numbers: [String] = []
        var answer = USSDAnswer(text: "Your balance is 5", standing: .done)
    }
    private let state = Lock(State())
    let dialled = Events<CallRequest>()
    let operations = Events<CallOperation>()
    let tones = Events<String>()
    let mutes = Events<Bool>()
    let strings = Events<String>()

    var isThere: Bool { state.withLock(\.isThere) }
    func appear(emergencyNumbers: [String] = []) {
        state.withLock {
            $0.isThere = true
            $0.numbers = emergencyNumbers
        }
    }
    func attach(to owner: any ModemOwner, as name: String) {
        state.withLock {
            $0.owner = owner
            $0.name = name
        }
    }

    /// How the next requests end; without a word they are taken.
    func plan(_ outcomes: CallRequestOutcome...) { state.withLock { $0.outcomes += outcomes } }
    /// What every operation fails with.
    func refuse(_ refusal: CallRefusal?) { state.withLock { $0.refusal = refusal } }
    func plan(answer: USSDAnswer) { state.withLock { $0.answer = answer } }

    func report(_ calls: ModemCall..., ended: [EndedCall] = []) async {
        let (owner, name) = state.withLock { ($0.owner, $0.name) }
        await owner?.callsChanged(CallReport(calls: calls, ended: ended), on: name)
    }

    func dial(_ request: CallRequest) async -> CallRequestOutcome {
        dialled.add(request)
        return state.withLock { $0.outcomes.isEmpty ? .taken(index: nil) : $0.outcomes.removeFirst() }
    }
    private func check() throws(CallRefusal) { if let refusal = state.withLock(\.refusal) { throw refusal } }
    func perform(_ operation: CallOperation) async throws(CallRefusal) {
        operations.add(operation)
        try check()
    }
    func sendTones(_ tones: String) async throws(CallRefusal) {
        self.tones.add(tones)
        try check()
    }
    func setMuted(_ isMuted: Bool) async throws(CallRefusal) {
        mutes.add(isMuted)
        try check()
    }
    var emergencyNumbers: [String]? { get async { state.withLock(\.numbers) } }

    func request(_ string: String) async throws(CallRefusal) -> USSDAnswer {
        strings.add(string)
        try check()
        return state.withLock(\.answer)
    }
    func cancel() async {}
}

extension ModemCall {
    static func outgoing(_ state: State, _ index: Int = 1, to number: String = "+447700900123") -> ModemCall {
        ModemCall(index: index, isIncoming: false, state: state, number: .known(number))
    }
    static func incoming(_ state: State = .incoming, _ index: Int = 1, from number: String = "+447700900456")
        -> ModemCall
    {
        ModemCall(index: index, isIncoming: true, state: state, number: .known(number))
    }
}
