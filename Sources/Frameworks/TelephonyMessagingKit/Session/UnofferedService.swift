import Handset

/// A messaging service that no line's carrier offers: it says so at every door, after the checks that every service makes.
struct UnofferedService: Sendable {
    let client: HandsetClient

    /// The role, the service, and a line that is there.
    func require(_ line: CellularServiceID) throws(TelephonyMessagingSession.Error) {
        let lines = try withSessionErrors { () throws(HandsetError) in try client.messagingLines() }
        guard lines.contains(where: { $0.id == line.line }) else { throw .invalidArgument }
    }

    /// The lines of now, then each that comes.
    func lines() throws(TelephonyMessagingSession.Error) -> some AsyncSequence<CellularServiceID, Never> & Sendable {
        try withSessionErrors { () throws(HandsetError) in try client.require(.carrierMessaging) }
        return client.lineArrivals.subscribe().map { CellularServiceID($0) }
    }

    /// A sequence that never yields and ends with its loop's task.
    func nothing<Element: Sendable>(
        of _: Element.Type
    ) throws(TelephonyMessagingSession.Error) -> some AsyncSequence<Element, Never> & Sendable {
        try withSessionErrors { () throws(HandsetError) in try client.require(.carrierMessaging) }
        return Updates<Int, Element>().subscribe()
    }
}
