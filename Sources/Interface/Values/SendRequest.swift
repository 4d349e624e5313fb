import HandsetDBus

/// A message to send.
package struct SendRequest: DictionaryCodable {
    package var service: String
    /// The line's id.
    package var line: String
    package var recipients: [String]
    /// The client's id for it; the same id and content again gives the first attempt's answer.
    package var id: String
    package var text: String
    package var wantsReport: Bool
    /// Of a multimedia message.
    package var wantsReadReport = false
    package var subject: String?
    package var parts: [MessagePartInfo] = []
    /// The octets of the parts.
    package var body: BusFileDescriptor?

    package init(
        service: String = "sms", line: String, recipients: [String], id: String, text: String,
        wantsReport: Bool = false
    ) {
        self.service = service
        self.line = line
        self.recipients = recipients
        self.id = id
        self.text = text
        self.wantsReport = wantsReport
    }

    package init(_ fields: Fields) throws(ServiceError) {
        service = try fields.required("service")
        line = try fields.required("line")
        recipients = try fields.strings("to", count: InterfaceLimits.recipients)
        id = try fields.required("id")
        text = try fields.string("text", limit: InterfaceLimits.text) ?? ""
        wantsReport = try fields.boolean("report") ?? false
        wantsReadReport = try fields.boolean("read-report") ?? false
        subject = try fields.string("subject", limit: InterfaceLimits.line)
        parts = try fields.values("parts", count: InterfaceLimits.parts)
        body = try fields.fileDescriptor("body")
        guard !id.isEmpty else { throw ServiceError(.invalidArgument, "id is empty") }
        guard !recipients.isEmpty else { throw ServiceError(.invalidArgument, "to names nobody") }
    }

    package var dictionary: [String: BusValue] {
        .known([
            "service": .text(service), "line": .text(line), "to": .texts(recipients), "id": .text(id),
            "text": .text(text), "report": .boolean(wantsReport),
            "read-report": wantsReadReport ? .boolean(true) : nil, "subject": subject.map { .text($0) },
            "parts": parts.isEmpty ? nil : .values(parts), "body": body.map { .fileDescriptor($0) },
        ])
    }
}

/// How the attempt to send ended.
package struct SendResult: DictionaryCodable {
    package enum Outcome: Hashable, Sendable {
        case taken
        /// `reason` is for a person.
        case refused(isPermanent: Bool, reason: String)
        /// The link died before the answer: the message may have been sent or not.
        case unknown
    }
    package var outcome: Outcome
    /// Of the modem or the network: for a multimedia message X-Mms-Response-Status, or a ``MultimediaRefusal``.
    package var code: Int?

    package init(_ outcome: Outcome, code: Int? = nil) {
        self.outcome = outcome
        self.code = code
    }

    package init(_ fields: Fields) throws(ServiceError) {
        code = try fields.int32("code").map(Int.init)
        outcome =
            switch try fields.required("outcome") {
            case "taken": .taken
            case "refused":
                .refused(
                    isPermanent: try fields.string("kind") == "permanent",
                    reason: try fields.string("reason", limit: InterfaceLimits.line) ?? "")
            default: .unknown
            }
    }

    package var dictionary: [String: BusValue] {
        var fields: [String: BusValue] = .known(["code": code.map { .int32(Int32(clamping: $0)) }])
        switch outcome {
        case .taken: fields["outcome"] = .string("taken")
        case .unknown: fields["outcome"] = .string("unknown")
        case .refused(let isPermanent, let reason):
            fields["outcome"] = .string("refused")
            fields["kind"] = .string(isPermanent ? "permanent" : "temporary")
            fields["reason"] = .text(reason)
        }
        return fields
    }
}

/// A sent message as it stands.
package struct SentInfo: DictionaryCodable {
    package enum State: String, Hashable, Sendable {
        case sending, taken, refused, unknown
        /// The report of the service centre says so.
        case delivered, failed
    }
    package var service: String
    package var id: String
    /// Unique for ever, also when `id` is used again.
    package var serial: UInt64
    package var line: String
    package var recipients: [String]
    package var state: State
    package var parts: Int
    /// Seconds since 1970.
    package var time: Int64
    package var reportTime: Int64?

    package init(
        service: String = "sms", id: String, serial: UInt64, line: String, recipients: [String], state: State,
        parts: Int, time: Int64, reportTime: Int64? = nil
    ) {
        self.service = service
        self.id = id
        self.serial = serial
        self.line = line
        self.recipients = recipients
        self.state = state
        self.parts = parts
        self.time = time
        self.reportTime = reportTime
    }

    package init(_ fields: Fields) throws(ServiceError) {
        service = try fields.required("service")
        id = try fields.required("id")
        serial = try fields.uint64("serial") ?? 0
        line = try fields.string("line") ?? ""
        recipients = try fields.strings("to", count: InterfaceLimits.recipients)
        state = try fields.word("state") ?? .unknown
        parts = try fields.count("parts") ?? 0
        time = try fields.int64("at") ?? 0
        reportTime = try fields.int64("report-at")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "service": .text(service), "id": .text(id), "serial": .uint64(serial), "line": .text(line),
            "to": .texts(recipients), "state": .string(state.rawValue), "parts": .count(parts), "at": .int64(time),
            "report-at": reportTime.map { .int64($0) },
        ])
    }
}
