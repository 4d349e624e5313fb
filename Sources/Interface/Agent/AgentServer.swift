import HandsetDBus

/// What answers the agent's interface (docs/dbus/org.handset.Agent1.xml). Only the service's calls arrive.
package protocol SessionAgent: Sendable {
    func launch(
        app: String, executable: String, reason: LaunchReason, url: String?
    ) async throws(ServiceError) -> UInt32
    func ask(_ question: QuestionInfo) async throws(ServiceError) -> Bool
    func notify(app: String, name: String, _ notification: NotificationInfo) async throws(ServiceError) -> Bool
    func withdraw(app: String, ids: [String]) async throws(ServiceError)
    /// What is shown of an app, the oldest first.
    func shown(of app: String) async throws(ServiceError) -> [NotificationInfo]
    func resolveExecutable(processID: UInt32) async throws(ServiceError) -> String?
    func ring(_ ring: RingInfo) async throws(ServiceError)
    func stopRinging(_ call: String) async throws(ServiceError)
    func setCallAudio(_ isOn: Bool) async throws(ServiceError)
}

/// An agent without sound.
extension SessionAgent {
    package func ring(_ ring: RingInfo) async throws(ServiceError) {}
    package func stopRinging(_ call: String) async throws(ServiceError) {}
    package func setCallAudio(_ isOn: Bool) async throws(ServiceError) {}
}

/// The agent's side of its interface: checks that the service calls, and what it calls with.
package struct AgentServer: Sendable {
    private let agent: any SessionAgent

    package init(_ agent: any SessionAgent) { self.agent = agent }

    /// Answers on a connection that a `ServiceClient` made, to the owner of the service's name only.
    package func serve(on bus: Bus) async {
        let server = self
        let reference = WeakBus(bus)
        await bus.serve(
            BusObject(path: HandsetName.agentPath, interfaces: Descriptions.agent) { request in
                do throws(ServiceError) {
                    guard let bus = reference.bus,
                        request.caller.uniqueName == (await bus.owner(of: HandsetName.service))
                    else {
                        throw ServiceError(.notPermitted, "the agent answers the service only")
                    }
                    return try await server.answer(request.member, Arguments(request.arguments))
                } catch {
                    throw error.fault
                }
            })
    }

    private func answer(_ member: String, _ given: Arguments) async throws(ServiceError) -> [BusValue] {
        var arguments = given
        switch member {
        case "Launch":
            let app = try arguments.string("app")
            let executable = try arguments.string("executable", limit: 4_096)
            guard let reason = LaunchReason(rawValue: try arguments.string("reason")) else {
                throw ServiceError(.invalidArgument, "there is no such reason to launch an app")
            }
            let url = try Fields(try arguments.dictionary()).string("url", limit: InterfaceLimits.line)
            return [.uint32(try await agent.launch(app: app, executable: executable, reason: reason, url: url))]
        case "Ask": return [.boolean(try await agent.ask(try arguments.value()))]
        case "Notify":
            let app = try arguments.string("app")
            let name = try arguments.string("name")
            return [.boolean(try await agent.notify(app: app, name: name, try arguments.value()))]
        case "Withdraw":
            let app = try arguments.string("app")
            try await agent.withdraw(app: app, ids: try arguments.strings("ids"))
            return []
        case "GetShown": return [.values(try await agent.shown(of: try arguments.string("app")))]
        case "ResolveExecutable":
            return [.text(try await agent.resolveExecutable(processID: try arguments.uint32()) ?? "")]
        case "Ring":
            try await agent.ring(try arguments.value())
            return []
        case "StopRinging":
            try await agent.stopRinging(try arguments.string("call"))
            return []
        case "SetCallAudio":
            try await agent.setCallAudio(try arguments.boolean())
            return []
        default: throw ServiceError(.unexpected, "the agent does not answer this method")
        }
    }
}
