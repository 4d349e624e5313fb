import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

@ServiceActor
@Suite struct LineConnectionsTests {
    private let line = LineID(iccid: "8944000000000000001")
    private let other = LineID(iccid: "8944000000000000002")

    private func connection(_ interface: String, _ accessPoint: String? = nil) -> DataConnection {
        DataConnection(accessPoint: accessPoint, path: DataPath(interface: interface, nameServers: ["192.0.2.1"]))
    }

    private func connections(
        _ data: FakeData?, isUp: Set<String> = ["wwan0", "wwan1", "eth0"],
        _ change: (inout MultimediaOptions) -> Void = { _ in }
    ) -> LineConnections {
        var options = MultimediaOptions()
        change(&options)
        return LineConnections(
            { [options] _ in options }, isInterfaceNamed: options.interface.map { $0 != "*" } ?? false, data: data,
            up: { isUp })
    }

    /// Returns when what there is at the beginning has been told.
    private func start(_ connections: LineConnections) async {
        let changes = Events<Void>()
        connections.onChange = { changes.add(()) }
        connections.start()
        await changes.next()
    }

    @Test func aConnectionIsUsedWhileItIsUp() async throws {
        let data = FakeData()
        let connections = connections(data)
        let changes = Events<Void>()
        connections.onChange = { changes.add(()) }
        await data.set([line: [connection("wwan0")]])
        connections.start()
        await changes.next()
        let path = DataPath(interface: "wwan0", nameServers: ["192.0.2.1"])
        #expect(connections.standing(of: line, accessPoint: nil) == .up(path))
        #expect(connections.standing(of: other, accessPoint: nil) == .none)
        await data.set([:])
        await changes.next()
        #expect(connections.standing(of: line, accessPoint: nil) == .none)
        // The same again is no change.
        await data.set([:])
        #expect(changes.count == 0)
        await connections.probe()
        #expect(await data.probes == 1)
        await connections.stop()
        #expect(await data.isStopped)
        await data.set([line: [connection("wwan0")]])
        #expect(changes.count == 0)
        #expect(connections.standing(of: line, accessPoint: nil) == .none)
    }

    @Test func theOperatorsWordWins() async {
        let data = FakeData()
        await data.set([line: [connection("wwan0")]])
        let named = connections(data) { $0.interface = "eth0" }
        let gone = connections(data) { $0.interface = "eth9" }
        let any = connections(data) { $0.interface = "*" }
        let servers = connections(data) { $0.nameServers = ["192.0.2.9#5353"] }
        for connections in [named, gone, any, servers] { await start(connections) }
        #expect(named.standing(of: line, accessPoint: nil) == .up(DataPath(interface: "eth0")))
        #expect(gone.standing(of: line, accessPoint: nil) == .down(interface: "eth9", isConfigured: true))
        #expect(any.standing(of: line, accessPoint: nil) == .up(DataPath(interface: nil)))
        let path = DataPath(interface: "wwan0", nameServers: ["192.0.2.9#5353"])
        #expect(servers.standing(of: line, accessPoint: nil) == .up(path))
        for connections in [named, gone, any, servers] { await connections.stop() }
    }

    /// Made, but not yet, or no longer, with an address.
    @Test func anInterfaceThatIsDownIsNotUsed() async {
        let data = FakeData()
        await data.set([line: [connection("wwan7")]])
        let connections = connections(data)
        await start(connections)
        #expect(connections.standing(of: line, accessPoint: nil) == .down(interface: "wwan7", isConfigured: false))
        await connections.stop()
    }

    /// The kernel is listened to from the moment a connection is there whose interface is not, and asked once for all lines.
    @Test func askingBeginsNothing() async {
        let data = FakeData()
        await data.set([line: [connection("wwan7")], other: [connection("wwan7")]])
        let reads = Lock(0)
        let connections = LineConnections(
            { _ in MultimediaOptions() }, isInterfaceNamed: false, data: data,
            up: {
                reads.withLock { $0 += 1 }
                return []
            })
        #expect(connections.standing(of: line, accessPoint: nil) == .none)
        #expect(!connections.isListening && reads.withLock { $0 } == 0)
        await start(connections)
        #expect(connections.isListening)
        let before = reads.withLock { $0 }
        let up = connections.up()
        for line in [line, other] {
            let standing = connections.standing(of: line, accessPoint: nil, up)
            #expect(standing == .down(interface: "wwan7", isConfigured: false))
        }
        #expect(reads.withLock { $0 } == before + 1)
        await connections.stop()
        #expect(!connections.isListening)
        connections.awaitInterfaces()
        _ = connections.standing(of: line, accessPoint: nil)
        #expect(!connections.isListening)
    }

    @Test func withoutServicesThereIsNone() async {
        let connections = connections(nil)
        connections.start()
        await connections.probe()
        #expect(connections.standing(of: line, accessPoint: nil) == .none)
        await connections.stop()
    }

    @Test(
        arguments: [
            ("mms", "wwan1"), ("MMS", "wwan1"), ("mms.mnc001.mcc001.gprs", "wwan1"), ("internet", "wwan0"),
            // Whatever the list calls it: the carrier's one access point is used.
            ("another", "wwan0"), ("mms.mnc001.gprs", "wwan0"), ("", "wwan0"), (nil, "wwan0"),
        ] as [(String?, String)])
    func theAccessPointIsChosen(_ accessPoint: String?, _ interface: String) {
        let all = [connection("wwan0", "internet"), connection("wwan1", "mms"), connection("wwan2")]
        #expect(DataConnection.best(of: all, accessPoint: accessPoint)?.path.interface == interface)
        #expect(DataConnection.best(of: [], accessPoint: accessPoint) == nil)
    }
}
