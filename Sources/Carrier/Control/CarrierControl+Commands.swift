import HandsetSMS

extension CarrierControl {
    private typealias Values = [String: JSONValue]

    /// Carries a request out and gives what its answer holds beside `ok`.
    func perform(_ request: ControlRequest) async throws -> [String: JSONValue] {
        if let values = try await look(request) { return values }
        if let values = try await send(request) { return values }
        if let values = try await multimedia(request) { return values }
        if let values = try await build(request) { return values }
        if let values = try await calls(request) { return values }
        try await act(request)
        return [:]
    }

    // MARK: Looking and waiting

    private func look(_ request: ControlRequest) async throws -> Values? {
        switch request.command {
        case "status": return ["status": await carrier.snapshot.json]
        case "modems":
            var paths: Values = [:]
            for name in await carrier.modemNames { paths[name] = .string(try await carrier.modem(name).path) }
            return ["modems": .object(paths)]
        case "log":
            let since = request.optionalInt("since") ?? 0
            let filter = LogFilter(request)
            return ["log": .array(await carrier.log.filter { $0.id > since && filter.matches($0) }.map(\.json))]
        case "texts":
            let texts = try await carrier.subscriber(try request.string("subscriber")).received()
            return ["texts": .array(texts.map(\.json))]
        case "wait":
            let filter = LogFilter(request)
            let count = request.optionalInt("count") ?? 1
            let found = try await carrier.waitUntil(within: request.optionalSeconds("seconds") ?? .seconds(20)) {
                $0.log.count { filter.matches($0) } >= count
            }
            return ["log": .array(found.log.filter { filter.matches($0) }.map(\.json))]
        default: return nil
        }
    }

    // MARK: Messages

    private func send(_ request: ControlRequest) async throws -> Values? {
        let messages: [MessageID]
        switch request.command {
        case "send":
            messages = try await carrier.subscriber(try request.string("from")).send(
                try request.string("text"), to: try request.string("to"),
                wantsReport: try request.bool("report", default: false))
        case "send-raw":
            let tpdu = try octets(request, "tpdu")
            messages = [
                try await carrier.subscriber(try request.string("from")).send(raw: tpdu, to: try request.string("to"))
            ]
        default: return nil
        }
        return ["messages": .array(messages.map { .integer($0.number) })]
    }

    private func octets(_ request: ControlRequest, _ key: String) throws -> [UInt8] {
        // The octet in front stands for a service centre's address of none.
        guard let octets = try? PDU(hex: "00" + (try request.string(key))).tpdu else {
            throw CarrierError.invalid("request: \(key) is not hexadecimal")
        }
        return octets
    }

    // MARK: Building

    private func build(_ request: ControlRequest) async throws -> Values? {
        switch request.command {
        case "add-network":
            let network = try request.decode(WorldDescription.Network.self)
            return ["network": .string(try await carrier.addNetwork(try network.configuration()).rawValue)]
        case "add-sim":
            let sim = try request.decode(WorldDescription.SIM.self)
            return ["sim": .string(try await carrier.addSIM(sim).rawValue)]
        case "add-modem":
            let modem = try request.decode(WorldDescription.Modem.self)
            return ["path": .string(try await carrier.addModem(modem, directory: directory).path)]
        case "add-subscriber":
            let subscriber = try request.decode(WorldDescription.Subscriber.self)
            try await carrier.addSubscriber(try subscriber.configuration())
            return [:]
        case "plug": return ["path": .string(try await modem(request).plug())]
        default: return nil
        }
    }

    // MARK: Acting

    private func modem(_ request: ControlRequest) async throws -> CarrierModem {
        try await carrier.modem(try request.string("modem"))
    }

    private func subscriber(_ request: ControlRequest) throws -> CarrierSubscriber {
        carrier.subscriber(try request.string("subscriber"))
    }

    private func act(_ request: ControlRequest) async throws {
        switch request.command {
        case "fault": try await inject(request)
        case "clear-faults": try await modem(request).clearFaults()
        case "sim-remove": try await modem(request).removeSIM()
        case "sim-insert":
            try await modem(request).insertSIM(try await carrier.card(named: try request.string("sim")))
        case "coverage": try await modem(request).setCoverage(try request.bool("on"))
        case "signal": try await modem(request).setSignal(try request.int("value"))
        case "service":
            let network = NetworkID(rawValue: try request.string("network"))
            try await carrier.setInService(try request.bool("on"), network: network)
        case "cut": try await modem(request).cutConnection()
        case "unplug": try await modem(request).unplug()
        case "remove-modem": try await carrier.removeModem(try request.string("modem"))
        case "emit":
            if let line = request.optionalString("line") {
                try await modem(request).emit(line: line)
            } else {
                try await modem(request).emit(try octets(request, "hex"))
            }
        case "behaviour":
            let behaviour = try SubscriberBehaviour(
                try request.string("behaviour"), answers: answers(request),
                prefix: request.optionalString("prefix") ?? "", suffix: request.optionalString("suffix") ?? "")
            try await subscriber(request).setBehaviour(behaviour, replyDelay: request.optionalSeconds("seconds"))
        case "reachable": try await subscriber(request).setReachable(try request.bool("on"))
        case "advance": await carrier.advance(by: try request.seconds("seconds"))
        case let command: throw CarrierError.invalid("command \(command)")
        }
    }

    /// One text, or an array of them.
    private func answers(_ request: ControlRequest) -> [String] {
        request.values["answers"]?.array?.compactMap(\.string) ?? request.optionalString("answers").map { [$0] } ?? []
    }

    private func inject(_ request: ControlRequest) async throws {
        let fault = try Fault(request)
        let times = request.optionalInt("times") ?? 1
        if request.values["modem"] != nil {
            try await modem(request).inject(fault, times: times)
        } else {
            let network = NetworkID(rawValue: try request.string("network"))
            try await carrier.inject(fault, times: times, network: network)
        }
    }
}

/// Which log entries a request means.
struct LogFilter: Sendable {
    private var direction: String?
    private var kind: String?
    private var party: String?
    private var peer: String?
    private var state: String?

    init(_ request: ControlRequest) {
        direction = request.optionalString("direction")
        kind = request.optionalString("kind")
        party = request.optionalString("party")
        peer = request.optionalString("peer")
        state = request.optionalString("state")
    }

    /// `state` matches an entry that has passed it.
    func matches(_ entry: LogEntry) -> Bool {
        (direction.map { $0 == entry.direction.rawValue } ?? true) && (kind.map { $0 == entry.kind.rawValue } ?? true)
            && (party.map { $0 == entry.party } ?? true) && (peer.map { $0 == entry.peer } ?? true)
            && (state.map { state in entry.steps.contains { $0.state.name == state } } ?? true)
    }
}
