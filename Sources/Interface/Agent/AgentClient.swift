import HandsetDBus

/// Why an app is launched (`HANDSET_LAUNCH`).
package enum LaunchReason: String, Hashable, Sendable, CaseIterable {
    case message, call, push, notification, url
}

/// The agent of a session, as the service calls it.
package struct AgentClient: Hashable, Sendable {
    private let bus: Bus
    package let uniqueName: String

    init(bus: Bus, uniqueName: String) {
        self.bus = bus
        self.uniqueName = uniqueName
    }

    package static func == (a: AgentClient, b: AgentClient) -> Bool { a.bus === b.bus && a.uniqueName == b.uniqueName }
    package func hash(into hasher: inout Hasher) { hasher.combine(uniqueName) }

    /// Starts the executable, or finds it running; the process's id.
    package func launch(
        app: String, executable: String, reason: LaunchReason, url: String? = nil
    ) async throws(ServiceError) -> UInt32 {
        let details: [String: BusValue] = .known(["url": url.map { .text($0) }])
        var answer = try await call(
            "Launch", [.text(app), .text(executable), .string(reason.rawValue), .dictionary(details)], returning: "u")
        return try answer.uint32()
    }

    /// False when the person says no, nobody answers, or nobody can be asked.
    package func ask(_ question: QuestionInfo) async throws(ServiceError) -> Bool {
        var answer = try await call(
            "Ask", [.dictionary(question.dictionary)], returning: "b", timeout: .seconds(75))
        return try answer.boolean()
    }

    /// Shows it, in the place of one of the same app and id; false when it could not. `app` is empty for Handset itself.
    package func notify(
        app: String, name: String, _ notification: NotificationInfo
    ) async throws(ServiceError) -> Bool {
        var answer = try await call(
            "Notify", [.text(app), .text(name), .dictionary(notification.dictionary)], returning: "b")
        return try answer.boolean()
    }

    package func withdraw(app: String, ids: [String]) async throws(ServiceError) {
        _ = try await call("Withdraw", [.text(app), .texts(ids)], returning: "")
    }

    /// What is shown of an app, the oldest first.
    package func shown(of app: String) async throws(ServiceError) -> [NotificationInfo] {
        var answer = try await call("GetShown", [.text(app)], returning: "aa{sv}")
        return try answer.values("notifications")
    }

    /// Rings for a call, or rings otherwise for it: the same call again changes how.
    package func ring(_ ring: RingInfo) async throws(ServiceError) {
        _ = try await call("Ring", [.dictionary(ring.dictionary)], returning: "")
    }

    package func stopRinging(_ id: String) async throws(ServiceError) {
        _ = try await call("StopRinging", [.text(id)], returning: "")
    }

    /// Whether a call over a modem has the machine's microphone and speaker.
    package func setCallAudio(_ isOn: Bool) async throws(ServiceError) {
        _ = try await call("SetCallAudio", [.boolean(isOn)], returning: "")
    }

    /// The executable of a process of the agent's user; `nil` when there is none.
    package func resolveExecutable(processID: UInt32) async throws(ServiceError) -> String? {
        var answer = try await call("ResolveExecutable", [.uint32(processID)], returning: "s")
        let path = try answer.string("path", limit: 4_096)
        return path.isEmpty ? nil : path
    }

    private func call(
        _ member: String, _ arguments: [BusValue], returning signature: String, timeout: Duration = .seconds(25)
    ) async throws(ServiceError) -> Arguments {
        do throws(BusError) {
            let call = BusCall(
                member, on: HandsetName.agent, of: uniqueName, at: HandsetName.agentPath, arguments)
            return Arguments(try await bus.call(call, returning: signature, timeout: timeout))
        } catch {
            throw ServiceError(error)
        }
    }
}
