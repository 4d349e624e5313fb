import Foundation
import HandsetTesting

/// What an idle `handsetd` holds and how often it wakes.
enum Idle {
    static func run(seconds: Int) async throws {
        let machine = try TestMachine(lines: [.init(), .init(label: "Work", number: "+15550111")])
        try await machine.install("handset-testapp", role: .carrierMessaging)
        try await machine.start()
        guard let process = await machine.daemonProcessID else { return }
        try await Task.sleep(for: .seconds(5))
        let before = switches(process)
        let cpu = processorTime(process)
        try await Task.sleep(for: .seconds(seconds))
        let after = switches(process)
        let spent = processorTime(process) - cpu
        let memory = field("VmRSS", of: "/proc/\(process)/status")
        let own = field("RssAnon", of: "/proc/\(process)/status")
        await machine.shutDown()
        print(
            "idle handsetd with two lines, \(seconds) s: \(after - before) voluntary switches over all threads, \(spent) ms of processor time, "
                + "\(memory / 1024) MiB resident, of which \(own / 1024) MiB are its own and the rest is files, most of them shared"
        )
    }

    private static func switches(_ process: Int32) -> Int {
        threads(process).reduce(0) { $0 + field("voluntary_ctxt_switches", of: "\($1)/status") }
    }

    /// Milliseconds of all threads so far.
    private static func processorTime(_ process: Int32) -> Int {
        threads(process).reduce(0) { sum, thread in
            let text = (try? String(contentsOfFile: "\(thread)/schedstat", encoding: .utf8)) ?? ""
            return sum + (text.split(separator: " ").first.flatMap { Int($0) } ?? 0)
        } / 1_000_000
    }

    private static func threads(_ process: Int32) -> [String] {
        let folder = "/proc/\(process)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
    }

    private static func field(_ name: String, of path: String) -> Int {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line.flatMap { $0.split { !$0.isNumber }.last.flatMap { Int($0) } } ?? 0
    }
}
