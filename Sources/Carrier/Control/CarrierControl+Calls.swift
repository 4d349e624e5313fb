import HandsetAT

// Calls and unstructured data, as `docs/carrier.md` lists them.
extension CarrierControl {
    func calls(_ request: ControlRequest) async throws -> [String: JSONValue]? {
        switch request.command {
        case "call":
            let id = try await carrier.subscriber(try request.string("from")).call(
                try request.string("to"), isWithheld: try request.bool("withheld", default: false),
                givesUpAfter: request.optionalSeconds("seconds"))
            return ["call": .integer(id.number)]
        case "answer":
            return ["call": .integer(try await party(request).answer().number)]
        case "hangup":
            guard request.values["call"] != nil else {
                return ["call": .integer(try await party(request).hangUp().number)]
            }
            let id = CallID(number: try request.int("call"))
            try await carrier.end(id, CallCause(rawValue: request.optionalInt("cause") ?? 16))
            return ["call": .integer(id.number)]
        case "hold":
            return ["call": .integer(try await party(request).hold(try request.bool("on", default: true)).number)]
        case "behave":
            try await party(request).setCalls(try CallBehaviour(request))
            return [:]
        case "calls":
            let filter = CallFilter(request)
            return ["calls": .array(await carrier.calls.filter(filter.matches).map(\.json))]
        case "wait-calls":
            let filter = CallFilter(request)
            let count = request.optionalInt("count") ?? 1
            let found = try await carrier.waitUntil(within: request.optionalSeconds("seconds") ?? .seconds(20)) {
                $0.calls.count(where: filter.matches) >= count
            }
            return ["calls": .array(found.calls.filter(filter.matches).map(\.json))]
        case "tones": return try await tones(request)
        case "drop-calls":
            let cause = CallCause(rawValue: request.optionalInt("cause") ?? CallCause.temporaryFailure.rawValue)
            try await carrier.modem(try request.string("modem")).dropCalls(cause)
            return [:]
        case "reset":
            try await carrier.modem(try request.string("modem")).reset()
            return [:]
        default: return try await unstructured(request)
        }
    }

    private func party(_ request: ControlRequest) throws -> CarrierSubscriber {
        carrier.subscriber(try request.string("subscriber"))
    }

    /// The tones that one call's other end heard, or a subscriber in all calls.
    private func tones(_ request: ControlRequest) async throws -> [String: JSONValue] {
        let id = request.optionalInt("call").map { CallID(number: $0) }
        let party = request.optionalString("subscriber")
        guard id != nil || party != nil else { throw CarrierError.invalid("request: call or subscriber is missing") }
        let calls = await carrier.calls.filter { call in
            (id.map { $0 == call.id } ?? true) && (party.map { call.involves($0) } ?? true)
        }
        let tones: [JSONValue] = calls.flatMap { call in
            call.tones.map { tone in
                guard case .object(var values) = tone.json else { return tone.json }
                values["call"] = .integer(call.id.number)
                return .object(values)
            }
        }
        return ["tones": .array(tones)]
    }

    private func unstructured(_ request: ControlRequest) async throws -> [String: JSONValue]? {
        switch request.command {
        case "ussd":
            let network = NetworkID(rawValue: try request.string("network"))
            try await carrier.setUSSD(try request.string("code"), try USSDReply(request.values), network: network)
            return [:]
        case "ussd-push":
            try await carrier.modem(try request.string("modem")).push(try USSDReply(request.values))
            return [:]
        case "ussd-log":
            let modem = request.optionalString("modem")
            let records = await carrier.snapshot.ussd.filter { record in modem.map { $0 == record.modem } ?? true }
            return ["ussd": .array(records.map(\.json))]
        default: return nil
        }
    }
}

/// Which calls a request means.
private struct CallFilter: Sendable {
    private var party: String?
    private var peer: String?
    private var state: String?
    private var call: Int?

    init(_ request: ControlRequest) {
        party = request.optionalString("party")
        peer = request.optionalString("peer")
        state = request.optionalString("state")
        call = request.optionalInt("call")
    }

    /// `state` is the last, and `connected` and `over` are what the call is now.
    func matches(_ record: CallRecord) -> Bool {
        let isInState =
            switch state {
            case nil: true
            case "connected": record.isConnected
            case "over": record.isOver
            case let name?: record.state.name == name
            }
        return isInState && (party.map { record.involves($0) } ?? true) && (peer.map { record.involves($0) } ?? true)
            && (call.map { $0 == record.id.number } ?? true)
    }
}

extension CallBehaviour {
    init(_ request: ControlRequest) throws(CarrierError) {
        self.init(
            try Reaction(
                try request.string("behaviour"), seconds: request.optionalSeconds("seconds"),
                cause: request.optionalInt("cause")),
            hangsUpAfter: request.optionalSeconds("hangsUp"), holdsAfter: request.optionalSeconds("holds"),
            retrievesAfter: request.optionalSeconds("retrieves"), callsBackAfter: request.optionalSeconds("callsBack"),
            takesSecondCalls: try request.bool("secondCalls", default: false))
    }
}

extension CallBehaviour.Reaction {
    init(_ name: String, seconds: Duration?, cause: Int?) throws(CarrierError) {
        switch name {
        case "rings", "no-answer": self = .rings
        case "answers": self = .answers(after: seconds ?? .zero)
        case "busy": self = .busy
        case "rejects": self = .rejects(after: seconds ?? .zero)
        case "unreachable": self = .fails(.noUserResponding)
        case "fails":
            guard let cause, 1...127 ~= cause else { throw .invalid("cause: 1 to 127") }
            self = .fails(CallCause(rawValue: cause))
        default: throw .invalid("behaviour of calls: rings, answers, busy, rejects, unreachable or fails")
        }
    }
}

extension USSDReply {
    /// `text` alone answers; `choices`, by what the person sends, makes a menu of it; `refuse` and `silent` are neither.
    init(_ values: [String: JSONValue], depth: Int = 0) throws(CarrierError) {
        guard depth < 16 else { throw .invalid("choices: too deep") }
        if values["refuse"]?.bool == true || values["refuse"] == "true" {
            self = .refusal
        } else if values["silent"]?.bool == true || values["silent"] == "true" {
            self = .silence
        } else {
            guard let text = values["text"]?.string else { throw .invalid("request: text is missing") }
            guard let choices = values["choices"] else {
                self = .answer(text)
                return
            }
            guard case .object(let entries) = choices else { throw .invalid("request: choices is no object") }
            var replies: [String: USSDReply] = [:]
            for (key, value) in entries { replies[key] = try USSDReply(value, depth: depth + 1) }
            self = .menu(text, replies)
        }
    }

    /// An object, or a text alone.
    init(_ value: JSONValue, depth: Int = 0) throws(CarrierError) {
        switch value {
        case .string(let text): self = .answer(text)
        case .object(let values): self = try USSDReply(values, depth: depth)
        default: throw .invalid("choices: a text, or an object with text")
        }
    }
}
