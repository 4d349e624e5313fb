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
    var hasUnseen: Bool { all.contains(where: \.hasUnseen) }

    func onProgress(_ body: @escaping () -> Void) { for queue in all { queue.onProgress = body } }

    /// Whether the client had a message in hand.
    func vanish(_ client: ClientName) -> Bool {
        // Each is told, whatever the first says.
        all.map { $0.vanish(client) }.contains(true)
    }

    func loseBus() { for queue in all { queue.loseBus() } }
    func revoke() { for queue in all { queue.revoke() } }
    func probe() { for queue in all { queue.probe() } }
}
