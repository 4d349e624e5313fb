import HandsetCarrier

/// Calls between the people and the machine, as the network has them.
extension TestMachine {
    /// Somebody calls a line of the machine: the first, or the one with the label.
    @discardableResult
    package func call(
        from number: String, to label: String? = nil, isWithheld: Bool = false, givesUpAfter patience: Duration? = nil
    ) async throws -> CallID {
        try await subscriber(number).call(
            try line(label).number, isWithheld: isWithheld, givesUpAfter: patience)
    }

    /// What somebody does with calls from now on; lets them ring until then.
    package func setCalls(of number: String, _ behaviour: CallBehaviour) async throws {
        try await subscriber(number).setCalls(behaviour)
    }

    /// Somebody takes the call that rings.
    @discardableResult
    package func answer(by number: String) async throws -> CallID { try await subscriber(number).answer() }

    /// Somebody ends a call, or turns it down.
    @discardableResult
    package func hangUp(by number: String) async throws -> CallID { try await subscriber(number).hangUp() }

    /// The network's record of a call, once it is as wanted.
    @discardableResult
    package func waitForCall(_ id: CallID, _ condition: @escaping @Sendable (CallRecord) -> Bool) async throws
        -> CallRecord
    { try await carrier.waitForCall(id, condition) }

    /// The first call with somebody that is as wanted, once there is one.
    @discardableResult
    package func waitForCall(with number: String, _ condition: @escaping @Sendable (CallRecord) -> Bool) async throws
        -> CallRecord
    {
        _ = try await subscriber(number)
        let found = try await carrier.waitUntil { $0.calls(of: number).contains(where: condition) }
        guard let record = found.calls(of: number).first(where: condition) else { throw CarrierError.timedOut }
        return record
    }
}
