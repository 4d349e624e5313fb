import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetPlatform
import HandsetTesting
import Testing

extension EndToEnd {
    /// Asleep, the daemon and the agent wake for nothing but the five-minute probe.
    @Suite struct IdleTests {
        @Test func nothingWakesAnIdleMachine() async throws {
            let lines: [TestMachine.LineSetup] = [.init(), .init(label: "Work", number: "+15550111")]
            try await withMachine(lines: lines) { machine, bundle in
                // Busy once, so that whatever is started by use has been.
                try await machine.text("Hello", from: "+15550123")
                let app = try await machine.launched()
                try await machine.tell(app, "loop")
                _ = try await machine.nextMessage(in: app)
                try await machine.tell(app, "continue")

                let processes = await [machine.daemonProcessID, machine.agentProcessID].compactMap { $0 }
                let before = try await settled(processes)
                try await Task.sleep(for: .seconds(5))
                #expect(switches(of: processes) == before)
            }
        }

        /// ModemManager tells twice a minute of a modem's signal and of what went over its connection.
        @Test func aModemsSignalWakesNobody() async throws {
            try await withMachine(prepare: { await $0.nameNoInterface() }) { machine, _ in
                let modems = try await ModemManagerStandIn(on: .address(machine.busAddress), loop: machine.loop)
                try await modems.objects.appear()
                try await modems.addModem(iccid: await machine.cards[0].rawValue)
                try await modems.connect("lo")
                try await machine.waitForLines { $0.contains(#""ready":true"#) }
                let processes = await [machine.daemonProcessID, machine.agentProcessID].compactMap { $0 }
                let before = try await settled(processes)
                for quality in UInt32(0)..<100 { try await modems.fluctuate(quality, bearer: 0) }
                try await Task.sleep(for: .seconds(2))
                #expect(switches(of: processes) == before)
                // It was listening, though.
                try await modems.disconnect()
                try await machine.waitForLines { $0.contains(#""ready":false"#) }
                await modems.objects.vanish()
            }
        }

        /// What is on its way ends; then nothing may come.
        private func settled(_ processes: [pid_t]) async throws -> [String: String] {
            var before = switches(of: processes)
            for _ in 0..<20 {
                try await Task.sleep(for: .seconds(1))
                let now = switches(of: processes)
                if now == before { break }
                before = now
            }
            return before
        }

        /// Voluntary context switches of each thread, from the kernel.
        private func switches(of processes: [pid_t]) -> [String: String] {
            var counts: [String: String] = [:]
            for process in processes {
                let folder = "/proc/\(process)/task"
                for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                    let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
                    let name = status.split(separator: "\n").first.map(String.init) ?? ""
                    let count = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
                    counts["\(process)/\(thread) \(name)"] = count.map(String.init) ?? ""
                }
            }
            return counts
        }
    }
}
