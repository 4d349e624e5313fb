import HandsetDBus

/// A call's arguments in their order. The bus room has checked their types, so a failure here is ours.
struct Arguments {
    private var rest: ArraySlice<BusValue>

    init(_ values: [BusValue]) { rest = values[...] }

    private mutating func next<Value>(_ typed: (BusValue) -> Value?) throws(ServiceError) -> Value {
        guard let value = rest.popFirst().flatMap(typed) else {
            throw ServiceError(.invalidArgument, "an argument is missing")
        }
        return value
    }

    mutating func string(_ name: String, limit: Int = InterfaceLimits.identifier) throws(ServiceError) -> String {
        let string = try next(\.string)
        try ServiceError.check(string, name, limit: limit)
        return string
    }
    mutating func strings(_ name: String) throws(ServiceError) -> [String] {
        let strings = try next(\.strings)
        try ServiceError.check(strings, name, count: InterfaceLimits.identifiers)
        return strings
    }
    mutating func boolean() throws(ServiceError) -> Bool { try next(\.boolean) }
    mutating func uint32() throws(ServiceError) -> UInt32 { try next(\.uint32) }
    mutating func int32() throws(ServiceError) -> Int32 { try next(\.int32) }
    mutating func int64() throws(ServiceError) -> Int64 { try next(\.int64) }
    mutating func uint64() throws(ServiceError) -> UInt64 { try next(\.uint64) }
    mutating func dictionary() throws(ServiceError) -> [String: BusValue] { try next(\.dictionary) }
    mutating func stringDictionary() throws(ServiceError) -> [String: String] { try next(\.stringDictionary) }

    mutating func value<Value: DictionaryCodable>(_: Value.Type = Value.self) throws(ServiceError) -> Value {
        try Value(try next(\.dictionary))
    }
    mutating func values<Value: DictionaryCodable>(
        _ name: String, count: Int = InterfaceLimits.elements
    ) throws(ServiceError) -> [Value] {
        try Value.values(try next(\.dictionaries), name, count: count)
    }
}

/// Bus calls to typed methods.
struct Dispatch: Sendable {
    let service: any HandsetService

    func answer(
        _ request: BusRequest, agent: @Sendable (Caller) -> AgentClient
    ) async throws(ServiceError) -> [BusValue] {
        let caller = Caller(request.caller)
        var arguments = Arguments(request.arguments)
        switch request.interface {
        case HandsetName.session: return [.dictionary(try await service.state(for: caller).dictionary)]
        case HandsetName.lines: return try await lines(request.member, &arguments, caller)
        case HandsetName.roles: return try await roles(request.member, &arguments, caller)
        case HandsetName.messages: return try await messages(request.member, &arguments, caller)
        case HandsetName.notifications: return try await notifications(request.member, &arguments, caller)
        case HandsetName.pushes: return try await pushes(request.member, &arguments, caller)
        case HandsetName.agents: return try await agents(request.member, &arguments, caller, agent(caller))
        case HandsetName.calls: return try await calls(request.member, &arguments, caller, service)
        case HandsetName.history: return try await history(request.member, &arguments, caller, service)
        case HandsetName.conversations:
            return try await conversations(request.member, &arguments, caller, service)
        case HandsetName.status: return try await status(request.member, &arguments, caller)
        default: throw Self.unknown
        }
    }

    static let unknown = ServiceError(.unexpected, "the service does not answer this method")

    private func lines(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller
    ) async throws(ServiceError) -> [BusValue] {
        let line = try arguments.string("line")
        switch member {
        case "SetLabel":
            let label = try arguments.string("label")
            guard 1...InterfaceLimits.label ~= label.count, !label.contains(where: \.isNewline) else {
                throw ServiceError(.invalidArgument, "a label is 1 to \(InterfaceLimits.label) characters in one line")
            }
            try await service.setLabel(label, ofLine: line, for: caller)
            return []
        case "Unlock":
            let pin = try arguments.string("pin")
            return [.dictionary(try await service.unlock(line: line, pin: pin, for: caller).dictionary)]
        default: throw Self.unknown
        }
    }

    private func roles(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "GetApps": return [.values(try await service.apps(for: caller))]
        case "GetRoles":
            let roles = try await service.roles(for: caller)
            return [
                .stringDictionary([String: String](uniqueKeysWithValues: roles.map { ($0.key.rawValue, $0.value) }))
            ]
        case "SetRole":
            guard let role = Role(rawValue: try arguments.string("role")) else {
                let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServiceError(.invalidArgument, "there is no such role; the roles are \(names)")
            }
            let app = try arguments.string("app")
            try await service.setRole(role, to: app.isEmpty ? nil : app, for: caller)
            return []
        default: throw Self.unknown
        }
    }

    private func messages(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "Send": return [.dictionary(try await service.send(try arguments.value(), for: caller).dictionary)]
        case "GetSent":
            let changes = try await service.sent(since: try arguments.uint64(), for: caller)
            return [.uint64(changes.revision), .values(changes.sent)]
        case "GetMessage":
            let name = try arguments.string("service")
            let message = try await service.message(service: name, id: try arguments.string("id"), for: caller)
            return [.dictionary(message.dictionary)]
        case "MarkRead":
            let name = try arguments.string("service")
            try await service.markRead(service: name, id: try arguments.string("id"), for: caller)
            return []
        case "GetDownloads": return [.values(try await service.downloads(for: caller))]
        case "Download":
            try await service.download(try arguments.string("id"), for: caller)
            return []
        case "ConfirmSend":
            let name = try arguments.string("service")
            try await service.confirmSend(service: name, id: try arguments.string("id"), for: caller)
            return []
        default: return try await reader(member, &arguments, caller)
        }
    }

    private func reader(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller
    ) async throws(ServiceError) -> [BusValue] {
        let name = try arguments.string("service")
        let reader = try arguments.uint32()
        switch member {
        case "OpenReader":
            try await service.openReader(service: name, reader: reader, after: try arguments.uint64(), for: caller)
        case "Next":
            let element = try await service.next(
                service: name, reader: reader, after: try arguments.uint64(), for: caller)
            return [.uint64(element.cursor), .dictionary(element.message.dictionary)]
        case "Acknowledge":
            try await service.acknowledge(service: name, reader: reader, through: try arguments.uint64(), for: caller)
        case "CloseReader": try await service.closeReader(service: name, reader: reader, for: caller)
        default: throw Self.unknown
        }
        return []
    }

    private func notifications(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "Post": return [.boolean(try await service.post(try arguments.value(), for: caller))]
        case "Remove":
            try await service.removeNotifications(try arguments.strings("ids"), for: caller)
            return []
        case "GetDelivered": return [.values(try await service.deliveredNotifications(for: caller))]
        case "NextResponse": return [.dictionary(try await service.nextResponse(for: caller).dictionary)]
        default: throw Self.unknown
        }
    }

    private func pushes(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "Push":
            let app = try arguments.string("app")
            return [.string(try await service.push(try arguments.value(), to: app, for: caller).rawValue)]
        case "GetToken": return [.text(try await service.pushToken(for: try arguments.string("type"), of: caller))]
        case "NextPush":
            return [.dictionary(try await service.nextPush(of: try arguments.strings("types"), for: caller).dictionary)]
        case "PushHandled":
            try await service.pushHandled(try arguments.string("id"), for: caller)
            return []
        default: throw Self.unknown
        }
    }

    private func agents(
        _ member: String, _ arguments: inout Arguments, _ caller: Caller, _ agent: AgentClient
    ) async throws(ServiceError) -> [BusValue] {
        switch member {
        case "Register":
            let session: SessionInfo = try arguments.value()
            let bundles: [BundleInfo] = try arguments.values("bundles", count: InterfaceLimits.bundles)
            try await service.registerAgent(session, bundles: bundles, agent: agent, for: caller)
        case "AppExited":
            let app = try arguments.string("app")
            let process = try arguments.uint32()
            try await service.appExited(app, processID: process, status: try arguments.int32(), for: caller)
        case "NotificationResponded":
            let app = try arguments.string("app")
            try await service.notificationResponded(try arguments.value(), app: app, for: caller)
        default: throw Self.unknown
        }
        return []
    }
}
