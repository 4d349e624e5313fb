import HandsetAT
import HandsetLines
import HandsetPlatform

/// The calls of a modem.
struct ATVoice: VoiceCapability {
    let modem: ATModem

    func dial(_ request: CallRequest) async -> CallRequestOutcome { await modem.dial(request) }
    func perform(_ operation: CallOperation) async throws(CallRefusal) { try await modem.perform(operation) }
    func sendTones(_ tones: String) async throws(CallRefusal) { try await modem.sendTones(tones) }
    func setMuted(_ isMuted: Bool) async throws(CallRefusal) { try await modem.setMuted(isMuted) }
    var emergencyNumbers: [String]? { get async { await modem.emergencyNumbers() } }
}

extension ATModem {
    /// Tones of one request, at most.
    private static let toneLimit = 32

    /// Does one thing to the calls at a time, each on what the modem lists then.
    func perform(_ operation: CallOperation) async throws(CallRefusal) {
        guard let link, link.isOpen else { throw .noModem }
        // A listing of messages must not come between the look at the calls and what is done to them.
        link.reserve()
        defer { link.release() }
        if let dialling = calling.dialling {
            guard case .hangUp(let index) = operation, index == calling.tracker.dialledIndex else {
                throw CallRefusal(.wrongState, reason: "a call is being made")
            }
            // The modem keeps the result of the dial command, and takes no other until then.
            callEvent(.acted(ending: [index]))
            link.interrupt()
            await dialling.task?.value
            guard await refreshCalls() else { throw CallRefusal(.silent, reason: "the modem fell silent") }
            if calling.tracker.calls[index] == nil { return }
        }
        await beginActing(operation)
        defer { endActing() }
        guard await refreshCalls() else {
            throw link.isOpen ? CallRefusal(.silent, reason: "the modem does not list its calls") : .noModem
        }
        try await act(operation)
    }

    private func beginActing(_ operation: CallOperation) async {
        guard calling.isActing else {
            calling.isActing = true
            return
        }
        var isEnd = false
        switch operation {
        case .hangUp, .reject: isEnd = true
        default: break
        }
        // A modem that keeps the result of taking the call takes no other command until then.
        if isEnd, calling.isAnswering { link?.interrupt() }
        await withCheckedContinuation { calling.actors.append(.init(isEnd: isEnd, continuation: $0)) }
    }

    private func endActing() {
        if calling.actors.isEmpty {
            calling.isActing = false
        } else {
            calling.actors.removeFirst().continuation.resume()
        }
    }

    private func act(_ operation: CallOperation) async throws(CallRefusal) {
        let calls = calling.tracker.calls
        func indexes(_ states: ModemCall.State...) -> Set<Int> {
            Set(calls.values.filter { states.contains($0.state) }.map(\.index))
        }
        func demand(_ condition: Bool, _ reason: String) throws(CallRefusal) {
            if !condition { throw CallRefusal(.wrongState, reason: reason) }
        }
        switch operation {
        case .answer:
            try demand(!indexes(.incoming).isEmpty, "no call rings")
            let isUnwanted = calling.makesWay || calling.actors.contains(where: \.isEnd)
            try demand(!isUnwanted, "the call is to be ended")
            calling.isAnswering = true
            defer { calling.isAnswering = false }
            try await run(.basic("A", []), ending: [])
        case .holdAndAnswer:
            try demand(!indexes(.waiting).isEmpty, "no call waits")
            try await run(.hold(.holdActive), ending: [])
        case .endAndAnswer:
            try demand(!indexes(.waiting).isEmpty, "no call waits")
            try await run(.hold(.releaseActive), ending: indexes(.active))
        case .reject:
            try demand(!indexes(.incoming, .waiting).isEmpty, "no call rings")
            try await reject(indexes(.incoming, .waiting), isWaiting: indexes(.incoming).isEmpty)
        case .hangUp(let index):
            guard let call = calls[index] else { throw CallRefusal(.wrongState, reason: "there is no such call") }
            try await hangUp(call, among: calls)
        case .swap:
            try demand(indexes(.incoming, .waiting).isEmpty, "a call waits: it would be taken")
            try demand(!indexes(.active, .held).isEmpty, "there is no call to hold or to take up")
            try await run(.hold(.holdActive), ending: [])
        case .merge:
            try demand(!indexes(.held).isEmpty && !indexes(.active).isEmpty, "it takes a held and an active call")
            try await run(.hold(.join), ending: [])
        case .split(let index):
            try demand(calls[index].map { $0.isMultiparty && $0.state == .active } ?? false, "not one of joined calls")
            try await run(.hold(.holdAllBut(index)), ending: [])
        }
    }

    private func reject(_ ending: Set<Int>, isWaiting: Bool) async throws(CallRefusal) {
        if isWaiting {
            try await run(.hold(.releaseHeldOrWaiting), ending: ending)
        } else {
            try await hangUpCurrent(ending: ending)
        }
    }

    private func hangUp(_ call: ModemCall, among calls: [Int: ModemCall]) async throws(CallRefusal) {
        switch call.state {
        case .waiting: try await reject([call.index], isWaiting: true)
        // Only what is active can be named (3GPP TS 22.030, clause 6.5.5.1): `+CHUP` ends what is being made.
        case .incoming, .dialing, .alerting: try await hangUpCurrent(ending: [call.index])
        case .active, .held:
            if calls.count == 1 { return try await hangUpCurrent(ending: [call.index]) }
            do throws(CallRefusal) {
                try await run(.hold(.release(call.index)), ending: [call.index])
            } catch {
                let same = calls.values.filter { $0.state == call.state }
                let mayRing = calls.values.contains { $0.state == .waiting }
                guard error.kind != .silent, error.kind != .noModem, call.state == .held else { throw error }
                guard same.count == 1 else {
                    throw CallRefusal(
                        .wrongState, reason: "one of several held calls cannot be ended alone: take them up first")
                }
                guard !mayRing else {
                    throw CallRefusal(
                        .wrongState, reason: "a held call cannot be ended while one waits: answer or decline that first"
                    )
                }
                try await run(.hold(.releaseHeldOrWaiting), ending: [call.index])
            }
        }
    }

    /// `+CHUP` (3GPP TS 27.007, clause 6.5), or `H` for a modem without: with `+CVHU=0` it ends a voice call (clause 6.20).
    private func hangUpCurrent(ending: Set<Int>) async throws(CallRefusal) {
        do throws(CallRefusal) {
            try await run(.extended("+CHUP", .execute), ending: ending)
        } catch {
            guard error.kind != .silent, error.kind != .noModem else { throw error }
            let control = Command.extended("+CVHU", .set([.number(0)]))
            _ = await run(ATRequest([control], patience: configuration.times.command), urgent: true)
            try await run(.basic("H", []), ending: ending)
        }
    }

    /// Runs a command that changes the calls, past everything that waits.
    private func run(_ command: Command, ending: Set<Int>) async throws(CallRefusal) {
        var request = ATRequest([command], patience: configuration.times.slowCommand)
        request.expectation.isCall = command.name == "A"
        let answer = await run(request, urgent: true)
        if answer.end == .final(.ok) || answer.end == .final(.connect) {
            callEvent(.acted(ending: ending))
            return
        }
        if answer.end == .timedOut { callEvent(.acted(ending: ending)) } else { callEvent(.wanted) }
        throw refusal(answer.end) ?? CallRefusal(.wrongState, reason: "the caller has hung up")
    }

    func refusal(_ end: ATAnswer.End) -> CallRefusal? {
        CallRefusal(end, card: status.sim, isRegistered: Registration(registrations).isRegistered)
    }

    // MARK: During a call

    func sendTones(_ tones: String) async throws(CallRefusal) {
        let commands = tones.utf8.prefix(Self.toneLimit + 1).compactMap { DialTone($0)?.command }
        guard !commands.isEmpty, commands.count == tones.utf8.count, commands.count <= Self.toneLimit else {
            throw CallRefusal(.notSupported, reason: "tones are 0-9 * # A-D, at most \(Self.toneLimit)")
        }
        for command in commands {
            guard calling.tracker.calls.values.contains(where: { $0.state == .active }) else {
                throw CallRefusal(.wrongState, reason: "there is no active call")
            }
            let answer = await run(ATRequest([command], patience: configuration.times.command), urgent: true)
            guard answer.isOK else {
                throw refusal(answer.end) ?? CallRefusal(.wrongState, reason: "the call has ended")
            }
        }
    }

    func setMuted(_ isMuted: Bool) async throws(CallRefusal) {
        let command = Command.extended("+CMUT", .set([.number(isMuted ? 1 : 0)]))
        let answer = await run(ATRequest([command], patience: configuration.times.command), urgent: true)
        guard answer.isOK else { throw refusal(answer.end) ?? CallRefusal(.wrongState, reason: "the call has ended") }
    }

    // MARK: Emergency numbers

    /// What the card names, read once.
    func emergencyNumbers() async -> [String]? {
        if let known = card.emergencyNumbers { return known }
        let generation = cardGeneration
        do throws(CardIsBusy) {
            let numbers = try await readEmergencyNumbers()
            if generation == cardGeneration { card.emergencyNumbers = numbers }
            return numbers
        } catch {
            return nil
        }
    }

    private struct CardIsBusy: Error {}

    /// EF_ECC, readable before the PIN: records of a USIM, or the one content of a GSM card.
    private func readEmergencyNumbers() async throws(CardIsBusy) -> [String] {
        let status = try await readFile(command: 192, 0, 0, 0)
        if let status, case .records(let length, let count)? = FileStructure(status), 3...255 ~= length {
            var numbers: [String] = []
            for record in 1...max(1, min(count, EmergencyCodes.limit)) {
                guard let octets = try await readFile(command: 178, record, 4, length) else { break }
                if let number = EmergencyCodes.number(octets) { numbers.append(number) }
            }
            return numbers
        }
        var size = 15
        if let status, case .transparent(let length)? = FileStructure(status) { size = min(length, 96) }
        return try await readFile(command: 176, 0, 0, size).map { EmergencyCodes.numbers(transparent: $0) } ?? []
    }

    private func readFile(command: Int, _ p1: Int, _ p2: Int, _ p3: Int) async throws(CardIsBusy) -> [UInt8]? {
        let parameters = [command, EmergencyCodes.file, p1, p2, p3].map { Parameter.number($0) }
        let answer = await run(.extended("+CRSM", .set(parameters)))
        guard !answer.mayPass, answer.end != .lost else { throw CardIsBusy() }
        guard let response = answer.value({ parameters throws(ATError) in try CardResponse(parameters) }),
            response.isSuccess
        else { return nil }
        return Hex.decode(response.data)
    }
}

extension Command {
    fileprivate static func hold(_ operation: CallHold) -> Command {
        .extended("+CHLD", .set([.word(operation.encoded)]))
    }
}
