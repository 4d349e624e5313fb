extension LogEntry {
    /// The entry as the control protocol shows it.
    var json: JSONValue {
        var values: [String: JSONValue] = [
            "id": .integer(id), "message": .integer(message.number), "direction": .string(direction.rawValue),
            "kind": .string(kind.rawValue), "party": .string(party), "peer": .string(peer),
            "time": .number(time.seconds), "state": .string(state.name), "tpdu": .string(Self.hex(octets)),
            "steps": .array(
                steps.map { step in
                    .object(["time": .number(step.time.seconds), "state": .string(step.state.name)])
                }),
        ]
        if let card { values["sim"] = .string(card.rawValue) }
        if let messageReference { values["reference"] = .integer(Int(messageReference)) }
        for step in steps {
            switch step.state {
            case .refused(let cause): values["cause"] = .integer(cause)
            case .stored(let storage, let index):
                values["storage"] = .string(storage)
                values["index"] = .integer(index)
            default: break
            }
        }
        return .object(values)
    }

    private static func hex(_ octets: [UInt8]) -> String {
        octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

extension LogEntry.State {
    /// One word for it.
    package var name: String {
        switch self {
        case .taken: "taken"
        case .answered: "answered"
        case .unanswered: "unanswered"
        case .refused: "refused"
        case .lost: "lost"
        case .handedOver: "handedOver"
        case .stored: "stored"
        case .read: "read"
        case .deleted: "deleted"
        case .acknowledged: "acknowledged"
        case .unacknowledged: "unacknowledged"
        case .delivered: "delivered"
        }
    }
}

extension ReceivedText {
    var json: JSONValue {
        .object([
            "from": .string(from), "text": .string(text), "messages": .array(messages.map { .integer($0.number) }),
        ])
    }
}

extension CarrierSnapshot {
    var json: JSONValue {
        .object([
            "time": .number(time.seconds), "logEntries": .integer(log.count), "faultsArmed": .integer(faultsArmed),
            "waiting": .object(waiting.mapValues { .integer($0) }),
            "modems": .object(modems.mapValues(\.json)),
            "subscribers": .object(texts.mapValues { .integer($0.count) }),
            "calls": .integer(calls.count { !$0.isOver }),
        ])
    }
}

extension CarrierSnapshot.Modem {
    var json: JSONValue {
        .object([
            "connected": .bool(isConnected), "registration": .integer(registration),
            "sim": card.map { .string($0.rawValue) } ?? .null, "storedOnCard": .integer(storedOnCard),
            "storedInModem": .integer(storedInModem), "mt": .integer(messageIndication),
            "ds": .integer(reportIndication), "csms": .integer(messageService),
            "awaitsAcknowledgement": .bool(awaitsAcknowledgement),
            "octetsFromTerminal": .integer(octetsFromTerminal), "octetsToTerminal": .integer(octetsToTerminal),
            "emergency": .bool(hasEmergencyService), "muted": .bool(isMuted), "calls": .array(calls.map(\.json)),
        ])
    }
}

extension CarrierEvent {
    var json: JSONValue {
        switch self {
        case .log(let entry): return .object(["event": "log", "entry": entry.json])
        case .text(let subscriber, let text):
            return .object(["event": "text", "subscriber": .string(subscriber), "text": text.json])
        case .terminalConnected(let modem): return .object(["event": "connected", "modem": .string(modem)])
        case .terminalDisconnected(let modem): return .object(["event": "disconnected", "modem": .string(modem)])
        case .registration(let modem, let status):
            return .object(["event": "registration", "modem": .string(modem), "status": .integer(status)])
        case .call(let record): return .object(["event": "call", "call": record.json])
        case .trace(let modem, let fromTerminal, let octets):
            return .object([
                "event": "trace", "modem": .string(modem), "from": fromTerminal ? "terminal" : "modem",
                "text": .string(String(decoding: octets, as: UTF8.self)),
            ])
        }
    }
}
