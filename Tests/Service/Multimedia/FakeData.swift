import HandsetLines

/// Connections that a test makes.
actor FakeData: DataCapability {
    private var tell: (@Sendable ([LineID: [DataConnection]]) async -> Void)?
    private var first: [LineID: [DataConnection]] = [:]
    private(set) var probes = 0
    private(set) var isStopped = false

    func start(_ changed: @escaping @Sendable ([LineID: [DataConnection]]) async -> Void) async {
        tell = changed
        if !first.isEmpty { await changed(first) }
    }
    func probe() { probes += 1 }
    func stop() { isStopped = true }

    func set(_ found: [LineID: [DataConnection]]) async {
        first = found
        await tell?(found)
    }
}
