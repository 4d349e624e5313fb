/// Work that need not wait for one another; all of it can be waited for.
@ServiceActor
final class Errands {
    private var tasks: [UInt64: Task<Void, Never>] = [:]
    private var last: UInt64 = 0

    nonisolated init() {}

    func add(_ work: @escaping @ServiceActor () async -> Void) {
        last += 1
        let number = last
        tasks[number] = Task { @ServiceActor [weak self] in
            await work()
            self?.tasks[number] = nil
        }
    }

    func cancel() { for task in tasks.values { task.cancel() } }

    /// Returns once everything asked for so far is done.
    func finished() async { for task in tasks.values { await task.value } }
}
