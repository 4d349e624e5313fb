package import HandsetWireCore

/// Any PDU, told apart by X-Mms-Message-Type (OMA-TS-MMS_ENC-V1_3, 6).
package enum MMSPDU: Hashable, Sendable {
    case sendRequest(MMSSendRequest)
    case sendConfirmation(MMSSendConfirmation)
    case notification(MMSNotification)
    case notifyResponse(MMSNotifyResponse)
    case retrieveConfirmation(MMSRetrieveConfirmation)
    case acknowledge(MMSAcknowledge)
    case delivery(MMSDelivery)
    case readRecipient(MMSReadRecipient)
    case readOriginator(MMSReadOriginator)
    /// A type that has no room here, or another major version: a notification of such is to be answered `unrecognised`
    /// (7.3.34), for which ``fields`` has the transaction id.
    case unrecognised(MMSFields)

    package init(decoding octets: [UInt8]) throws(DecodeError) {
        try self.init(MMSFields(decoding: octets))
    }

    package init(decoding octets: RawSpan) throws(DecodeError) {
        try self.init(MMSFields(decoding: octets))
    }

    package init(_ fields: MMSFields) throws(DecodeError) {
        guard let type: MMSMessageType = fields.token(.messageType) else {
            throw DecodeError(.truncated, MMSField.messageType.name, at: fields.encoded().count)
        }
        // An absent version is taken for ours.
        let version: MMSVersion? = fields.token(.version)
        guard version == nil || version?.major == 1 else {
            self = .unrecognised(fields)
            return
        }
        switch type {
        case .sendRequest: self = .sendRequest(try MMSSendRequest(fields))
        case .sendConfirmation: self = .sendConfirmation(try MMSSendConfirmation(fields))
        case .notification: self = .notification(try MMSNotification(fields))
        case .notifyResponse: self = .notifyResponse(try MMSNotifyResponse(fields))
        case .retrieveConfirmation: self = .retrieveConfirmation(try MMSRetrieveConfirmation(fields))
        case .acknowledge: self = .acknowledge(try MMSAcknowledge(fields))
        case .delivery: self = .delivery(try MMSDelivery(fields))
        case .readRecipient: self = .readRecipient(try MMSReadRecipient(fields))
        case .readOriginator: self = .readOriginator(try MMSReadOriginator(fields))
        default: self = .unrecognised(fields)
        }
    }

    package var fields: MMSFields {
        switch self {
        case .sendRequest(let pdu): pdu.fields
        case .sendConfirmation(let pdu): pdu.fields
        case .notification(let pdu): pdu.fields
        case .notifyResponse(let pdu): pdu.fields
        case .retrieveConfirmation(let pdu): pdu.fields
        case .acknowledge(let pdu): pdu.fields
        case .delivery(let pdu): pdu.fields
        case .readRecipient(let pdu): pdu.fields
        case .readOriginator(let pdu): pdu.fields
        case .unrecognised(let fields): fields
        }
    }

    package var messageType: MMSMessageType? { fields.token(.messageType) }
    package var transactionID: TextValue? { fields.text(.transactionID) }
    package var version: MMSVersion? { fields.token(.version) }

    package func encoded() -> [UInt8] { fields.encoded() }
}
