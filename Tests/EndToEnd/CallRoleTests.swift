import Foundation
import HandsetTesting
import Testing

extension EndToEnd {
    /// Issue 5, 1: who may be the dialer and the calling app, and who chooses.
    @Suite struct CallRoleTests {
        /// At a terminal, with an answer: `handset role` asks nobody else.
        private func chooses(_ role: String, _ app: String, on machine: TestMachine) async throws -> TestMachine.Run {
            let tool = "\(machine.folder)/apps/org.handset.cli.app/handset"
            return try await machine.run(
                "/usr/bin/script", ["-qec", "\(tool) role \(role) \(app)", "/dev/null"], input: "yes\n")
        }

        @Test(arguments: [("dialer", "dial"), ("calling", "voice")])
        func onlyBundlesWithTheEntitlementAreEligible(role: String, name: String) async throws {
            try await withCalls(apps: ["dial": [CallKeys.dialer], "voice": [CallKeys.calling]]) { house in
                let machine = house.machine
                #expect(try await machine.handset("role", role).output.contains("none"))
                // Not off a terminal.
                #expect(try await machine.handset("role", role, "org.example.\(name)").exit == .code(77))
                // Not the other one, and not one that is nobody's.
                let other = name == "dial" ? "voice" : "dial"
                for app in [other, "nobody"] {
                    let refused = try await chooses(role, "org.example.\(app)", on: machine)
                    #expect(refused.exit != .code(0), "\(refused)")
                }
                #expect(try await machine.handset("role", role).output.contains("none"))
                let chosen = try await chooses(role, "org.example.\(name)", on: machine)
                #expect(chosen.exit == .code(0), "\(chosen)")
                #expect(try await machine.handset("role", role).output == "org.example.\(name)\n")
                #expect(try await chooses(role, "none", on: machine).exit == .code(0))
                #expect(try await machine.handset("role", role).output.contains("none"))
            }
        }
    }
}
