import HandsetDBus

/// Why Handset itself refused a multimedia message, in the place of the network's code.
package enum MultimediaRefusal: Int, Hashable, Sendable {
    case tooLarge = 1
    case recipient = 2
    case parts = 3
    case notConfigured = 4
    case notReady = 5
}

/// A multimedia message that is with the network and not here.
package struct DownloadInfo: DictionaryCodable {
    package enum State: String, Hashable, Sendable {
        /// It is being fetched, now or when the connection is there.
        case waiting
        /// It is fetched when the person asks for it.
        case deferred
        /// It will not come; `reason` says why.
        case failed
        case expired
    }
    /// Names it for `Download`.
    package var id: String
    package var line: String
    package var sender: String
    package var subject: String?
    /// In octets, as the network announced it.
    package var size: Int?
    /// Seconds since 1970.
    package var announced: Int64
    package var expires: Int64
    package var state: State
    package var reason: String?

    package init(
        id: String, line: String, sender: String, subject: String?, size: Int?, announced: Int64, expires: Int64,
        state: State, reason: String?
    ) {
        self.id = id
        self.line = line
        self.sender = sender
        self.subject = subject
        self.size = size
        self.announced = announced
        self.expires = expires
        self.state = state
        self.reason = reason
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        line = try fields.string("line") ?? ""
        sender = try fields.string("from") ?? ""
        subject = try fields.string("subject", limit: InterfaceLimits.text)
        size = try fields.count("size")
        announced = try fields.int64("announced") ?? 0
        expires = try fields.int64("expires") ?? 0
        state = try fields.word("state") ?? .waiting
        reason = try fields.string("reason", limit: InterfaceLimits.line)
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "line": .text(line), "from": .text(sender), "subject": subject.map { .text($0) },
            "size": size.map { .count($0) }, "announced": .int64(announced), "expires": .int64(expires),
            "state": .string(state.rawValue), "reason": reason.map { .text($0) },
        ])
    }
}
