/// What this room needs of a D-Bus library: a connection that is authenticated and has said Hello, and messages as values.
/// sd-bus provides it here; libdbus could.
///
/// Used on the loop's thread only.
protocol BusTransport: AnyObject {
    /// Called with each event until `close`; after `.lost` nothing comes.
    var onEvent: ((BusTransportEvent) -> Void)? { get set }

    /// Begins to connect; `.ready` or `.lost` follows.
    func start() throws(BusError)
    /// The serial that the answer will name.
    func send(_ call: BusCall, expectsReply: Bool) throws(BusError) -> UInt64
    func send(_ signal: BusSignal) throws(BusError)
    /// Answers a call, once.
    func answer(_ answer: UInt64, with result: Result<[BusValue], BusFault>) throws(BusError)
    func close()
}

enum BusTransportEvent: Sendable {
    /// Hello was answered with our unique name.
    case ready(uniqueName: String)
    case message(BusMessage)
    case lost(BusError)
}
