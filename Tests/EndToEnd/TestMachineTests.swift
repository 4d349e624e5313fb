import Foundation
import HandsetTesting
import Testing

extension EndToEnd {
    /// The harness itself, as the developers of other apps meet it.
    @Suite struct TestMachineTests {
        private struct Failure: Error {}

        @Test func aMachineEndsWithItsBodyAlsoWhenThatThrows() async throws {
            var folder = ""
            var daemon: pid_t = 0
            await #expect(throws: Failure.self) {
                try await TestMachine.run { machine in
                    try await machine.start()
                    folder = machine.folder
                    daemon = try #require(await machine.daemonProcessID)
                    throw Failure()
                }
            }
            #expect(kill(daemon, 0) != 0)
            #expect(!FileManager.default.fileExists(atPath: folder))
        }

        @Test func whatNeedsARunningMachineSaysSo() async throws {
            try await TestMachine.run { machine in
                await #expect(throws: TestMachineError.self) { try await machine.removeSIM() }
                await #expect(throws: TestMachineError.self) { try await machine.insertSIM() }
                await #expect(throws: TestMachineError.self) {
                    try await machine.text("Nobody", from: "+15550123", to: "No such line")
                }
            }
        }
    }
}
