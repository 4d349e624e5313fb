import HandsetAT

// Calls and unstructured data in a test.
extension CarrierSubscriber {
    /// Calls somebody. The call goes on by itself; its record tells what becomes of it.
    ///
    /// - Parameter patience: gives up after so long where nobody takes it; `nil` leaves that to the network.
    @discardableResult
    package func call(_ number: String, isWithheld: Bool = false, givesUpAfter patience: Duration? = nil) async throws
        -> CallID
    {
        try await carrier.withSubscriber(self.number) { subscriber, world throws(CarrierError) in
            let network = try world.network(subscriber.configuration.network)
            return world.voice.call(
                from: subscriber, to: number, network: network, isWithheld: isWithheld, givesUpAfter: patience)
        }
    }

    /// What the subscriber does with calls from now on.
    package func setCalls(_ behaviour: CallBehaviour) async throws {
        try await carrier.withSubscriber(number) { subscriber, _ in subscriber.calls = behaviour }
    }

    /// Takes the call that rings at the subscriber.
    @discardableResult
    package func answer() async throws -> CallID {
        try await withCall(in: [.ringing], as: .callee) { call, _, voice in voice.answer(call.id) }
    }

    /// Ends the newest call of the subscriber, or turns it down where it rings.
    @discardableResult
    package func hangUp() async throws -> CallID {
        try await withCall(in: [.settingUp, .ringing, .connected]) { call, side, voice in
            let isTurnedDown = call.phase == .ringing && side == .callee
            voice.end(call.id, by: side, isTurnedDown ? .rejected : .normalClearing)
        }
    }

    /// Puts the other end of the newest call on hold, or takes it back.
    @discardableResult
    package func hold(_ isHeld: Bool = true) async throws -> CallID {
        try await withCall(in: [.connected]) { call, side, voice in
            if isHeld { voice.hold(call.id, by: side) } else { voice.retrieve(call.id, by: side) }
        }
    }

    private func withCall(
        in phases: Set<Call.Phase>, as role: CallRecord.Side? = nil,
        _ body: @Sendable (Call, CallRecord.Side, Switch) -> Void
    ) async throws -> CallID {
        try await carrier.withSubscriber(number) { subscriber, world throws(CarrierError) in
            guard let (call, side) = world.voice.call(of: subscriber, in: phases), role == nil || side == role else {
                throw .invalid("request: the subscriber has no such call")
            }
            body(call, side, world.voice)
            return call.id
        }
    }
}

extension CarrierModem {
    /// Starts the modem's program anew: settings and calls are gone, the port stays.
    package func reset() async throws { try await carrier.withModem(name) { $0.restart() } }

    /// Has the network drop all calls of the modem.
    package func dropCalls(_ cause: CallCause = .temporaryFailure) async throws {
        try await carrier.withModem(name) { $0.dropCalls(cause, announces: true) }
    }

    /// The network sends unstructured data of its own accord.
    package func push(_ reply: USSDReply) async throws {
        try await carrier.withModem(name) { modem throws(CarrierError) in
            guard modem.push(reply) else { throw .invalid("moment: no network, or a session is under way") }
        }
    }
}

extension Carrier {
    /// All calls through the switch so far.
    package var calls: [CallRecord] { world.voice.records }

    /// What a network answers to an unstructured string; `nil` makes it unknown.
    package func setUSSD(_ code: String, _ reply: USSDReply?, network: NetworkID) throws(CarrierError) {
        try world.network(network).ussd[code] = reply
    }

    /// Ends a call in the network's name.
    package func end(_ call: CallID, _ cause: CallCause) throws(CarrierError) {
        guard world.voice[call] != nil else { throw .invalid("call: it is over, or never was") }
        world.voice.end(call, by: .network, cause)
    }

    /// Suspends until a call is as wanted.
    @discardableResult
    package func waitForCall(
        _ id: CallID, within limit: Duration = .seconds(20), _ condition: @escaping @Sendable (CallRecord) -> Bool
    ) async throws -> CallRecord {
        let snapshot = try await waitUntil(within: limit) { $0.call(id).map(condition) ?? false }
        guard let record = snapshot.call(id) else { throw CarrierError.timedOut }
        return record
    }
}
