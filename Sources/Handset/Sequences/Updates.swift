import HandsetPlatform

/// State as it changes, for any number of loops: each sees the latest value of every key, and misses those between.
///
/// A loop starts with the values of now, so that nothing is lost between a look at the state and the loop's start. Each
/// loop holds at most one value a key, however slow it is.
package final class Updates<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    fileprivate struct Loop {
        /// Keys with something to tell, oldest first, and their values.
        var keys: [Key] = []
        var values: [Key: Value] = [:]
        var waiting: CheckedContinuation<Value?, Never>?

        mutating func put(_ value: Value, for key: Key) {
            if values.updateValue(value, forKey: key) == nil { keys.append(key) }
        }

        mutating func take() -> Value? {
            keys.isEmpty ? nil : values.removeValue(forKey: keys.removeFirst())
        }
    }

    fileprivate struct State {
        /// What a new loop starts with.
        var current: [(key: Key, value: Value)] = []
        var loops: [UInt64: Loop] = [:]
        var lastLoop: UInt64 = 0
    }

    fileprivate let state = Lock(State())

    /// How many values a new loop may start with; older ones are forgotten.
    private let limit: Int

    package init(limit: Int = 1_000) { self.limit = limit }

    /// Tells `value` to every loop. `isLasting` false: new loops do not start with it, nor with an older one of its key.
    package func send(_ value: Value, for key: Key, isLasting: Bool = true) {
        let waiters = state.withLock { state -> [(CheckedContinuation<Value?, Never>, Value)] in
            let position = state.current.firstIndex { $0.key == key }
            switch (position, isLasting) {
            case (let position?, true): state.current[position].value = value
            case (let position?, false): state.current.remove(at: position)
            case (nil, true):
                state.current.append((key, value))
                if state.current.count > limit { state.current.removeFirst() }
            case (nil, false): break
            }
            return state.loops.keys.compactMap { number in
                guard let waiting = state.loops[number]?.waiting.take() else {
                    state.loops[number]?.put(value, for: key)
                    return nil
                }
                return (waiting, value)
            }
        }
        for (waiter, value) in waiters { waiter.resume(returning: value) }
    }

    /// New loops do not start with this key any more; the loops that run are told nothing.
    package func forget(_ key: Key) { state.withLock { $0.current.removeAll { $0.key == key } } }

    package func subscribe() -> Sequence { Sequence(updates: self) }

    package var loopCount: Int { state.withLock { $0.loops.count } }

    package struct Sequence: AsyncSequence, Sendable {
        package typealias Element = Value
        package typealias Failure = Never
        fileprivate let updates: Updates

        package func makeAsyncIterator() -> Iterator { Iterator(updates) }
    }

    package struct Iterator: AsyncIteratorProtocol {
        private let subscription: Subscription

        fileprivate init(_ updates: Updates) { subscription = Subscription(updates) }

        package mutating func next() async -> Value? { await next(isolation: nil) }

        package mutating func next(isolation: isolated (any Actor)?) async -> Value? {
            await subscription.next(isolation: isolation)
        }
    }

    /// One loop; it leaves with the last copy of its iterator.
    private final class Subscription {
        private let updates: Updates
        private let number: UInt64

        init(_ updates: Updates) {
            self.updates = updates
            number = updates.state.withLock { state in
                state.lastLoop += 1
                var loop = Loop()
                for (key, value) in state.current { loop.put(value, for: key) }
                state.loops[state.lastLoop] = loop
                return state.lastLoop
            }
        }

        deinit { updates.state.withLock { $0.loops.removeValue(forKey: number) }?.waiting?.resume(returning: nil) }

        func next(isolation: isolated (any Actor)?) async -> Value? {
            let (updates, number) = (updates, number)
            return await withTaskCancellationHandler {
                await withCheckedContinuation(isolation: isolation) { continuation in
                    // nil: it waits now.
                    let answer = updates.state.withLock { state -> Value?? in
                        if Task.isCancelled { return .some(nil) }
                        if let value = state.loops[number]?.take() { return value }
                        state.loops[number]?.waiting = continuation
                        return nil
                    }
                    if let answer { continuation.resume(returning: answer) }
                }
            } onCancel: {
                updates.state.withLock { $0.loops[number]?.waiting.take() }?.resume(returning: nil)
            }
        }
    }
}
