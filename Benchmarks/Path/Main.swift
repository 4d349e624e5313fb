import HandsetPlatform

/// What the main job costs on this machine: run by script/bench, in a release build.
@main struct PathBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let all: [(name: String, run: () async throws -> Void)] = [
            ("running", Latency.runningApp), ("cold", Latency.coldLaunch), ("drain", Drain.run), ("dial", Dialling.run),
            ("fetch", MultimediaTransfers.receiving), ("post", MultimediaTransfers.sending),
            ("idle", { try await Idle.run(seconds: 60) }), ("idle-long", { try await Idle.run(seconds: 320) }),
        ]
        let chosen =
            arguments.isEmpty ? all.filter { $0.name != "idle-long" } : all.filter { arguments.contains($0.name) }
        guard !chosen.isEmpty else {
            return print("usage: handset-bench [running] [cold] [drain] [dial] [fetch] [post] [idle] [idle-long]")
        }
        for benchmark in chosen { try await benchmark.run() }
    }
}

/// Figures of one kind, in milliseconds.
struct Figures {
    private var values: [Double] = []

    mutating func add(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        values.append(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
    }

    var summary: String {
        let sorted = values.sorted()
        guard let last = sorted.last else { return "no figure" }
        func at(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))] }
        return
            "median \(Self.rounded(at(0.5))) ms, p99 \(Self.rounded(at(0.99))) ms, most \(Self.rounded(last)) ms (n=\(sorted.count))"
    }

    static func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
