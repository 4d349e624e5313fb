import HandsetInterface
import HandsetLines
import HandsetNumbers

extension LineRegistry {
    /// Why no call can be made on the line now; nil when one can.
    func callObstacle(of record: LineRecord) -> CallEnding? {
        guard let status = status(of: record.id), isPresent(record.id), let state = status.line else {
            return absence(of: record)
        }
        switch status.sim {
        case .pinRequired: return Self.locked
        case .pukRequired, .otherCodeRequired:
            return CallEnding(.pinRequired, "The card asks for its PUK or another code: see `handset lines`.")
        case .ready, .unknown, .absent: break
        }
        guard voices.contains(status.name) else {
            return CallEnding(.noLine, "The modem of this line has no calls.")
        }
        guard state.registration.isRegistered else {
            return CallEnding(
                .noService,
                state.registration == .denied
                    ? "The network does not let this line in: ask its carrier."
                    : "There is no network: try again where there is coverage.")
        }
        return nil
    }

    private static let locked = CallEnding(.pinRequired, "The card asks for its PIN: `handset unlock`.")

    /// A card that is locked does not tell which line it is: the one that the modem had last is meant.
    private func absence(of record: LineRecord) -> CallEnding {
        guard let modem = record.modem, let status = statuses[modem], status.line == nil, !record.isGone else {
            return CallEnding(.noLine, "No modem has this line now: see `handset status`.")
        }
        if case .pinRequired = status.sim { return Self.locked }
        if !status.isReachable { return CallEnding(.modemLost, "The modem does not answer: see `handset status`.") }
        return CallEnding(.noLine, "No modem has this line now: see `handset status`.")
    }

    /// Every line that calls may be asked for.
    var callLines: [CallSurroundings.Line] {
        records.filter { record in isPresent(record.id) || !record.isGone && modemNames.contains(record.modem ?? "") }
            .map { record in
                CallSurroundings.Line(
                    id: record.id.rawValue, label: label(of: record), iccid: record.iccid,
                    modem: status(of: record.id)?.name, obstacle: callObstacle(of: record))
            }
    }

    /// Modems that may carry an emergency call, the likeliest first: with a network, with a card, the others.
    var emergencyModems: [String] {
        func rank(_ name: String) -> Int {
            guard let status = statuses[name], status.isReachable else { return 3 }
            guard let line = status.line else { return 2 }
            return line.registration.isRegistered ? 0 : 1
        }
        let able = modemNames.filter(voices.contains)
        return able.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    /// The line that a modem has now.
    func line(on modem: String) -> LineRecord? {
        guard let id = statuses[modem]?.line?.id else { return nil }
        return records.first { $0.id == id }
    }

    /// The country of a line's card, by its IMSI (3GPP TS 23.003, clause 2.2).
    func country(of record: LineRecord?) -> Country? { record?.imsi.flatMap { Country(mobileCountryCode: $0) } }

    /// The country of a line for people's numbers: where no IMSI is known yet, what the card's number says.
    func region(of record: LineRecord) -> String? {
        (country(of: record) ?? record.iccid.flatMap { Country(iccid: $0) })?.code
    }

    /// The country of the network that serves a modem, where it gives its number.
    func servingCountry(of modem: String) -> Country? {
        statuses[modem]?.line?.network.flatMap { network in
            network.utf8.prefix(5).allSatisfy { (0x30...0x39).contains($0) } ? Country(mobileCountryCode: network) : nil
        }
    }
}
