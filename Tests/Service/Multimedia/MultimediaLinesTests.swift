import Foundation
import HandsetLines
import Testing

@testable import HandsetService

/// What a line has of multimedia messages, by the operator's word, the list of carriers, and the connections. The interface is `lo`, which is up.
@ServiceActor
@Suite struct MultimediaLinesTests {
    private static let line = LineID(iccid: "8944000000000000001")
    private let folder: TemporaryFolder
    private let data = FakeData()

    init() throws {
        folder = try TemporaryFolder()
        try Data(MultimediaSettingsTests.list.utf8).write(to: URL(fileURLWithPath: folder.path + "/list.xml"))
    }

    private func registry(isReachable: Bool = true) async throws -> LineRegistry {
        let registry = LineRegistry(store: try Store(folder: folder.path), labels: [:], modemNames: ["one"])
        try await registry.start()
        var state = LineState(id: Self.line, iccid: "8944000000000000001", imsi: "001010000000001")
        state.canSendSMS = true
        registry.modemChanged(ModemStatus(name: "one", isReachable: isReachable, sim: .ready, line: state))
        return registry
    }

    /// Started, with its connections told and the list of carriers read.
    private func lines(
        _ registry: LineRegistry, list: String = "list.xml", _ change: (inout MultimediaOptions) -> Void = { _ in }
    ) async -> MultimediaLines {
        var options = LineOptions()
        change(&options.multimedia)
        let lines = MultimediaLines(
            lines: registry, options: ["*": options], data: data, providerPath: "\(folder.path)/\(list)")
        let changes = Events<Void>()
        lines.onChange = { changes.add(()) }
        if lines.settings(of: Self.line) == nil, list == "list.xml" { await changes.next() }
        await data.set([
            Self.line: [
                DataConnection(accessPoint: "internet", path: DataPath(interface: "lo", nameServers: ["192.0.2.1"])),
                DataConnection(accessPoint: "mms.short", path: DataPath(interface: "lo", nameServers: ["192.0.2.2"])),
                DataConnection(accessPoint: "other", path: DataPath(interface: "lo", nameServers: ["192.0.2.3"])),
            ]
        ])
        lines.start()
        await changes.next()
        return lines
    }

    @Test func nothingNeedsToBeSet() async throws {
        let lines = await lines(try await registry())
        #expect(lines.settings(of: Self.line)?.mmsc == "http://short/mms")
        // The list names the access point.
        #expect(lines.path(of: Self.line)?.nameServers == ["192.0.2.2"])
        #expect(lines.obstacle(of: Self.line) == nil)
        #expect(lines.info(of: Self.line)?.isReady == true)
        await lines.stop()
    }

    @Test(arguments: [("other", "192.0.2.3"), ("unheard.of", "192.0.2.1")])
    func theOperatorNamesTheAccessPoint(_ accessPoint: String, _ server: String) async throws {
        let lines = await lines(try await registry()) { $0.accessPoint = accessPoint }
        #expect(lines.settings(of: Self.line)?.accessPoint == accessPoint)
        #expect(lines.path(of: Self.line)?.nameServers == [server])
        await lines.stop()
    }

    @Test func aLineWithoutAConnectionIsConfiguredAndNotReady() async throws {
        let lines = await lines(try await registry())
        await data.set([:])
        #expect(lines.settings(of: Self.line) != nil)
        #expect(lines.path(of: Self.line) == nil)
        let info = try #require(lines.info(of: Self.line))
        #expect(!info.isReady)
        #expect(info.obstacle?.contains("connect mobile data in the desktop's settings") == true)
        #expect(info.obstacle?.contains("name an interface in config.json") == true)
        await lines.stop()
    }

    /// The interface may serve another card by now.
    @Test func aLineWithoutAModemIsNotReady() async throws {
        let lines = await lines(try await registry(isReachable: false))
        #expect(lines.path(of: Self.line) == nil)
        #expect(lines.obstacle(of: Self.line)?.contains("no modem") == true)
        await lines.stop()
    }

    @Test func aCarrierThatNobodyKnowsHasNone() async throws {
        let lines = await lines(try await registry(), list: "none.xml")
        #expect(lines.settings(of: Self.line) == nil)
        #expect(lines.info(of: Self.line) == nil)
        #expect(lines.obstacle(of: Self.line)?.contains("MMSC") == true)
        await lines.stop()
    }
}
