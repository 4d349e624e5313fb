import HandsetAT

extension CallRecord {
    /// The call as the control protocol shows it.
    var json: JSONValue {
        var values: [String: JSONValue] = [
            "id": .integer(id.number), "from": .string(caller), "to": .string(callee), "dialled": .string(dialled),
            "state": .string(state.name), "over": .bool(isOver), "connected": .bool(isConnected),
            "withheld": .bool(isWithheld), "emergency": .bool(isEmergency), "time": .number(started.seconds),
            "steps": .array(
                steps.map { step in
                    var values: [String: JSONValue] = [
                        "time": .number(step.time.seconds), "state": .string(step.state.name),
                    ]
                    if let side = step.state.side { values["by"] = .string(side.rawValue) }
                    return .object(values)
                }),
            "tones": .array(tones.map(\.json)),
        ]
        if let cause { values["cause"] = .integer(cause.rawValue) }
        if let endedBy { values["endedBy"] = .string(endedBy.rawValue) }
        if let callerModem { values["fromModem"] = .string(callerModem) }
        if let calleeModem { values["toModem"] = .string(calleeModem) }
        return .object(values)
    }
}

extension CallRecord.State {
    /// One word for it.
    package var name: String {
        switch self {
        case .dialing: "dialing"
        case .alerting: "alerting"
        case .waiting: "waiting"
        case .connected: "connected"
        case .held: "held"
        case .retrieved: "retrieved"
        case .joined: "joined"
        case .split: "split"
        case .transferred: "transferred"
        case .ended: "ended"
        }
    }

    var side: CallRecord.Side? {
        switch self {
        case .held(let side), .retrieved(let side), .joined(let side), .split(let side), .ended(let side, _): side
        case .dialing, .alerting, .waiting, .connected, .transferred: nil
        }
    }
}

extension CallRecord.Tone {
    var json: JSONValue {
        .object([
            "tone": .string(String(digit)), "seconds": .number(duration.seconds), "by": .string(by.rawValue),
            "time": .number(time.seconds),
        ])
    }
}

extension ModemCall {
    var json: JSONValue {
        .object([
            "index": .integer(index), "call": .integer(call.number), "direction": .integer(direction.rawValue),
            "state": .string(String(describing: state)), "multiparty": .bool(isMultiparty), "number": .string(number),
        ])
    }
}

extension USSDRecord {
    var json: JSONValue {
        .object([
            "modem": .string(modem), "from": .string(isFromModem ? "modem" : "network"), "text": .string(text),
            "time": .number(time.seconds),
        ])
    }
}
