import HandsetPlatform

/// An app's duty to report a conversation for each call push, which Apple's system enforces: whoever is woken to ring must ring.
///
/// PushKit keeps the books: it asks ``mustReport`` for the push's metadata, calls ``begin()`` before the delegate and ``end(_:)`` when
/// the delegate is done. The side that carries conversations (LiveCommunicationKit) says ``conversationReported()`` whenever the app
/// has reported an incoming one, and with ``enforce(mustReport:violation:)`` what happens to an app that does not. Until it does,
/// nothing happens.
package final class CallPushDuty: Sendable {
    package static let shared = CallPushDuty()

    private struct State {
        var reports: UInt64 = 0
        var mustReport: @Sendable () -> Bool = { true }
        var violation: @Sendable () -> Void = {}
    }

    /// One push, from before the delegate's call on.
    package struct Push: Sendable {
        fileprivate let reports: UInt64
        package let mustReport: Bool
    }

    private let state = Lock(State())

    package init() {}

    /// The app has reported an incoming conversation.
    package func conversationReported() { state.withLock { $0.reports += 1 } }

    /// - Parameters:
    ///   - mustReport: Whether a push that comes now obliges: false when the app is in a conversation already.
    ///   - violation: Called on the registry's queue when the delegate is done and has reported nothing.
    package func enforce(mustReport: @escaping @Sendable () -> Bool, violation: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.mustReport = mustReport
            $0.violation = violation
        }
    }

    package func begin() -> Push {
        let (reports, mustReport) = state.withLock { ($0.reports, $0.mustReport) }
        return Push(reports: reports, mustReport: mustReport())
    }

    package func end(_ push: Push) {
        let (reports, violation) = state.withLock { ($0.reports, $0.violation) }
        if push.mustReport, reports == push.reports { violation() }
    }
}
