import Foundation
import Testing

@testable import handset

/// A slice of `script/differential`: generated PDUs, read by three other decoders as well. It runs where they are installed
/// (`script/differential --install`); the whole, of 100,000 PDUs, is run by hand.
@Suite("Differential", .serialized)
struct DifferentialTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    private struct Outcome {
        var code: Int32
        var output: String
    }

    /// Runs a program and waits without holding a thread.
    private static func run(_ program: String, _ arguments: [String]) async throws -> Outcome {
        let file = FileManager.default.temporaryDirectory.appending(path: "differential-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = root
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        let code: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Outcome(code: code, output: try String(contentsOf: file, encoding: .utf8))
    }

    private static func script(_ arguments: String...) async throws -> Outcome {
        try await run(root.appending(path: "script/differential").path, arguments)
    }

    @Test(
        "No disagreement with other decoders that the standard does not settle",
        .enabled("the other decoders are installed") {
            (try? await Self.script("--check"))?.code == 0
        }, arguments: [11, 23_040])
    func slice(seed: Int) async throws {
        let count = 1500
        let generator = Self.root.appending(path: "Tests/Differential/sms/generate.py").path
        let generated = try await Self.run("/usr/bin/env", ["python3", generator, "\(count)", "\(seed)"])
        let answers = generated.output.split(separator: "\n").map { line -> String in
            let words = line.split(separator: " ").map(String.init)
            var answer = "null"
            _ = PDUCommand.run(
                ["decode", "--direction"] + words, output: { answer = $0 }, error: { _ in })
            return answer
        }
        #expect(answers.count == count)
        let file = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(answers.joined(separator: "\n").utf8).write(to: file)
        let outcome = try await Self.script("--answers", file.path, "--count", "\(count)", "--seed", "\(seed)")
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.contains("0 unsettled disagreements"), "\(outcome.output)")
    }
}
