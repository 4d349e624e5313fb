import HandsetInterface

/// The queues of the role carrier-messaging, one for each service that brings messages.
@ServiceActor
struct DeliveryQueues {
    private let all: [Deliveries]

    init(_ services: [String], store: Store) { all = services.map { Deliveries(service: $0, store: store) } }

    var services: [String] { all.map(\.service) }

    subscript(service: String) -> Deliveries? { all.first { $0.service == service } }

    func start() async throws(StoreError) { for queue in all { try await queue.start() } }
    func stop() async { for queue in all { await queue.stop() } }

    var waitingCount: Int { all.reduce(0) { $0 + $1.waitingCount } }
    var parkedCount: Int { all.reduce(0) { $0 + $1.parkedCount } }
    /// Services of which something waits.
    var waiting: Set<String> { Set(all.filter { $0.waitingCount > 0 }.map(\.service)) }
    /// Services of which something came that no reader has been handed.
    var unseen: Set<String> { Set(all.filter(\.hasUnseen).map(\.service)) }
    /// Whether something waits where a reader is open.
    var isRead: Bool { all.contains { $0.waitingCount > 0 && $0.hasReader } }
    var hasReader: Bool { all.contains(where: \.hasReader) }

    func onReader(_ body: @escaping () -> Void) { for queue in all { queue.onReader = body } }
    func onProgress(_ body: @escaping (_ service: String) -> Void) {
        for queue in all { queue.onProgress = { [service = queue.service] in body(service) } }
    }

    /// Whether the client had a message in hand.
    func vanish(_ client: ClientName) -> Bool {
        // Each is told, whatever the first says.
        all.map { $0.vanish(client) }.contains(true)
    }

    func loseBus() { for queue in all { queue.loseBus() } }
    func revoke() { for queue in all { queue.revoke() } }
    func probe() { for queue in all { queue.probe() } }
}
