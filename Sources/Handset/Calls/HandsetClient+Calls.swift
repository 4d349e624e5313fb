public import Foundation
import HandsetInterface

extension HandsetClient {
    /// Calls somebody.
    ///
    /// The default dialer and the person's tools call at once; for every other app the person is asked first. Returns when
    /// the call is on its way or has failed, not when somebody answers: ``callUpdates`` tells that.
    ///
    /// - Parameters:
    ///   - party: Whom to call. Of a number only `0-9 * # + A-D` is dialled; pauses (`,`) and waits (`;`) part the tones
    ///     that are sent when somebody has answered.
    ///   - line: The line; nil leaves the choice to the service: the preferred one, or the only one.
    /// - Throws: ``HandsetError`` when there was no attempt.
    public func dial(_ party: CallParty, on line: Line.ID? = nil) async throws(HandsetError) -> CallOutcome {
        let request = DialInfo(to: HandleInfo(party), line: line?.rawValue)
        return try await patientCall(.zero) { service throws(ServiceError) in
            CallOutcome(try await service.dial(request))
        }
    }

    /// Opens a `tel:` (RFC 3966), `telephony:` or `sms:` (RFC 5724) link, as the desktop does.
    ///
    /// - Throws: ``HandsetError`` when it is no such link, or there was no attempt.
    public func open(_ link: URL) async throws(HandsetError) -> CallOutcome {
        try await open(link: link.absoluteString)
    }

    /// Opens a link as it was written: what `URL` would mend or refuse is judged by the service.
    package func open(link: String) async throws(HandsetError) -> CallOutcome {
        try await patientCall(.zero) { service throws(ServiceError) in CallOutcome(try await service.openLink(link)) }
    }

    /// The calls in progress and those that ended lately, oldest first: all of them for the default dialer and the
    /// person's tools, its own for a calling app.
    ///
    /// - Throws: ``HandsetError``.
    public func calls() async throws(HandsetError) -> [Call] {
        try await patientCall(.zero) { service throws(ServiceError) in try await service.calls().compactMap(Call.init) }
    }

    /// The calls, whenever one of them changes; a loop starts with those of now.
    public var callUpdates: some AsyncSequence<[Call], Never> & Sendable {
        connection.later { await $0.followCalls() }
        return connection.calls.subscribe()
    }

    /// Does something to a call. ``Call/actions`` says what may be done.
    ///
    /// - Parameters:
    ///   - action: What to do.
    ///   - call: The call.
    ///   - tones: With ``Call/Action/tones`` only: `0-9 * # A-D`, 64 at most.
    /// - Throws: ``HandsetError``: of kind ``HandsetError/Kind/unavailable`` when the calls do not allow it now.
    public func perform(
        _ action: Call.Action, on call: Call.ID, tones: String? = nil
    ) async throws(HandsetError) {
        guard let word = CallInfo.Action(rawValue: action.rawValue) else { throw HandsetError(.invalidArgument) }
        try await patientCall(.zero) { service throws(ServiceError) in
            try await service.control(call: call.uuidString, word, tones: tones)
        }
    }

    /// Sends a service string (USSD, 3GPP TS 22.090) and waits for the network's answer, or replies to the last one.
    ///
    /// - Parameters:
    ///   - string: As typed, 182 octets at most.
    ///   - line: The line; nil for the preferred one.
    /// - Throws: ``HandsetError``.
    public func requestService(
        _ string: String, on line: Line.ID? = nil
    ) async throws(HandsetError) -> ServiceAnswer {
        try await patientCall(.zero) { service throws(ServiceError) in
            ServiceAnswer(try await service.requestUSSD(string, line: line?.rawValue))
        }
    }

    /// Ends the dialogue that an answer left open.
    ///
    /// - Throws: ``HandsetError``.
    public func cancelService(on line: Line.ID? = nil) async throws(HandsetError) {
        try await patientCall(.zero) { service throws(ServiceError) in
            try await service.cancelUSSD(line: line?.rawValue)
        }
    }
}

// MARK: - History

extension HandsetClient {
    /// How long a look at the history waits for a service that is being restarted.
    private static let historyPatience = Duration.seconds(5)

    /// Rows of the call history, the newest first: since it has the role for the default dialer, all for the person's tools.
    ///
    /// - Parameters:
    ///   - row: Only rows before this one; nil from the newest.
    ///   - limit: At most this many, 1 to 500.
    /// - Throws: ``HandsetError``.
    public func recentCalls(before row: UInt64? = nil, limit: Int = 500) async throws(HandsetError) -> [RecentCall] {
        let query = RecentQuery(before: row, limit: limit)
        return try await patientCall(Self.historyPatience) { service throws(ServiceError) in
            try await service.recents(query).compactMap(RecentCall.init)
        }
    }

    /// Notes that the person has seen rows.
    ///
    /// - Throws: ``HandsetError``.
    public func markRecentCallsRead(_ calls: [RecentCall.ID]) async throws(HandsetError) {
        let ids = calls.map(\.uuidString)
        // The interface takes so many at once.
        for start in stride(from: 0, to: ids.count, by: InterfaceLimits.identifiers) {
            let some = Array(ids[start..<min(start + InterfaceLimits.identifiers, ids.count)])
            try await patientCall(Self.historyPatience) { service throws(ServiceError) in
                try await service.markRecentsRead(some)
            }
        }
    }

    /// Tells whenever the call history has changed, and after a restart of the service, when it may have.
    public var recentCallChanges: some AsyncSequence<Void, Never> & Sendable { connection.historyChanges.subscribe() }
}
