/// The dialer's door to cellular calls.
///
/// This version of Handset declares it and offers no calls: there are no lines, and every start throws.
public final class TelephonyConversationManager: Sendable {
    /// The one manager of the process.
    public static let sharedInstance = TelephonyConversationManager()

    private init() {}

    /// The lines that can call, for the app that is the default dialer; empty for every other app, and while calls are
    /// not offered.
    final public var cellularServices: [CellularService] { [] }

    /// Starts a call. It goes to the default calling app first and to the cellular network when that declines.
    ///
    /// - Throws: a `HandsetError` that says why no call was started and what to do; in this
    ///   version always, because calls are not offered.
    final public func startCellularConversation(_ action: StartCellularConversationAction) async throws {
        throw CallRequest.cellularConversation.refusal
    }
}
