import CHandsetLinux
import Foundation
import HandsetDBus
import HandsetPlatform

/// A process of an app under test.
public struct AppProcess: Hashable, Sendable {
    /// The bundle's identifier.
    public let id: String
    /// The process.
    public let processID: Int32
    /// Why Handset launched it, as in `HANDSET_LAUNCH`: `message`, `call`, `push`, `notification` or `url`; nil when it was opened.
    public let launchReason: String?
}

/// Sees the processes of the installed apps come and go.
///
/// An app is seen when it comes to the bus, which it does when it first asks Handset for something; its end is its process's, told by
/// a pidfd.
actor AppWatch {
    /// A process that lives.
    private final class Watched: EventSource {
        let process: AppProcess
        let descriptor: Int32
        var interest: Int16 { Int16(POLLIN) }
        var deadline: MonotonicTime? { nil }
        private let onEnd: () -> Void

        init(_ process: AppProcess, descriptor: Int32, onEnd: @escaping () -> Void) {
            self.process = process
            self.descriptor = descriptor
            self.onEnd = onEnd
        }

        func ready(_ events: Int16) { onEnd() }
    }

    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let address: String
    private let apps: String
    private var bus: Bus?
    private var watched: [Int32: Watched] = [:]
    private var waiting: [Int32: [OneShot<Bool>]] = [:]
    private let launches: Mailbox<AppProcess>

    init(bus address: String, apps: String, loop: EventLoop) {
        self.address = address
        self.apps = apps
        self.loop = loop
        launches = Mailbox(of: "launch of an app", loop: loop)
    }

    /// Again after the bus was started anew.
    func start() async throws {
        let bus = try await Bus.connect(to: .address(address), on: loop)
        let driver = "org.freedesktop.DBus"
        let match = SignalMatch("NameOwnerChanged", on: driver, of: driver, at: "/org/freedesktop/DBus")
        try await bus.subscribe(match) { [weak self, weak bus] message in
            guard let name = message.body?.first?.string, name.hasPrefix(":"),
                message.body?.last?.string?.isEmpty == false
            else { return }
            Task { await self?.came(name, bus) }
        }
        self.bus = bus
    }

    func stop() async {
        await bus?.close()
        bus = nil
        for pid in watched.keys { ended(pid) }
        launches.close()
    }

    var running: [AppProcess] { watched.values.map(\.process).sorted { $0.processID < $1.processID } }

    /// The first launch of an app, of those not yet returned; waits for it.
    func next(of id: String?, within limit: Duration) async throws -> AppProcess {
        try await launches.take(within: limit) { id == nil || $0.id == id }
    }

    /// False when it lives on beyond the limit.
    func waitForEnd(of process: AppProcess, within limit: Duration) async -> Bool {
        guard watched[process.processID]?.process == process else { return true }
        let ticket = OneShot<Bool>()
        waiting[process.processID, default: []].append(ticket)
        let timer = loop.schedule(at: .now + limit) { ticket.give(false) }
        let isOver = await ticket.value()
        loop.cancel(timer)
        return isOver
    }

    private func came(_ name: String, _ bus: Bus?) async {
        guard let peer = await bus?.peer(name) else { return }
        let pid = Int32(bitPattern: peer.processID)
        guard watched[pid] == nil, let id = app(of: pid) else { return }
        let descriptor = handset_pidfd_open(pid)
        guard descriptor >= 0 else { return }
        let process = AppProcess(id: id, processID: pid, launchReason: Self.launchReason(of: pid))
        let source = Watched(process, descriptor: descriptor) { [weak self] in self?.assumeIsolated { $0.ended(pid) } }
        watched[pid] = source
        loop.add(source)
        launches.put(process)
    }

    private func ended(_ pid: Int32) {
        guard let source = watched.removeValue(forKey: pid) else { return }
        loop.remove(source)
        close(source.descriptor)
        for ticket in waiting.removeValue(forKey: pid) ?? [] { ticket.give(true) }
    }

    /// The identifier in the path of its executable: FOLDER/apps/ID.app/PROGRAM.
    private func app(of pid: Int32) -> String? {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe"),
            path.hasPrefix(apps + "/")
        else { return nil }
        let bundle = path.dropFirst(apps.count + 1).prefix { $0 != "/" }
        return bundle.hasSuffix(".app") ? String(bundle.dropLast(4)) : nil
    }

    private static func launchReason(of pid: Int32) -> String? {
        let name = Array("HANDSET_LAUNCH=".utf8)
        guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/environ") else { return nil }
        let entry = data.split(separator: 0).first { $0.starts(with: name) }
        return entry.map { String(decoding: $0.dropFirst(name.count), as: UTF8.self) }
    }
}
