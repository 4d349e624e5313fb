import HandsetSMS
import HandsetWireCore

// The fields that several types have, and the words for them.
extension PDULayout {
    static func list(_ parts: [String?]) -> String { parts.compactMap { $0 }.joined(separator: ", ") }

    static func flag(_ hasHeader: Bool) -> String? { hasHeader ? "user data header" : nil }

    static func describe(_ address: Address) -> String {
        "\(address.value) (\(PDUFields.name(address.type.number)), plan \(address.type.plan.rawValue))"
    }

    mutating func reference(_ name: String, _ value: UInt8?) {
        if let value { row(name, 1, "reference \(value)") }
    }

    mutating func cause(_ fields: PDUFields) {
        if let cause = fields.cause { row("TP-FCS", 1, cause.meaning ?? "reserved") }
    }

    mutating func address(_ name: String, _ address: Address?) {
        guard let address else { return }
        row(name, 2 + (Int(address.length) + 1) / 2, Self.describe(address))
    }

    mutating func timestamp(_ name: String, _ timestamp: Timestamp?) {
        guard let timestamp else { return }
        row(name, 7, timestamp.isValid ? timestamp.description : "no moment")
    }

    mutating func optional(_ fields: PDUFields) {
        protocolIdentifier(fields)
        coding(fields)
        userData(fields.userData)
    }

    mutating func protocolIdentifier(_ fields: PDUFields) {
        guard let identifier = fields.protocolIdentifier else { return }
        let meaning =
            switch identifier.meaning {
            case .shortMessage(0): "short message"
            case .shortMessage(let value): "short message, protocol \(value)"
            case .telematic(let device): "for or from \(device.name ?? "a reserved device")"
            case .typeZero: "type 0: neither shown nor stored"
            case .replace(let type): "replaces type \(type)"
            case .deviceTriggering: "device triggering"
            case .enhancedMessage: "enhanced message (obsolete)"
            case .returnCall: "return call"
            case .ansi136Data: "ANSI-136 R-DATA"
            case .equipmentDataDownload: "data download to the equipment"
            case .equipmentDepersonalization: "depersonalisation of the equipment"
            case .simDataDownload: "data download to the SIM"
            case .serviceCentreSpecific: "for the service centre's use"
            case .reserved: "reserved"
            }
        row("TP-PID", 1, meaning)
    }

    mutating func coding(_ fields: PDUFields) {
        guard let coding = fields.coding else { return }
        row(
            "TP-DCS", 1,
            Self.list([
                PDUFields.name(coding), coding.messageClass.map { "class \($0.rawValue)" },
                coding.isCompressed ? "compressed" : nil, coding.isReserved ? "reserved" : nil,
                coding.group == .automaticDeletion ? "to be deleted once read" : nil,
                coding.waiting.map { "\(PDUFields.name($0.kind)) waiting \($0.isActive ? "on" : "off")" },
            ]))
    }

    mutating func userData(_ userData: UserData?) {
        guard let userData else { return }
        let septets = userData.alphabet == .gsm7 && !userData.dataCodingScheme.isCompressed
        row("TP-UDL", 1, "\(userData.length) \(septets ? "septets" : "octets")")
        if userData.hasHeader { header(userData) }
        row("TP-UD", userData.octets.count - userData.headerOctets, userData.text.map(Self.quoted) ?? "data")
    }

    private mutating func header(_ userData: UserData) {
        guard let header = userData.header else {
            row("header", userData.headerOctets, "malformed, ignored")
            return
        }
        row("UDHL", 1, "\(header.octets.count) octets of header")
        for element in header {
            row("element \(Hex.string([element.id]))", 2 + element.data.count, Self.describe(element))
        }
    }

    private static func describe(_ element: UserDataHeader.Element) -> String {
        if element.isContradiction { return "contradicts itself, ignored" }
        if let place = Concatenation(element) {
            return "part \(place.part) of \(place.total), reference \(place.reference)"
        }
        if let ports = ApplicationPorts(element) { return "to port \(ports.destination) from \(ports.source)" }
        if let waiting = MessageWaiting(element) {
            return "\(PDUFields.name(waiting.kind)): \(waiting.count ?? 0) waiting"
        }
        if let mail = EnhancedVoiceMail(element) { return "voice mail: \(mail.count) waiting" }
        switch element.id {
        case 0x06: return "service centre control"
        case 0x20: return "header of an Internet mail"
        case 0x22: return "reply address"
        case 0x24: return "single shift: \(element.data.first.flatMap(NationalLanguage.init).map { "\($0)" } ?? "")"
        case 0x25: return "locking shift: \(element.data.first.flatMap(NationalLanguage.init).map { "\($0)" } ?? "")"
        default: return ""
        }
    }

    /// The text in quotation marks on one line, with what a terminal would obey escaped.
    private static func quoted(_ text: String) -> String { PDUJSON.string(text).text }
}
