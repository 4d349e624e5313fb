import Foundation

extension CarrierControl {
    /// Requests about multimedia messages; nil for any other.
    func multimedia(_ request: ControlRequest) async throws -> [String: JSONValue]? {
        switch request.command {
        case "mms": return try await sendMultimedia(request)
        case "mms-received":
            let received = await carrier.subscriber(try request.string("subscriber")).receivedMultimedia()
            return ["messages": .array(received.map(\.json))]
        case "mms-status":
            let snapshot = await carrier.snapshot.multimedia
            return [
                "waiting": .array(snapshot.waiting.map(\.json)), "taken": .array(snapshot.submissions.map(\.json)),
                "reports": .object(snapshot.reports.mapValues { .array($0.map(\.json)) }),
            ]
        case "mms-access":
            let access = try await carrier.multimediaAccess(
                of: try await carrier.card(named: try request.string("sim")))
            return ["mmsc": .string(access.mmsc), "proxy": access.proxy.map { .string($0) } ?? .null]
        case "mms-again":
            await carrier.pushMultimediaAgain(to: try request.string("to"))
            return [:]
        case "mms-habits":
            try await setHabits(request)
            return [:]
        case "mms-fault":
            try await carrier.inject(
                try MultimediaFault(request), times: request.optionalInt("times") ?? 1,
                network: NetworkID(rawValue: try request.string("network")))
            return [:]
        default: return nil
        }
    }

    /// `to` is a number or an array of them; `text` and `files` are its parts.
    private func sendMultimedia(_ request: ControlRequest) async throws -> [String: JSONValue] {
        var parts = request.optionalString("text").map { [MultimediaPart(text: $0)] } ?? []
        for path in request.strings("files") { parts.append(try Self.part(ofFile: path)) }
        guard !parts.isEmpty else { throw CarrierError.invalid("request: neither text nor files") }
        let id = try await carrier.subscriber(try request.string("from")).send(
            parts, subject: request.optionalString("subject"), to: request.strings("to"),
            wantsReport: try request.bool("report", default: false))
        return ["message": .string(id)]
    }

    private static let fileLimit = 16 << 20

    private static func part(ofFile path: String) throws -> MultimediaPart {
        let name = (path as NSString).lastPathComponent
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
        guard let size, size <= fileLimit, let data = FileManager.default.contents(atPath: path) else {
            throw CarrierError.invalid("file \(name)")
        }
        return MultimediaPart(type: type(ofFile: name), name: name, data: [UInt8](data))
    }

    private static func type(ofFile name: String) -> String {
        switch (name as NSString).pathExtension.lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "gif": "image/gif"
        case "txt": "text/plain"
        case "vcf": "text/x-vCard"
        case "3gp": "video/3gpp"
        case "mp4": "video/mp4"
        case "amr": "audio/amr"
        default: "application/octet-stream"
        }
    }

    private func setHabits(_ request: ControlRequest) async throws {
        let network = NetworkID(rawValue: try request.string("network"))
        var habits = await carrier.multimediaHabits(of: network)
        if let version = request.optionalString("version") {
            switch version {
            case "1.0": habits.version = .v1_0
            case "1.1": habits.version = .v1_1
            case "1.2": habits.version = .v1_2
            case "1.3": habits.version = .v1_3
            default: throw CarrierError.invalid("request: version is 1.0, 1.1, 1.2 or 1.3")
            }
        }
        habits.appendsTransactionID = try request.bool("appends-id", default: habits.appendsTransactionID)
        habits.wantsProxy = try request.bool("proxy", default: habits.wantsProxy)
        habits.answersChunked = try request.bool("chunked", default: habits.answersChunked)
        habits.duplicatesPushes = try request.bool("pushes-twice", default: habits.duplicatesPushes)
        habits.recognisesRepeats = try request.bool("knows-repeats", default: habits.recognisesRepeats)
        habits.sizeLimit = request.optionalInt("size-limit") ?? habits.sizeLimit
        habits.recipientLimit = request.optionalInt("recipient-limit") ?? habits.recipientLimit
        habits.retention = request.optionalSeconds("retention") ?? habits.retention
        try await carrier.setMultimediaHabits(habits, network: network)
    }
}

extension MultimediaFault {
    init(_ request: ControlRequest) throws(CarrierError) {
        let word = request.optionalString("on") ?? "any"
        guard let on = Request(rawValue: word) else {
            throw .invalid("request: on is send, fetch, acknowledge or any")
        }
        let kind: Kind
        switch try request.string("fault") {
        case "status": kind = .status(try request.int("code"))
        case "delay": kind = .delay(try request.seconds("seconds"))
        case "drip": kind = .drip
        case "cut": kind = .cut(after: try request.int("octets"))
        case "wrong-type": kind = .wrongType
        case "oversized": kind = .oversized(try request.int("octets"))
        case "lose-answer": kind = .loseAnswer
        case "refuse": kind = .refuse
        case "garble": kind = .garble
        case "redirect": kind = .redirect(try request.string("location"))
        case "wrong-transaction": kind = .wrongTransaction
        case "answer": kind = .answer(UInt8(clamping: try request.int("code")))
        case let name: throw .invalid("fault \(name)")
        }
        self.init(kind, on: on)
    }
}

extension ControlRequest {
    /// An array of texts, or one.
    func strings(_ key: String) -> [String] {
        values[key]?.array?.compactMap(\.string) ?? optionalString(key).map { [$0] } ?? []
    }
}

extension ReceivedMultimedia {
    var json: JSONValue {
        .object([
            "message": .string(messageID), "from": .string(from), "to": .array(recipients.map { .string($0) }),
            "subject": subject.map { .string($0) } ?? .null,
            "parts": .array(
                parts.map { part in
                    .object([
                        "type": .string(part.type), "name": .string(part.name), "octets": .integer(part.data.count),
                        "text": part.text.map { .string($0) } ?? .null,
                    ])
                }),
        ])
    }
}

extension SubmittedMultimedia {
    var json: JSONValue {
        .object([
            "message": .string(messageID), "from": .string(from), "to": .array(recipients.map { .string($0) }),
            "transaction": .string(transactionID), "offers": .integer(offers), "octets": .integer(octets.count),
        ])
    }
}

extension MultimediaWaiting {
    var json: JSONValue {
        .object([
            "message": .string(messageID), "to": .string(recipient), "transaction": .string(transactionID),
            "state": .string(state.rawValue), "fetches": .integer(fetches),
        ])
    }
}

extension MultimediaReport {
    var json: JSONValue {
        .object(["message": .string(messageID), "by": .string(recipient), "status": .string(status)])
    }
}
