import HandsetInterface
import HandsetPlatform

/// The pushes of all apps, the calls that wait for them, and the launches that they cause.
@ServiceActor
final class Pushes {
    private struct Call {
        var client: String
        var types: Set<String>
        var answer: CheckedContinuation<Result<PushInfo, ServiceError>, Never>
    }

    /// Each app is launched for its pushes as the messaging app is for its messages.
    private struct Line {
        var queue = PushQueue()
        var policy = LaunchPolicy()
        var calls: [Call] = []
        var timer: EventLoop.Timer?
    }

    private let apps: AppRegistry
    private let agents: Agents
    private let now: @Sendable () -> Int64
    private let errands = WorkQueue()
    private var lines: [String: Line] = [:]
    private var isStopped = false

    /// Whether a process of an app is on the bus.
    var isOnBus: (_ app: String) -> Bool = { _ in false }
    /// An app is dealing with a push, or is done.
    var onChange: () -> Void = {}

    init(apps: AppRegistry, agents: Agents, now: @escaping @Sendable () -> Int64) {
        self.apps = apps
        self.agents = agents
        self.now = now
    }

    /// Whether something that was pushed is on its way to an app, so that the machine should not sleep.
    var isBusy: Bool {
        lines.contains { app, line in !line.queue.isEmpty && (line.policy.isTrying || isOnBus(app)) }
    }

    func push(_ request: PushRequest, to app: AppBundle) throws(ServiceError) -> PushOutcome {
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        let push = PushInfo(id: id, type: request.type, payload: request.payload, received: now())
        expire(app.id)
        guard lines[app.id, default: Line()].queue.add(push) else {
            throw ServiceError(.busy, "too many pushes wait for \(app.id) already")
        }
        // What nobody takes is forgotten in time, also where nothing else happens: the machine may sleep then.
        ServiceActor.loop.schedule(at: .now + .seconds(PushQueue.lifetime)) { [weak self] in
            self?.expire(app.id)
            self?.onChange()
        }
        defer { onChange() }
        guard !handOver(app.id) else { return .handedOver }
        consider(.news, app.id)
        return lines[app.id]?.policy.isTrying == true ? .launching : .waiting
    }

    /// Waits; a later call of the client ends it.
    func next(of types: Set<String>, app: String, client: String) async throws(ServiceError) -> PushInfo {
        endCalls(of: client, app, ServiceError(.busy, "a later NextPush of this client took its place"))
        guard !types.isEmpty else { throw ServiceError(.invalidArgument, "there are no types to wait for") }
        expire(app)
        if let push = lines[app]?.queue.take(types, for: client) {
            onChange()
            return push
        }
        let result = await withCheckedContinuation { continuation in
            lines[app, default: Line()].calls.append(Call(client: client, types: types, answer: continuation))
        }
        return try result.get()
    }

    func handled(_ id: String, by app: String) {
        lines[app]?.queue.handled(id)
        consider(.progress(Self.queue), app)
        onChange()
    }

    /// Hands what waits to the calls that wait; false when something still waits.
    private func handOver(_ app: String) -> Bool {
        guard var line = lines[app] else { return true }
        var answered: [(Call, PushInfo)] = []
        line.calls.removeAll { call in
            guard let push = line.queue.take(call.types, for: call.client) else { return false }
            answered.append((call, push))
            return true
        }
        lines[app] = line
        for (call, push) in answered { call.answer.resume(returning: .success(push)) }
        return !line.queue.hasWaiting
    }

    private func endCalls(of client: String, _ app: String, _ error: ServiceError) {
        let ended = lines[app]?.calls.filter { $0.client == client } ?? []
        lines[app]?.calls.removeAll { $0.client == client }
        for call in ended { call.answer.resume(returning: .failure(error)) }
    }

    private func expire(_ app: String) { lines[app]?.queue.expire(now: now()) }

    // MARK: What happens

    func appCame(_ app: String) { consider(.appCame, app) }

    func agentCame() { for app in lines.keys { consider(.news, app) } }

    func cameToBus() { for app in lines.keys { consider(.cameToBus, app) } }

    func exited(_ app: String, processID: UInt32) { consider(.exited(processID: processID), app) }

    /// A client has left the bus, or we have; what was in its hands waits again, and a process that lives knows its id.
    func vanish(_ client: String, _ vanishing: ClientVanishing) {
        for app in lines.keys {
            endCalls(of: client, app, ServiceError(.cancelled, "the client is gone"))
            let died = lines[app]?.queue.lose(client) ?? false
            _ = handOver(app)
            guard vanishing == .client, !isOnBus(app) else { continue }
            expire(app)
            consider(.appGone(diedWithMessage: died, unseen: waiting(app)), app)
        }
        onChange()
    }

    func stop() async {
        isStopped = true
        for app in lines.keys {
            if let timer = lines[app]?.timer { ServiceActor.loop.cancel(timer) }
            for call in lines[app]?.calls ?? [] { endCalls(of: call.client, app, ServiceError(.cancelled, "stopped")) }
        }
        lines = [:]
        await errands.finished()
    }

    // MARK: Launching

    /// An app has one queue of pushes.
    private static let queue = "push"

    private func waiting(_ app: String) -> Set<LaunchPolicy.Queue> {
        lines[app]?.queue.hasWaiting == true ? [Self.queue] : []
    }

    private func consider(_ event: LaunchPolicy.Event, _ app: String) {
        guard !isStopped, lines[app] != nil else { return }
        expire(app)
        let bundle = apps.bundle(id: app)
        let situation = LaunchPolicy.Situation(
            hasHolder: bundle != nil, hasAgent: agents.active(for: bundle) != nil, isConnected: isOnBus(app),
            waiting: waiting(app))
        for action in lines[app]?.policy.handle(event, situation, now: .now) ?? [] {
            switch action {
            case .launch: launch(app)
            case .wake(let time):
                if let timer = lines[app]?.timer { ServiceActor.loop.cancel(timer) }
                lines[app]?.timer = ServiceActor.loop.schedule(at: time) { [weak self] in
                    self?.consider(.time, app)
                    self?.onChange()
                }
            // The bundle was removed while its push waited.
            case .tellPerson: break
            }
        }
    }

    private func launch(_ id: String) {
        errands.add { [self] in
            guard let app = apps.bundle(id: id), let agent = agents.active(for: app) else {
                return consider(.launchFailed, id)
            }
            do {
                let process = try await agent.client.launch(app: app.id, executable: app.executable, reason: .push)
                consider(.launched(processID: process), id)
            } catch {
                consider(.launchFailed, id)
            }
        }
    }
}
