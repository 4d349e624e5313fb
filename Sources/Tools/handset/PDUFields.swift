import HandsetSMS
import HandsetWireCore

/// What a TPDU says, whichever of the six it is; nil is what it does not say.
struct PDUFields {
    var type = ""
    var serviceCentre: Address?
    var address: Address?
    var timestamp: Timestamp?
    var protocolIdentifier: ProtocolIdentifier?
    var coding: DataCodingScheme?
    var userData: UserData?
    var data: [UInt8]?
    /// Of a command, whose header stands in its data.
    var commandHeader: UserDataHeader?
    var validity: ValidityPeriod?
    var reference: UInt8?
    var discharge: Timestamp?
    var status: Status?
    var cause: FailureCause?
    var command: (kind: UInt8, number: UInt8)?
    var damage: [String] = []

    /// The fields of `value`, up to the one at which the reading stopped.
    init(_ value: TPDU, before stop: String?) {
        // The order on the wire: what comes at or after the stop was not read.
        func isRead(_ field: String, of order: [String]) -> Bool {
            guard let stop else { return true }
            guard let place = order.firstIndex(of: field), let end = order.firstIndex(of: stop) else { return false }
            return place < end
        }
        switch value {
        case .deliver(let message):
            let order = ["TP-MTI", "TP-OA", "TP-PID", "TP-DCS", "TP-SCTS", "TP-UDL"]
            type = "deliver"
            if isRead("TP-OA", of: order) { address = message.originatingAddress }
            if isRead("TP-PID", of: order) { protocolIdentifier = message.protocolIdentifier }
            if isRead("TP-DCS", of: order) { coding = message.dataCodingScheme }
            if isRead("TP-SCTS", of: order) { timestamp = message.timestamp }
            if isRead("TP-UDL", of: order) { userData = message.userData }
        case .submit(let message):
            let order = ["TP-MTI", "TP-MR", "TP-DA", "TP-PID", "TP-DCS", "TP-VP", "TP-UDL"]
            type = "submit"
            if isRead("TP-MR", of: order) { reference = message.messageReference }
            if isRead("TP-DA", of: order) { address = message.destinationAddress }
            if isRead("TP-PID", of: order) { protocolIdentifier = message.protocolIdentifier }
            if isRead("TP-DCS", of: order) { coding = message.dataCodingScheme }
            if isRead("TP-VP", of: order) { validity = message.validityPeriod }
            if isRead("TP-UDL", of: order) { userData = message.userData }
        case .statusReport(let report):
            let order = [
                "TP-MTI", "TP-MR", "TP-RA", "TP-SCTS", "TP-DT", "TP-ST", "TP-PI", "TP-PID", "TP-DCS", "TP-UDL",
            ]
            type = "status-report"
            if isRead("TP-MR", of: order) { reference = report.messageReference }
            if isRead("TP-RA", of: order) { address = report.recipientAddress }
            if isRead("TP-SCTS", of: order) { timestamp = report.timestamp }
            if isRead("TP-DT", of: order) { discharge = report.dischargeTime }
            if isRead("TP-ST", of: order) { status = report.status }
            if let parameters = report.parameters { set(parameters) }
        case .deliverReport(let report):
            type = "deliver-report"
            cause = report.failureCause
            set(report.parameters)
        case .submitReport(let report):
            let order = ["TP-MTI", "TP-FCS", "TP-PI", "TP-SCTS", "TP-PID", "TP-DCS", "TP-UDL"]
            type = "submit-report"
            cause = report.failureCause
            if isRead("TP-SCTS", of: order) { timestamp = report.timestamp }
            set(report.parameters)
        case .command(let command):
            let order = ["TP-MTI", "TP-MR", "TP-PID", "TP-CT", "TP-MN", "TP-DA", "TP-CDL"]
            type = "command"
            if isRead("TP-MR", of: order) { reference = command.messageReference }
            if isRead("TP-PID", of: order) { protocolIdentifier = command.protocolIdentifier }
            if isRead("TP-MN", of: order) { self.command = (command.kind.rawValue, command.messageNumber) }
            if isRead("TP-DA", of: order) { address = command.destinationAddress }
            if isRead("TP-CDL", of: order) {
                data = command.data
                commandHeader = command.header
            }
        }
        damage = stop == nil ? value.damage.map(\.description) : []
    }

    private mutating func set(_ parameters: OptionalParameters) {
        protocolIdentifier = parameters.protocolIdentifier
        coding = parameters.dataCodingScheme
        userData = parameters.userData
    }
}

// MARK: - JSON

extension PDUFields {
    var json: PDUJSON {
        let header = userData?.header ?? commandHeader
        return .object([
            ("type", .string(type)),
            ("smsc", PDUJSON(serviceCentre?.value)),
            ("address", address.map(Self.json) ?? .null),
            ("timestamp", Self.json(timestamp)),
            ("protocol", PDUJSON(protocolIdentifier?.rawValue)),
            ("coding", PDUJSON(coding?.rawValue)),
            ("alphabet", PDUJSON((coding ?? userData?.dataCodingScheme).map(Self.name))),
            ("class", PDUJSON((coding ?? userData?.dataCodingScheme)?.messageClass?.rawValue)),
            ("text", PDUJSON(userData?.text)),
            ("data", PDUJSON(octets.map { Hex.string($0) })),
            ("concatenation", header?.concatenation.map(Self.json) ?? .null),
            ("ports", header?.ports.map(Self.json) ?? .null),
            ("waiting", Self.json(waiting)),
            ("elements", header.map(Self.json) ?? .null),
            ("validity", Self.json(validity)),
            ("reference", PDUJSON(reference)),
            ("discharge", Self.json(discharge)),
            ("status", PDUJSON(status?.rawValue)),
            ("cause", PDUJSON(cause?.rawValue)),
            (
                "command",
                command.map { .object([("kind", PDUJSON($0.kind)), ("message", PDUJSON($0.number))]) } ?? .null
            ),
            ("damage", .array(damage.map(PDUJSON.string))),
        ])
    }

    /// The octets of what is no text.
    private var octets: [UInt8]? {
        if let data { return data }
        guard let userData, userData.text == nil else { return nil }
        return Array(userData.data)
    }

    private var waiting: [MessageWaiting] {
        if let userData { return userData.waiting }
        return coding?.waiting.map { [$0] } ?? []
    }

    static func name(_ coding: DataCodingScheme) -> String {
        switch coding.alphabet {
        case .gsm7: "gsm7"
        case .ucs2: "ucs2"
        case .data: "data"
        }
    }

    static func name(_ type: TypeOfNumber) -> String {
        switch type {
        case .unknown: "unknown"
        case .international: "international"
        case .national: "national"
        case .networkSpecific: "network-specific"
        case .subscriber: "subscriber"
        case .alphanumeric: "alphanumeric"
        case .abbreviated: "abbreviated"
        case .reserved: "reserved"
        }
    }

    static func name(_ kind: MessageWaiting.Kind) -> String {
        switch kind {
        case .voice: "voice"
        case .fax: "fax"
        case .email: "email"
        case .video: "video"
        case .other: "other"
        case .reserved(let value): "reserved \(value)"
        }
    }

    private static func json(_ address: Address) -> PDUJSON {
        .object([("value", .string(address.value)), ("type", .string(name(address.type.number)))])
    }

    private static func json(_ timestamp: Timestamp?) -> PDUJSON {
        guard let timestamp, timestamp.isValid else { return .null }
        return .string(timestamp.description)
    }

    private static func json(_ place: Concatenation) -> PDUJSON {
        .object([
            ("reference", .number(Int(place.reference))), ("part", PDUJSON(place.part)),
            ("total", PDUJSON(place.total)),
        ])
    }

    private static func json(_ ports: ApplicationPorts) -> PDUJSON {
        .object([("destination", .number(Int(ports.destination))), ("source", .number(Int(ports.source)))])
    }

    private static func json(_ waiting: [MessageWaiting]) -> PDUJSON {
        guard !waiting.isEmpty else { return .null }
        return .array(
            waiting.map {
                .object([("kind", .string(name($0.kind))), ("count", PDUJSON($0.count)), ("store", .bool($0.store))])
            })
    }

    private static func json(_ header: UserDataHeader) -> PDUJSON {
        .array(header.map { .object([("id", PDUJSON($0.id)), ("data", .string(Hex.string($0.data)))]) })
    }

    /// Seconds of a period, the moment of an absolute one.
    private static func json(_ validity: ValidityPeriod?) -> PDUJSON {
        if case .absolute(let moment) = validity { return json(moment) }
        return PDUJSON(validity?.seconds.map(Int.init))
    }
}
