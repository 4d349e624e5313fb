import HandsetInterface
import HandsetLines
import Testing

@testable import HandsetService

@ServiceActor
@Suite struct LineRegistryTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func registry(_ modems: [String] = ["one", "two"], labels: [String: String] = [:]) async throws
        -> LineRegistry
    {
        let registry = LineRegistry(store: try Store(folder: folder.path), labels: labels, modemNames: modems)
        try await registry.start()
        return registry
    }

    private func status(
        _ modem: String, _ card: String?, network: String? = "Testnet", sim: SIMState = .ready, reachable: Bool = true
    ) -> ModemStatus {
        let line = card.map {
            LineState(
                id: LineID(iccid: $0), iccid: $0, registration: .home, signal: 40, network: network, canSendSMS: true)
        }
        return ModemStatus(name: modem, isReachable: reachable, sim: sim, line: line)
    }

    @Test func aLineFollowsItsCard() async throws {
        let lines = try await registry()
        lines.modemChanged(status("one", "1"))
        lines.modemChanged(status("two", "2"))
        #expect(lines.infos.map(\.modem) == ["one", "two"])
        // The cards change places.
        lines.modemChanged(status("one", nil, sim: .absent))
        lines.modemChanged(status("two", "1"))
        lines.modemChanged(status("one", "2"))
        #expect(lines.infos.map(\.id) == ["iccid-1", "iccid-2"])
        #expect(lines.infos.map(\.modem) == ["two", "one"])
    }

    @Test func aCardThatWasTakenOutIsGoneAndOneThatIsOnlyOutOfReachIsNot() async throws {
        let lines = try await registry()
        lines.modemChanged(status("one", "1"))
        lines.modemChanged(status("two", "2"))
        lines.modemChanged(ModemStatus(name: "two", isReachable: false, trouble: "The port is gone."))
        lines.modemChanged(status("one", nil, sim: .absent))
        #expect(lines.infos.map(\.id) == ["iccid-2"])
        #expect(lines.infos.map(\.isPresent) == [false])
        #expect(lines.infos.map(\.canSendSMS) == [false])
        // A locked card has not told yet which it is.
        lines.modemChanged(status("two", nil, sim: .pinRequired(attemptsLeft: 3)))
        #expect(lines.infos.map(\.id) == ["iccid-2"])
        lines.modemChanged(status("one", "1"))
        #expect(lines.infos.map(\.id) == ["iccid-1", "iccid-2"])
    }

    /// A Dutch operator may buy its cards in Germany.
    @Test(arguments: [
        ("8949000000000000001", nil, "DE"), ("8949000000000000001", "204041234567890", "NL"), ("1", nil, nil),
    ])
    func theCountryOfALineIsThatOfItsIMSI(_ card: String, _ imsi: String?, _ region: String?) async throws {
        let lines = try await registry()
        var status = status("one", card)
        status.line?.imsi = imsi
        lines.modemChanged(status)
        #expect(lines.infos.map(\.region) == [region])
    }

    @Test func whatAModemSaysOfItsNetworkSteersNoTerminal() async throws {
        let lines = try await registry()
        lines.modemChanged(status("one", "1", network: "Evil\u{1B}[31m\u{9B}2J\n\u{202E}Net"))
        #expect(lines.infos.map(\.network) == ["Evil[31m2JNet"])
        #expect(lines.infos.map(\.label) == ["Evil[31m2JNet"])
        lines.modemChanged(status("one", "1", network: String(repeating: "x", count: 5_000)))
        #expect(lines.infos.map { $0.network?.count } == [64])
    }

    @Test func whatIsKnownOutlivesTheDaemon() async throws {
        let first = try await registry()
        first.modemChanged(status("one", "1"))
        #expect(try await first.setLabel("Work", of: "iccid-1"))
        #expect(try await first.setLabel("x", of: "none") == false)
        first.modemChanged(status("two", "2"))
        await first.close()
        let second = try await registry()
        #expect(second.infos.map(\.label) == ["Work", "Testnet"])
        #expect(second.infos.map(\.isPresent) == [false, false])
        await second.close()
        // A modem that the operator has taken out of the configuration has no lines.
        #expect(try await registry(["one"]).infos.map(\.label) == ["Work"])
    }

    @Test func labels() async throws {
        let lines = try await registry(labels: ["iccid-3": "Mine"])
        lines.modemChanged(status("one", "1", network: nil))
        #expect(lines.infos.map(\.label) == ["Line 1"])
        lines.modemChanged(status("one", "1"))
        lines.modemChanged(status("two", "2"))
        #expect(lines.infos.map(\.label) == ["Testnet", "Testnet 2"])
        lines.modemChanged(status("two", "3"))
        #expect(lines.infos.map(\.label) == ["Testnet", "Mine"])
    }

    @Test func clientsAreToldOfWhatTheyCanSee() async throws {
        let lines = try await registry()
        var told = 0
        lines.onChange = { told += 1 }
        lines.modemChanged(status("one", "1"))
        lines.modemChanged(status("one", "1"))
        #expect(told == 1)
        var weaker = status("one", "1")
        weaker.line?.signal = 41
        lines.modemChanged(weaker)
        #expect(told == 1)
        weaker.line?.signal = 10
        lines.modemChanged(weaker)
        #expect(told == 2)
    }
}

extension LineRegistry {
    /// Lets the store go, so that another may open it.
    fileprivate func close() async {
        await stop()
        await store.close()
    }
}
