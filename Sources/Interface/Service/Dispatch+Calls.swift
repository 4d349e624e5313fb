import HandsetDBus

extension Dispatch {
    func calls(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller, _ service: any CallService
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "Dial": return [.dictionary(try await service.dial(try arguments.value(), for: caller).dictionary)]
        case "OpenLink":
            let url = try arguments.string("url", limit: InterfaceLimits.line)
            return [.dictionary(try await service.openLink(url, for: caller).dictionary)]
        case "GetCalls": return [.values(try await service.calls(for: caller))]
        case "Control":
            let call = try arguments.string("call")
            guard let action = CallInfo.Action(rawValue: try arguments.string("action")) else {
                let names = CallInfo.Action.allCases.map(\.rawValue).sorted().joined(separator: ", ")
                throw ServiceError(.invalidArgument, "there is no such action on a call; the actions are \(names)")
            }
            let tones = try Fields(try arguments.dictionary()).string("tones", limit: InterfaceLimits.tones)
            guard (action == .tones) == (tones != nil) else {
                throw ServiceError(.invalidArgument, "tones go with the action tones, and with no other")
            }
            try await service.control(call: call, action, tones: tones, for: caller)
            return []
        case "RequestUSSD":
            let line = try arguments.string("line")
            let string = try arguments.string("string", limit: InterfaceLimits.ussd)
            let answer = try await service.requestUSSD(string, line: line.isEmpty ? nil : line, for: caller)
            return [.dictionary(answer.dictionary)]
        case "CancelUSSD":
            let line = try arguments.string("line")
            try await service.cancelUSSD(line: line.isEmpty ? nil : line, for: caller)
            return []
        default: throw Self.unknown
        }
    }

    func history(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller, _ service: any CallService
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "GetRecents": return [.values(try await service.recents(try arguments.value(), for: caller))]
        case "MarkRead":
            try await service.markRecentsRead(try arguments.strings("ids"), for: caller)
            return []
        default: throw Self.unknown
        }
    }

    func conversations(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller, _ service: any CallService
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "Attach": try await service.attach(try arguments.value(), for: caller)
        case "ReportIncoming":
            let conversation = try arguments.string("conversation")
            try await service.reportIncoming(conversation: conversation, try arguments.value(), for: caller)
        case "ReportEvent":
            let conversation = try arguments.string("conversation")
            try await service.report(try arguments.value(), conversation: conversation, for: caller)
        case "Perform":
            try await service.perform(
                try arguments.values("actions", count: InterfaceLimits.conversationActions), for: caller)
        case "NextEvent": return [.dictionary(try await service.nextEvent(for: caller).dictionary)]
        case "FinishAction":
            let id = try arguments.string("action")
            let isFulfilled = try arguments.boolean()
            try await service.finishAction(
                id, isFulfilled: isFulfilled, date: try arguments.int64(), for: caller)
        case "Detach": try await service.detach(for: caller)
        default: throw Self.unknown
        }
        return []
    }
}
