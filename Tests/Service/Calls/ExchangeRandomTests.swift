import Testing

/// Whatever happens in whatever order: one row a conversation, nothing rings for ever, no call without an owner, awake exactly while
/// something lives, every question answered once.
@Suite(.timeLimit(.minutes(2)))
struct ExchangeRandomTests {
    static let sequences = 10_000
    static let shares = 10

    @Test(arguments: 0..<shares)
    func tenThousandSequencesKeepTheRules(share: Int) async {
        for seed in 0..<(Self.sequences / Self.shares) {
            // Others have a time limit.
            await Task.yield()
            var world = ExchangeWorld(seed: UInt64(share * Self.sequences + seed))
            for _ in 0..<40 where world.faults.isEmpty { world.step() }
            if world.faults.isEmpty { world.wind() }
            if let fault = world.faults.first {
                Issue.record(
                    "share \(share), seed \(seed): \(fault)\n\(world.journal.prefix(60).joined(separator: "\n"))")
                return
            }
        }
    }
}
