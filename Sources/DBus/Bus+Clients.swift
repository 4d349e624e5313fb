/// A client of ours: its unique name, which is never given twice, and who the bus says it is.
package struct BusPeer: Hashable, Sendable {
    package var uniqueName: String
    package var userID: UInt32
    /// May be another process's by the time it is used: the process may have ended.
    package var processID: UInt32

    package init(uniqueName: String, userID: UInt32, processID: UInt32) {
        self.uniqueName = uniqueName
        self.userID = userID
        self.processID = processID
    }
}

/// Why a client is gone.
package enum BusVanishing: Hashable, Sendable {
    /// It left the bus: it ended, or closed its connection.
    case client
    /// We are cut off from the bus; the client may live and come again under another name.
    case bus
}

struct BusClient {
    var peer: BusPeer?
    /// Who waits for the credentials, in the order of their calls.
    var waiting: [OneShot<BusPeer?>] = []
    /// Whether the bus tells us when it leaves.
    var isWatched = false
    /// Calls in progress.
    var calls: [UInt64: Task<Void, Never>] = [:]
}

extension Bus {
    /// Tells when a client that has called us is gone, once, after the handlers of what it sent have begun.
    package func whenClientVanishes(_ handler: @escaping @Sendable (String, BusVanishing) -> Void) {
        vanishHandler = handler
    }

    /// Who `uniqueName` is; asked of the bus once. `nil` when it has left.
    package func peer(_ uniqueName: String) async -> BusPeer? {
        if let peer = clients[uniqueName]?.peer { return peer }
        let ticket = OneShot<BusPeer?>()
        clients[uniqueName, default: BusClient()].waiting.append(ticket)
        if clients[uniqueName]?.waiting.count == 1 { identify(uniqueName) }
        return await ticket.value()
    }

    private func identify(_ uniqueName: String) {
        do throws(BusError) {
            // In one go: whoever leaves after the answer is noticed.
            try begin(.driver("AddMatch", [.string(Self.ownerRule(uniqueName))])) { [self] result in
                if case .success = result { clients[uniqueName]?.isWatched = true }
            }
            try begin(.driver("GetConnectionCredentials", [.string(uniqueName)])) { [self] result in
                identified(uniqueName, (try? result.get())?.first?.dictionary)
            }
        } catch {
            clientVanished(uniqueName, .client)
        }
    }

    private func identified(_ uniqueName: String, _ values: [String: BusValue]?) {
        guard let client = clients[uniqueName] else { return }
        guard client.isWatched, let user = values?["UnixUserID"]?.uint32, let process = values?["ProcessID"]?.uint32
        else { return clientVanished(uniqueName, .client) }
        let peer = BusPeer(uniqueName: uniqueName, userID: user, processID: process)
        clients[uniqueName]?.peer = peer
        clients[uniqueName]?.waiting = []
        for ticket in client.waiting { ticket.give(peer) }
    }

    func clientVanished(_ uniqueName: String, _ vanishing: BusVanishing) {
        guard let client = clients.removeValue(forKey: uniqueName) else { return }
        if vanishing == .client, client.isWatched {
            try? post(.driver("RemoveMatch", [.string(Self.ownerRule(uniqueName))]))
        }
        for ticket in client.waiting { ticket.give(nil) }
        // Behind the calls that came before, which may have come in the same moment: what it sent last still counts.
        Task { self.end(client, uniqueName, vanishing) }
    }

    private func end(_ client: BusClient, _ uniqueName: String, _ vanishing: BusVanishing) {
        for call in client.calls.values { call.cancel() }
        if client.peer != nil { vanishHandler?(uniqueName, vanishing) }
    }

    func endClients() {
        for name in clients.keys { clientVanished(name, .bus) }
    }
}
