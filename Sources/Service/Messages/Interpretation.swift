import HandsetLines
import HandsetSMS

/// What a received part is.
enum Interpretation: Hashable, Sendable {
    /// A text or a part of one.
    case text(Deliver)
    /// A WAP push or a part of one (WAP-259, 6.5: port 2948).
    case push(Deliver)
    /// A text from a backend that hides the TPDU, already whole.
    case whole(ReceivedFields)
    case report(StatusReport)
    /// Not for the app, and no room here for it yet; kept under this word.
    case hold(String)

    /// What is joined with others of its message before anything is done with it.
    var deliver: Deliver? {
        switch self {
        case .text(let deliver), .push(let deliver): deliver
        case .whole, .report, .hold: nil
        }
    }

    init(_ part: ReceivedPart) {
        switch part {
        case .fields(let fields): self = .whole(fields)
        case .tpdu(let octets): self = Self.read(octets)
        }
    }

    private static func read(_ octets: [UInt8]) -> Interpretation {
        guard let pdu = try? PDU(decoding: octets), let first = pdu.tpdu.first else { return .hold("unreadable") }
        if first & 3 == 2 {
            guard let report = try? StatusReport(decoding: pdu.tpdu) else { return .hold("unreadable") }
            return .report(report)
        }
        guard let deliver = try? Deliver(decoding: pdu.tpdu) else { return .hold("unreadable") }
        if let kind = kindToHold(deliver) { return .hold(kind) }
        return isPush(deliver) ? .push(deliver) : .text(deliver)
    }

    /// A part for the port of connectionless WAP pushes (IANA: wap-push, 2948).
    static func isPush(_ deliver: Deliver) -> Bool {
        (deliver.userData.header?.elements ?? []).contains { element in
            let data = Array(element.data)
            return element.id == 0x05 && data.count >= 2 && UInt16(data[0]) << 8 | UInt16(data[1]) == 2948
        }
    }

    private static func kindToHold(_ deliver: Deliver) -> String? {
        switch deliver.protocolIdentifier.meaning {
        // To be acknowledged and not shown (TS 23.040, 9.2.3.9).
        case .typeZero: return "type-0"
        case .simDataDownload, .ansi136Data, .equipmentDataDownload, .equipmentDepersonalization: return "card"
        default: break
        }
        // An application port (TS 23.040, 9.2.3.24.3 and .4): not a text for a person.
        for element in deliver.userData.header?.elements ?? [] {
            switch (element.id, Array(element.data)) {
            case (0x05, _) where isPush(deliver): break
            case (0x05, let data) where data.count >= 2: return "port"
            case (0x04, _): return "port"
            // Special message indication (9.2.3.24.2): bit 7 asks for the message to be stored as well.
            case (0x01, let data) where data.first.map({ $0 & 0x80 == 0 }) ?? false: return "message-waiting"
            default: break
            }
        }
        if let waiting = deliver.dataCodingScheme.waiting, !waiting.store { return "message-waiting" }
        return nil
    }

    /// Names the message, however often it is sent; nil when its octets do not tell one from another.
    ///
    /// A repeat has the same sender, service centre's time and user data (TS 23.040, 3.2: the acknowledgement was
    /// lost). Only the same text is none: it has another time.
    var digestFields: [[UInt8]]? {
        switch self {
        case .text(let deliver), .push(let deliver):
            guard deliver.timestamp.isValid else { return nil }
            var originator: [UInt8] = []
            deliver.originatingAddress.append(to: &originator)
            return [
                Array("deliver".utf8), originator,
                [deliver.protocolIdentifier.rawValue, deliver.dataCodingScheme.rawValue, deliver.userData.length],
                deliver.timestamp.octets, deliver.userData.octets,
            ]
        case .report(let report):
            var recipient: [UInt8] = []
            report.recipientAddress.append(to: &recipient)
            return [
                Array("report".utf8), recipient, [report.messageReference, report.status.rawValue],
                report.timestamp.octets, report.dischargeTime.octets,
            ]
        case .whole, .hold: return nil
        }
    }
}

extension IncomingMessage.Sender {
    /// The kind is the type of number, and the length where that says nothing: no subscriber's number is so short.
    init(_ address: Address) {
        let value = address.value
        switch address.type.number {
        case .alphanumeric: self.init(address: value, kind: .alphanumeric)
        case .international: self.init(address: value, kind: .number)
        default: self.init(dialled: value)
        }
    }

    init(dialled value: String) {
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { "+*#0123456789abcABC".utf8.contains($0) }
        if value.isEmpty {
            self.init(address: value, kind: .unknown)
        } else if !isNumber {
            self.init(address: value, kind: .alphanumeric)
        } else {
            self.init(address: value, kind: value.hasPrefix("+") || value.utf8.count > 6 ? .number : .shortCode)
        }
    }
}
