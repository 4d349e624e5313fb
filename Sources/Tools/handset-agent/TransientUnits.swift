import CHandsetLinux
import Glibc
import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// Apps as transient units of the user's service manager (org.freedesktop.systemd1, "StartTransientUnit"), so that they
/// outlive us, have limits of their own, and write to the journal.
actor TransientUnits {
    private static let name = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
    private static let patience = Duration.seconds(20)
    private static let manager = "org.freedesktop.systemd1.Manager"

    private let session: SessionBus
    private let loop: EventLoop
    private var watches: [UInt32: ProcessWatch] = [:]
    private var links = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(session: SessionBus, loop: EventLoop) {
        self.session = session
        self.loop = loop
    }

    func isAvailable() async -> Bool {
        let query = BusCall(
            "NameHasOwner", on: "org.freedesktop.DBus", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            [.string(Self.name)])
        return (try? await session.connection()?.call(query))?.first?.boolean ?? false
    }

    /// The main process of the app's unit, new or running already; a link has a unit of its own. `ended` is called at its end, with
    /// its status.
    func start(
        app: String, executable: String, environment: [String: String], isForLink: Bool,
        ended: @escaping @Sendable (UInt32, Int32) -> Void
    ) async throws(ServiceError) -> UInt32 {
        if isForLink { links += 1 }
        let unit = Self.unitName(app, isForLink ? "-link-\(getpid())-\(links)" : "")
        do throws(BusError) {
            guard let bus = await session.connection() else { throw .disconnected }
            try await run(unit, Self.properties(app, executable, environment), on: bus)
            let path = try await bus.call(manager("GetUnit", [.string(unit)]), returning: "o")
            guard case .objectPath(let unitPath)? = path.first,
                let process = try await property("MainPID", of: unitPath, on: bus)?.uint32, process != 0
            else { throw .unreadable }
            watch(process, unitPath, ended)
            return process
        } catch {
            throw ServiceError(.unavailable, "the user's systemd did not start \(app)")
        }
    }

    /// Starts it and waits until it runs; nothing if it does already.
    private func run(_ unit: String, _ properties: BusValue, on bus: Bus) async throws(BusError) {
        let removed = SignalMatch("JobRemoved", on: Self.manager, of: Self.name, at: Self.path)
        let jobs = Jobs()
        try await bus.call(manager("Subscribe", []))
        let subscription = try await bus.subscribe(removed) { jobs.ended($0) }
        do throws(BusError) {
            let auxiliary = BusValue.array(of: "(sa(sv))", [])
            let start = manager("StartTransientUnit", [.string(unit), .string("fail"), properties, auxiliary])
            guard case .objectPath(let job)? = try await bus.call(start, returning: "o").first else {
                throw .unreadable
            }
            // A bus that breaks says nothing of the job any more.
            let limit = loop.schedule(at: .now + Self.patience) { jobs.end(job, "timeout") }
            let result = await jobs.result(of: job)
            loop.cancel(limit)
            await bus.unsubscribe(subscription)
            guard result == "done" else { throw .remote(name: result, message: "") }
        } catch {
            await bus.unsubscribe(subscription)
            guard error.remoteName == "org.freedesktop.systemd1.UnitExists" else { throw error }
        }
    }

    private func manager(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(member, on: Self.manager, of: Self.name, at: Self.path, arguments)
    }

    private func property(_ name: String, of unit: String, on bus: Bus) async throws(BusError) -> BusValue? {
        let call = BusCall(
            "Get", on: "org.freedesktop.DBus.Properties", of: Self.name, at: unit,
            [.string("org.freedesktop.systemd1.Service"), .string(name)])
        guard case .variant(let value)? = try await bus.call(call, returning: "v").first else { return nil }
        return value
    }

    private func watch(_ process: UInt32, _ unit: String, _ ended: @escaping @Sendable (UInt32, Int32) -> Void) {
        guard watches[process] == nil, let watch = ProcessWatch(process, loop: loop) else { return }
        watches[process] = watch
        watch.onExit = { [self] in
            watches[process] = nil
            Task { ended(process, await status(of: unit)) }
        }
    }

    /// The unit is forgotten soon after its end; then nobody knows how it ended.
    private func status(of unit: String) async -> Int32 {
        guard let bus = await session.connection(),
            let code = try? await property("ExecMainCode", of: unit, on: bus)?.int32,
            let status = try? await property("ExecMainStatus", of: unit, on: bus)?.int32
        else { return 0 }
        return code == CLD_EXITED ? status : -status
    }

    private static func unitName(_ app: String, _ suffix: String) -> String {
        let name = app.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" }
        return "app-handset-\(String(name.prefix(200)))\(suffix).service"
    }

    private static func properties(_ app: String, _ executable: String, _ environment: [String: String]) -> BusValue {
        let command = BusValue.structure([.string(executable), .strings([executable]), .boolean(false)])
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let properties: KeyValuePairs<String, BusValue> = [
            "Description": .string("\(app), started by Handset"), "Type": .string("exec"),
            "Slice": .string("app.slice"), "CollectMode": .string("inactive-or-failed"),
            "ExecStart": .array(of: "(sasb)", [command]), "Environment": .strings(variables),
        ]
        return .array(of: "(sv)", properties.map { .structure([.string($0.key), .variant($0.value)]) })
    }
}

/// The ends of systemd's jobs; one may come before its number is known.
private final class Jobs: Sendable {
    private struct State {
        var ended: [String: String] = [:]
        var wanted: (job: String, result: OneShot<String>)?
    }
    private let state = Lock(State())

    /// `JobRemoved(u id, o job, s unit, s result)`.
    func ended(_ message: BusMessage) {
        guard message.signature == "uoss", let body = message.body, case .objectPath(let job) = body[1],
            let result = body[3].string
        else { return }
        end(job, result)
    }

    func end(_ job: String, _ result: String) {
        let waiting = state.withLock { state in
            state.ended[job] = result
            return state.wanted?.job == job ? state.wanted?.result : nil
        }
        waiting?.give(result)
    }

    func result(of job: String) async -> String {
        let ticket = OneShot<String>()
        let known = state.withLock { state in
            state.wanted = (job, ticket)
            return state.ended[job]
        }
        if let known { ticket.give(known) }
        return await ticket.value()
    }
}

/// Tells when a process that is not our child has ended. On the loop's thread.
private final class ProcessWatch: EventSource {
    let descriptor: Int32
    var onExit: (() -> Void)?
    private let loop: EventLoop

    var interest: Int16 { Int16(POLLIN) }
    var deadline: MonotonicTime? { nil }

    init?(_ process: UInt32, loop: EventLoop) {
        self.loop = loop
        descriptor = handset_pidfd_open(pid_t(bitPattern: process))
        guard descriptor >= 0 else { return nil }
        loop.add(self)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func ready(_ events: Int16) {
        loop.remove(self)
        onExit?()
        onExit = nil
    }
}
