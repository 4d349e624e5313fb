/// Word that a message was read, from the recipient's client to the MMSC: M-Read-Rec.ind (OMA-TS-MMS_ENC-V1_3, 6.7.2).
package struct MMSReadRecipient: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.readRecipient
    package static let required: [MMSField] = [.messageID, .readStatus]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    /// The report on the message that M-Retrieve.conf gave `messageID`; `to` is who sent that message.
    package init(
        messageID: TextValue, to: MMSAddress, from: MMSFrom = .insertAddress, date: UInt64? = nil,
        status: MMSReadStatus,
        version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: nil, version: version)
        fields.setReadReport(messageID, from: from, to: to, date: date, status)
    }
}

/// Word that a message was read, from the MMSC to its sender: M-Read-Orig.ind (OMA-TS-MMS_ENC-V1_3, 6.7.2).
package struct MMSReadOriginator: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.readOriginator
    package static let required: [MMSField] = [.messageID, .readStatus]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    /// The report of the recipient `from` on the message that M-Send.conf gave `messageID`.
    package init(
        messageID: TextValue, from: MMSAddress, to: MMSAddress, date: UInt64, status: MMSReadStatus,
        version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: nil, version: version)
        fields.setReadReport(messageID, from: .address(from), to: to, date: date, status)
    }
}

/// What both say.
package protocol MMSReadReport: MMSProtocolDataUnit {}

extension MMSReadRecipient: MMSReadReport {}
extension MMSReadOriginator: MMSReadReport {}

extension MMSReadReport {
    package var messageID: TextValue {
        get { fields.text(.messageID) ?? "" }
        set { fields.set(.messageID, newValue) }
    }

    /// The recipient, who read it.
    package var from: MMSFrom? {
        get { fields.from }
        set { fields.from = newValue }
    }

    /// The sender, who asked.
    package var to: MMSAddress? {
        get { fields.addresses(.to).first }
        set { fields.set(.to, newValue.map { [$0] } ?? []) }
    }

    /// Date: when it was read, in seconds since 1970 in UTC.
    package var date: UInt64? {
        get { fields.date }
        set { fields.date = newValue }
    }

    package var status: MMSReadStatus {
        get { fields.token(.readStatus) ?? .deletedUnread }
        set { fields.set(.readStatus, newValue) }
    }
}

extension MMSFields {
    fileprivate mutating func setReadReport(
        _ messageID: TextValue, from: MMSFrom, to: MMSAddress, date: UInt64?, _ status: MMSReadStatus
    ) {
        set(.messageID, messageID)
        set(.to, [to])
        self.from = from
        self.date = date
        set(.readStatus, status)
    }
}
