import Glibc
import HandsetInterface

/// Which app a caller is: by its executable, or by what the operator says of its user.
@ServiceActor
final class Callers {
    private let apps: AppRegistry
    private let agents: Agents
    private let identities: [UInt32: String]
    /// By the connection's name, which is never given twice: the process behind it stays the same.
    private var executables: [String: String] = [:]
    private var processes: [String: ClientProcess] = [:]

    /// Bundles of users by operator's word, from the configuration.
    init(apps: AppRegistry, agents: Agents, identities: [UInt32: String]) {
        self.apps = apps
        self.agents = agents
        self.identities = identities
    }

    func forget(_ uniqueName: String) {
        executables[uniqueName] = nil
        processes[uniqueName] = nil
    }

    func forgetAll() {
        executables = [:]
        processes = [:]
    }

    func app(of caller: Caller) async -> AppBundle? {
        if let id = identities[caller.userID] { return apps.bundle(id: id) }
        return await appOfExecutable(of: caller)
    }

    /// The app by its executable alone, whatever the operator says of its user.
    func appOfExecutable(of caller: Caller) async -> AppBundle? {
        guard let executable = await executable(of: caller) else { return nil }
        return apps.bundle(executable: executable, userID: caller.userID)
    }

    /// The process, so that of two of one app the newer is known.
    func process(of caller: Caller) -> ClientProcess {
        if let known = processes[caller.uniqueName] { return known }
        let started = Self.startTime(caller.processID)
        let process = ClientProcess(started: started ?? 0, id: caller.processID)
        // What a process that has ended looked like is nothing to keep.
        if started != nil { processes[caller.uniqueName] = process }
        return process
    }

    private func executable(of caller: Caller) async -> String? {
        if let known = executables[caller.uniqueName] { return known }
        let found: String?
        if caller.userID == geteuid() || geteuid() == 0 {
            found = Self.readLink("/proc/\(caller.processID)/exe")
        } else {
            found = await ask(caller)
        }
        // Whoever left while an agent looked would be kept for ever.
        guard let found, !Task.isCancelled else { return found }
        executables[caller.uniqueName] = found
        // A bundle may have been installed since the folders were last read, or have been half there.
        let bundle = apps.bundle(executable: found, userID: caller.userID)
        if bundle?.entitlements.isEmpty ?? true { apps.refresh() }
        return found
    }

    /// Another user's `/proc/PID/exe` is closed to us: its own agent looks.
    private func ask(_ caller: Caller) async -> String? {
        for agent in agents.of(caller.userID) where agent.client.uniqueName != caller.uniqueName {
            if let path = try? await agent.client.resolveExecutable(processID: caller.processID) { return path }
        }
        return nil
    }

    private static func readLink(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard count > 0, count < buffer.count else { return nil }
        let target = String(decoding: buffer[..<count], as: UTF8.self)
        // The file was replaced while the program ran, as an upgrade does.
        let suffix = " (deleted)"
        return target.hasSuffix(suffix) ? String(target.dropLast(suffix.count)) : target
    }

    /// Field 22 of `/proc/PID/stat`, in clock ticks since the start of the machine (proc(5)).
    private static func startTime(_ processID: UInt32) -> UInt64? {
        guard let fields = fields(processID), fields.count > 19 else { return nil }
        return UInt64(fields[19])
    }

    /// Whether a process is there and more than its parent's to bury (proc(5), field 3).
    static func isRunning(_ processID: UInt32) -> Bool {
        guard let state = fields(processID)?.first else { return false }
        return state != "Z" && state != "X"
    }

    /// The fields of `/proc/PID/stat` from the third on; anybody may read it.
    private static func fields(_ processID: UInt32) -> [String]? {
        guard let file = fopen("/proc/\(processID)/stat", "re") else { return nil }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = fread(&buffer, 1, buffer.count, file)
        // The name of the program, in parentheses, may hold anything: count from the last one.
        guard let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        return buffer[buffer.index(after: end)..<count].split(separator: UInt8(ascii: " "))
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
