import Handset
import HandsetPlatform

/// The service's rule for a queue, in memory: what every open reader has passed is gone.
final class MemoryQueue<Element: Sendable>: DeliverySource {
    private struct Reader {
        var cursor: UInt64 = 0
        var waiting: CheckedContinuation<Void, Never>?
    }
    private struct State {
        var last: UInt64 = 0
        var items: [(cursor: UInt64, element: Element)] = []
        var readers: [UInt32: Reader] = [:]
        var lastReader: UInt32 = 0

        mutating func trim() {
            guard let low = readers.values.map(\.cursor).min() else { return }
            items.removeAll { $0.cursor <= low }
        }
    }

    private let state = Lock(State())

    init(_ elements: [Element] = []) { for element in elements { append(element) } }

    var pending: Int { state.withLock { $0.items.count } }
    var openReaders: Int { state.withLock { $0.readers.count } }

    func append(_ element: Element) {
        let waiting = state.withLock { state in
            state.last += 1
            state.items.append((state.last, element))
            return state.readers.keys.compactMap { state.readers[$0]?.waiting.take() }
        }
        for continuation in waiting { continuation.resume() }
    }

    func open() -> UInt32 {
        state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = Reader()
            return state.lastReader
        }
    }

    func acknowledge(reader: UInt32, through cursor: UInt64) async { passed(reader, cursor) }

    func close(reader: UInt32) { state.withLock { $0.readers[reader] = nil } }

    private func passed(_ reader: UInt32, _ cursor: UInt64) {
        state.withLock { state in
            state.readers[reader]?.cursor = cursor
            state.trim()
        }
    }

    func next(
        reader: UInt32, after cursor: UInt64
    ) async throws(CancellationError) -> (cursor: UInt64, element: Element) {
        passed(reader, cursor)
        while true {
            if Task.isCancelled { throw CancellationError() }
            if let item = state.withLock({ $0.items.first { $0.cursor > cursor } }) { return item }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state in
                        if Task.isCancelled || state.items.contains(where: { $0.cursor > cursor }) { return true }
                        state.readers[reader]?.waiting = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.readers[reader]?.waiting.take() }?.resume()
            }
        }
    }
}
