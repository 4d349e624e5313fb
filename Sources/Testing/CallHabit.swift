import HandsetCarrier

/// What somebody in the network does with calls.
public enum CallHabit: Hashable, Sendable {
    /// Lets it ring, until somebody answers for them or somebody gives up.
    case rings
    /// Takes it after so long.
    case answers(after: Duration = .zero)
    /// Is in another call.
    case busy
    /// Turns it down after so long.
    case declines(after: Duration = .zero)

    var behaviour: CallBehaviour {
        switch self {
        case .rings: CallBehaviour(.rings)
        case .answers(let time): CallBehaviour(.answers(after: time))
        case .busy: CallBehaviour(.busy)
        case .declines(let time): CallBehaviour(.rejects(after: time))
        }
    }
}

/// Calls, for an app's own tests.
extension TestMachine {
    /// Says what somebody does with calls from now on. People let calls ring until this is said.
    public func subscriber(_ number: String, calls habit: CallHabit) async throws {
        try await setCalls(of: number, habit.behaviour)
    }

    /// Somebody calls a line of the machine: the first, or the one with the label.
    ///
    /// - Parameters:
    ///   - number: Who calls: E.164 with `+`.
    ///   - label: The line's; the first line where it is not given.
    ///   - isWithheld: Whether the number is not shown.
    ///   - patience: When they give up, where nobody answers; the network does after a while.
    /// - Throws: ``TestMachineError`` when there is no such line.
    public func ring(
        from number: String, to label: String? = nil, isWithheld: Bool = false, givesUpAfter patience: Duration? = nil
    ) async throws {
        try await call(from: number, to: label, isWithheld: isWithheld, givesUpAfter: patience)
    }

    /// Waits until somebody's phone rings for a call of the machine, and takes it.
    public func pickUp(by number: String) async throws {
        try await waitForCall(with: number) { $0.passed(.alerting) && !$0.isOver && !$0.wasConnected }
        try await answer(by: number)
    }

    /// Somebody ends their call with the machine, or turns it down.
    public func endCall(by number: String) async throws { try await hangUp(by: number) }

    /// Waits until somebody and the machine talk.
    public func waitUntilConnected(with number: String) async throws {
        try await waitForCall(with: number) { $0.isConnected }
    }

    /// Waits until no call between somebody and the machine is left.
    public func waitUntilOver(with number: String) async throws {
        _ = try await subscriber(number)
        _ = try await carrier.waitUntil { snapshot in
            let calls = snapshot.calls(of: number)
            return !calls.isEmpty && calls.allSatisfy(\.isOver)
        }
    }

    /// Waits until somebody has heard these tones from the machine in a call, and those alone.
    public func waitForTones(_ tones: String, heardBy number: String) async throws {
        try await waitForCall(with: number) { record in
            record.tones(by: record.callee == number ? .caller : .callee) == tones
        }
    }
}
