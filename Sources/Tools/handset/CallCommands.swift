import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// `handset call`, and what is done to calls in progress.
enum CallCommands {
    /// The words that do something to a call, and what.
    static let controls: [String: [Call.Action]] = [
        "answer": [.answer, .holdAndAnswer], "decline": [.decline], "silence": [.silence],
        "hangup": [.hangUp, .decline],
        "hold": [.hold], "resume": [.resume], "swap": [.swap], "merge": [.merge], "split": [.split], "mute": [.mute],
        "unmute": [.unmute], "proceed": [.proceed],
    ]

    static let words = Set(controls.keys).union(["call", "calls", "dtmf", "recents", "ussd", "open"])

    static func run(_ word: String, _ arguments: [String]) async throws {
        switch word {
        case "call": try await call(arguments)
        case "calls": try await calls(arguments)
        case "dtmf": try await tones(arguments)
        case "recents": try await RecentsCommand.run(arguments)
        case "ussd": try await ServiceCommand.run(arguments)
        case "open": try await open(arguments)
        default: try await control(word, arguments)
        }
    }

    // MARK: call

    private static func call(_ arguments: [String]) async throws {
        guard
            let command = try CommandOptions(
                arguments, help: Help.call, flags: ["detach"], valued: ["line"], operands: 1...1)
        else { return }
        let line = try command.options.value("line").map(LineCommands.find)
        let party = CallParty(kind: kind(of: command.operands[0]), value: command.operands[0])
        let isDetached = command.options.has("detach")
        let interrupts = CallInterrupts()
        await interrupts.begin()
        let outcome = try await HandsetClient.shared.dial(party, on: line?.id)
        guard let call = try show(outcome, isJSON: command.isJSON) else { return }
        await interrupts.found(call)
        guard !isDetached else { return await interrupts.end() }
        try await CallFollower(call: call, isJSON: command.isJSON).follow()
    }

    private static func kind(of text: String) -> CallParty.Kind {
        if text.contains("@") { return .email }
        return text.contains(where: \.isLetter) ? .generic : .phone
    }

    /// Says what became of the wish; the call, if there is one to follow.
    private static func show(_ outcome: CallOutcome, isJSON: Bool) throws -> Call.ID? {
        if isJSON {
            Output.json([
                "outcome": outcome.kind.rawValue, "call": outcome.call?.uuidString, "text": outcome.text,
                "cause": outcome.cause?.rawValue, "reason": outcome.reason,
            ])
        }
        switch outcome.kind {
        case .calling: return outcome.call
        case .service, .opened:
            if !isJSON { Output.text(outcome.text ?? "done") }
            return nil
        case .failed:
            throw Failure(
                outcome.reason ?? outcome.cause?.inWords ?? "no call was made",
                outcome.cause?.exitCode ?? EX_UNAVAILABLE)
        }
    }

    private static func open(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.open, operands: 1...1) else { return }
        let outcome = try await HandsetClient.shared.open(link: command.operands[0])
        _ = try show(outcome, isJSON: command.isJSON)
    }

    // MARK: calls

    private static func calls(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.calls, flags: ["follow"]) else { return }
        if command.options.has("follow") {
            for await calls in HandsetClient.shared.callUpdates { show(calls, isJSON: command.isJSON) }
            return
        }
        let calls = try await HandsetClient.shared.calls()
        if calls.isEmpty, !command.isJSON { return print("There is no call.") }
        show(calls, isJSON: command.isJSON)
    }

    private static func show(_ calls: [Call], isJSON: Bool) {
        if isJSON { return Output.json(calls.map(json)) }
        for call in calls {
            let parts = [call.shortID, call.direction, call.stateInWords, call.partyName, call.reason ?? ""]
            Output.line(parts.filter { !$0.isEmpty }.map { printable($0) }.joined(separator: "  "))
        }
    }

    static func json(_ call: Call) -> [String: Any?] {
        [
            "id": call.id.uuidString, "state": call.state.rawValue, "incoming": call.isIncoming,
            "parties": call.parties.map { ["kind": $0.kind.rawValue, "value": $0.value, "name": $0.name] },
            "withheld": call.isWithheld, "line": call.line?.rawValue, "app": call.app, "emergency": call.isEmergency,
            "muted": call.isMuted, "silenced": call.isSilenced, "heldByOther": call.isHeldByOther,
            "group": call.group, "started": call.started.timeIntervalSince1970,
            "connected": call.connected?.timeIntervalSince1970, "ended": call.ended?.timeIntervalSince1970,
            "cause": call.cause?.rawValue, "reason": call.reason, "actions": call.actions.map(\.rawValue).sorted(),
        ]
    }

    // MARK: Control

    private static func control(_ word: String, _ arguments: [String]) async throws {
        let flags = word == "answer" ? ["hold", "end"] : []
        guard
            let command = try CommandOptions(arguments, help: Help.control(word), flags: flags, operands: 0...1)
        else { return }
        var wanted = controls[word] ?? []
        if command.options.has("hold") { wanted = [.holdAndAnswer] }
        if command.options.has("end") { wanted = [.endAndAnswer] }
        let (call, action) = try await find(wanted, named: command.operands.first, word: word)
        try await HandsetClient.shared.perform(action, on: call.id)
        if command.isJSON { Output.json(["call": call.id.uuidString, "action": action.rawValue]) }
    }

    private static func tones(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.dtmf, operands: 1...2) else { return }
        let tones = command.operands[0].uppercased()
        guard (1...64).contains(tones.count), tones.allSatisfy({ "0123456789*#ABCD".contains($0) }) else {
            throw Failure("tones are 1 to 64 of 0-9 * # A-D; nothing was sent", EX_DATAERR)
        }
        let call = try await find([.tones], named: command.operands.dropFirst().first, word: "dtmf").call
        try await HandsetClient.shared.perform(.tones, on: call.id, tones: tones)
        if command.isJSON { Output.json(["call": call.id.uuidString, "action": "tones"]) }
    }

    /// The call that is named by the beginning of its id, or the only one to which this can be done.
    private static func find(
        _ actions: [Call.Action], named name: String?, word: String
    ) async throws -> (call: Call, action: Call.Action) {
        let calls = try await HandsetClient.shared.calls().filter { $0.state != .ended }
        let named = calls.filter { call in
            name.map { call.id.uuidString.lowercased().hasPrefix($0.lowercased()) } ?? true
        }
        if name != nil, named.count != 1 {
            throw Failure(
                "\(named.isEmpty ? "no call has" : "several calls have") that id: see handset calls", EX_NOHOST)
        }
        let able = CallChoice.able(actions, among: named)
        if let one = CallChoice.one(of: able) { return (one.call, one.action) }
        guard able.isEmpty else {
            throw Failure("which call? \(able.map(\.call.shortID).joined(separator: " or "))", EX_USAGE)
        }
        if word == "answer", named.contains(where: { $0.actions.contains(.endAndAnswer) }) {
            throw Failure(
                "this call can only be taken when the other is ended: handset answer --end", EX_UNAVAILABLE)
        }
        throw Failure(
            calls.isEmpty ? "there is no call" : "no call can do that now (\(word)): see handset calls", EX_UNAVAILABLE)
    }
}

extension Call {
    /// Enough of the id to name the call by.
    var shortID: String { String(id.uuidString.prefix(8)).lowercased() }
    var direction: String { isIncoming ? "from" : "to" }
    var partyName: String {
        if isWithheld { return "somebody who hides the number" }
        return parties.isEmpty
            ? "somebody unknown" : parties.map { $0.name.isEmpty ? $0.value : $0.name }.joined(separator: ", ")
    }

    var stateInWords: String {
        switch state {
        case .asking: "asking"
        case .offered: "offered to \(app ?? "the calling app")"
        case .dialing: "dialing"
        case .alerting: "ringing"
        case .incoming: isSilenced ? "ringing, silenced" : "ringing"
        case .waiting: "waiting"
        case .active: isHeldByOther ? "held by the other party" : isMuted ? "talking, muted" : "talking"
        case .held: "held"
        case .ended: "ended"
        }
    }
}

extension Call.Cause {
    /// The nearest code of sysexits.h.
    var exitCode: Int32 {
        switch self {
        case .local, .remote, .answeredElsewhere: EX_OK
        case .busy, .noAnswer, .unreachable, .network, .modemLost, .missed: EX_TEMPFAIL
        case .noService, .noLine: EX_UNAVAILABLE
        case .barred, .refused, .pinRequired, .declined, .rejected: EX_NOPERM
        case .unallocated: EX_NOHOST
        case .appFailed, .unknown: EX_SOFTWARE
        }
    }

    var inWords: String {
        switch self {
        case .local: "hung up"
        case .remote: "the other party hung up"
        case .busy: "busy"
        case .rejected: "declined by the other party"
        case .unallocated: "there is no such number"
        case .unreachable: "the other phone is off or out of coverage"
        case .barred: "this line may not call that number"
        case .network: "the network failed"
        case .noAnswer: "no answer"
        case .missed: "missed"
        case .declined: "declined"
        case .answeredElsewhere: "answered elsewhere"
        case .noService: "no service"
        case .noLine: "there is no line to call on"
        case .pinRequired: "the SIM wants its PIN: handset line unlock"
        case .modemLost: "the modem went away"
        case .refused: "the answer was no"
        case .appFailed: "the calling app failed"
        case .unknown: "ended"
        }
    }
}
