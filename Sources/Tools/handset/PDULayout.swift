import HandsetSMS
import HandsetWireCore

/// The fields of a PDU with the octets that they take.
struct PDULayout {
    struct Row {
        var offset: Int
        var octets: ArraySlice<UInt8>
        var name: String
        var meaning: String
    }

    private let octets: [UInt8]
    private(set) var offset = 0
    private(set) var rows: [Row] = []

    init(_ octets: [UInt8]) { self.octets = octets }

    /// Lays out as much as there is.
    /// - Returns: whether anything of the TPDU could be read.
    mutating func walk(_ input: PDUInput) -> Bool {
        if input.hasServiceCentre {
            guard let pdu = try? PDU(decoding: octets) else {
                row("service centre", octets.count - offset, "the octets end inside it, or it is too long")
                return false
            }
            let count = octets.count - pdu.tpdu.count
            row("service centre", count, pdu.serviceCentre.address.map(Self.describe) ?? "the card's own")
        }
        let tpdu = Array(octets.dropFirst(offset))
        let (value, failure) = TPDU.reading(tpdu, direction: input.direction, isError: input.isError)
        guard let value else {
            row("TP-MTI", octets.count - offset, failure.map { $0.kind == .truncated ? "missing" : "reserved" } ?? "")
            return false
        }
        let fields = PDUFields(value, before: failure?.field)
        switch value {
        case .deliver(let message): walk(message, fields)
        case .submit(let message): walk(message, fields)
        case .statusReport(let report): walk(report, fields)
        case .deliverReport(let report): walk(report, fields)
        case .submitReport(let report): walk(report, fields)
        case .command(let command): walk(command, fields)
        }
        let rest = octets.count - offset
        if rest > 0 { row(failure.map { "\($0.field), unfinished" } ?? "octets that nothing announces", rest, "") }
        if let failure, rest == 0 { row("\(failure.field)", 0, "missing") }
        if failure == nil {
            for damage in value.damage { row("damage", 0, damage.description) }
        }
        return true
    }

    mutating func row(_ name: String, _ count: Int, _ meaning: String) {
        let end = min(octets.count, offset + max(0, count))
        rows.append(Row(offset: offset, octets: octets[min(offset, end)..<end], name: name, meaning: meaning))
        offset = end
    }

    // MARK: The six types

    private mutating func walk(_ message: Deliver, _ fields: PDUFields) {
        let first = message.firstOctet
        row(
            "SMS-DELIVER", 1,
            Self.list([
                first.moreMessagesToSend ? "more messages wait" : "no more messages",
                Self.flag(message.userData.hasHeader),
                first.statusReport ? "sender wants a report" : nil, first.replyPath ? "reply path" : nil,
                first.loopPrevention ? "must not loop" : nil,
            ]))
        address("TP-OA", fields.address)
        protocolIdentifier(fields)
        coding(fields)
        timestamp("TP-SCTS", fields.timestamp)
        userData(fields.userData)
    }

    private mutating func walk(_ message: Submit, _ fields: PDUFields) {
        let first = message.firstOctet
        row(
            "SMS-SUBMIT", 1,
            Self.list([
                first.rejectDuplicates ? "reject duplicates" : nil, Self.flag(message.userData.hasHeader),
                first.statusReport ? "report wanted" : nil, first.replyPath ? "reply path" : nil,
            ]))
        reference("TP-MR", fields.reference)
        address("TP-DA", fields.address)
        protocolIdentifier(fields)
        coding(fields)
        switch fields.validity {
        case nil, .absent: break
        case .relative: row("TP-VP", 1, fields.validity?.seconds.map { "\($0) s" } ?? "")
        case .absolute(let moment): row("TP-VP", 7, "until \(moment)")
        case .enhanced(let enhanced):
            row(
                "TP-VP", 7,
                Self.list([
                    "enhanced", enhanced.seconds.map { "\($0) s" }, enhanced.isSingleShot ? "tried once" : nil,
                ]))
        }
        userData(fields.userData)
    }

    private mutating func walk(_ report: StatusReport, _ fields: PDUFields) {
        row(
            "SMS-STATUS-REPORT", 1,
            Self.list([
                report.firstOctet.moreMessagesToSend ? "more messages wait" : "no more messages",
                report.isAboutCommand ? "about a command" : nil, Self.flag(report.firstOctet.hasUserDataHeader),
            ]))
        reference("TP-MR", fields.reference)
        address("TP-RA", fields.address)
        timestamp("TP-SCTS", fields.timestamp)
        timestamp("TP-DT", fields.discharge)
        if let status = fields.status { row("TP-ST", 1, "\(status.class): \(status.meaning ?? "reserved")") }
        if let parameters = report.parameters {
            row("TP-PI", parameters.indicator.count, "")
            optional(fields)
        }
    }

    private mutating func walk(_ report: DeliverReport, _ fields: PDUFields) {
        row("SMS-DELIVER-REPORT", 1, Self.flag(report.firstOctet.hasUserDataHeader) ?? "")
        cause(fields)
        row("TP-PI", report.parameters.indicator.count, "")
        optional(fields)
    }

    private mutating func walk(_ report: SubmitReport, _ fields: PDUFields) {
        row("SMS-SUBMIT-REPORT", 1, Self.flag(report.firstOctet.hasUserDataHeader) ?? "")
        cause(fields)
        row("TP-PI", report.parameters.indicator.count, "")
        timestamp("TP-SCTS", fields.timestamp)
        optional(fields)
    }

    private mutating func walk(_ command: SMSCommand, _ fields: PDUFields) {
        row("SMS-COMMAND", 1, Self.flag(command.firstOctet.hasUserDataHeader) ?? "")
        reference("TP-MR", fields.reference)
        protocolIdentifier(fields)
        if let told = fields.command {
            row("TP-CT", 1, "command \(told.kind)")
            row("TP-MN", 1, "about message \(told.number)")
        }
        address("TP-DA", fields.address)
        if fields.data != nil {
            row("TP-CDL", 1, "\(command.length) octets")
            row("TP-CD", command.data.count, "")
        }
    }
}
