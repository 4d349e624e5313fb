import HandsetPlatform

/// One value that is exchanged for another.
final class Slot<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)

    /// The value before.
    func exchange(_ new: Value?) -> Value? {
        value.withLock { value in
            defer { value = new }
            return value
        }
    }
}
