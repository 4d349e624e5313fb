import HandsetCarrier

/// Multimedia messages of the machine's lines, over the interface `lo`.
extension TestMachine {
    /// Sets an option of every line's `mms` in the operator's configuration (docs/mms.md), at the next start of the daemon.
    package func configureMultimedia(_ key: String, _ value: some Sendable) { multimediaOptions[key] = value }

    var multimediaConfiguration: [String: Any] {
        var lines: [String: Any] = [:]
        for (card, access) in zip(cards, multimedia) {
            var options: [String: Any] = multimediaOptions
            options["mmsc"] = access.mmsc
            options["proxy"] = access.proxy
            if habits.appendsTransactionID { options["appendTransactionID"] = true }
            lines["iccid-\(card.rawValue)"] = ["mms": options]
        }
        return lines
    }

    /// Somebody sends a multimedia message to lines of the machine, and perhaps to others; gives its Message-ID.
    @discardableResult
    package func send(
        _ parts: [MultimediaPart], subject: String? = nil, from number: String, to recipients: [String]? = nil,
        wantsReport: Bool = false
    ) async throws -> String {
        let first = lines.first.map { [$0.number] } ?? []
        return try await subscriber(number).send(
            parts, subject: subject, to: recipients ?? first, wantsReport: wantsReport)
    }

    /// The next multimedia requests of the first line's network go wrong.
    package func inject(_ fault: MultimediaFault, times: Int = 1) async throws {
        guard let first = lines.first else { throw TestMachineError("a machine without lines has no network") }
        try await carrier.inject(fault, times: times, network: try await network(named: first.network))
    }
}
