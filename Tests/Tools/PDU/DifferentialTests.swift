import Foundation
import Testing

@testable import handset

/// A slice of `script/differential`: generated PDUs, read by three other decoders as well. It runs where they are installed
/// (`script/bootstrap --test`); the whole, of 100,000 PDUs, is run by hand.
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
        let lines = generated.output.split(separator: "\n").map(String.init)
        #expect(lines.count == count)
        let outcome = try await compare(lines, "--count", "\(count)", "--seed", "\(seed)")
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.contains("0 unsettled disagreements"), "\(outcome.output)")
    }

    @Test(
        "Other decoders read what we write",
        .enabled("the other decoders are installed") {
            (try? await Self.script("--check"))?.code == 0
        })
    func written() async throws {
        let alphabets = [
            "abcdefghij ,.!?0123456789", "{}[]~^|\\\u{20AC}@$_\u{E9}\u{E8}\u{3A9}\u{394}",
            "\u{43F}\u{440}\u{438}\u{432}\u{435}\u{442} ",
            "\u{1F433}\u{1F600} a", "\u{4F60}\u{597D}\u{3042}",
        ].map(Array.init)
        var lines: [String] = []
        var written = 0
        for round in 0..<200 {
            let alphabet = alphabets[round % alphabets.count]
            // Every length from none to three parts, each character in every place.
            let text = String((0..<(round * 2)).map { alphabet[($0 * 7 + round) % alphabet.count] })
            var arguments = ["encode", "--to", "+4477009\(10_000 + round)", "--reference", "\(round * 3)"]
            if round % 3 == 0 { arguments += ["--validity", "\(round + 1)h", "--report"] }
            if round % 4 == 0 { arguments += ["--class", "\(round % 3 + 1)"] }
            let code = PDUCommand.run(arguments + ["--", text], output: { lines.append("mo " + $0) }, error: { _ in })
            #expect(code == 0)
            written += 1
        }
        #expect(lines.count > written)
        let pdus = FileManager.default.temporaryDirectory.appending(path: "pdus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: pdus) }
        try Data(lines.joined(separator: "\n").utf8).write(to: pdus)
        let outcome = try await compare(lines, "--pdus", pdus.path)
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.hasPrefix("\(lines.count) PDUs"), "\(outcome.output)")
    }

    /// Our answers beside the others'.
    private func compare(_ lines: [String], _ arguments: String...) async throws -> Outcome {
        let answers = lines.map { line -> String in
            var answer = "null"
            _ = PDUCommand.run(
                ["decode", "--direction"] + line.split(separator: " ").map(String.init), output: { answer = $0 },
                error: { _ in })
            return answer
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(answers.joined(separator: "\n").utf8).write(to: file)
        return try await Self.run(
            Self.root.appending(path: "script/differential").path, ["--answers", file.path] + arguments)
    }
}
