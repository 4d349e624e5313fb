/// The MMSC's answer to a message that was sent: M-Send.conf (OMA-TS-MMS_ENC-V1_3, 6.1.2).
package struct MMSSendConfirmation: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.sendConfirmation
    package static let required: [MMSField] = [.responseStatus]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    package init(
        transactionID: TextValue, status: MMSResponseStatus, text: String? = nil, messageID: TextValue? = nil,
        version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: transactionID, version: version)
        self.status = status
        self.text = text.map { EncodedString($0) }
        self.messageID = messageID
    }

    /// X-Mms-Response-Status.
    package var status: MMSResponseStatus {
        get { fields.token(.responseStatus) ?? .permanentFailure }
        set { fields.set(.responseStatus, newValue) }
    }

    /// X-Mms-Response-Text: for people.
    package var text: EncodedString? {
        get { fields[.responseText]?.encodedString }
        set { fields.set(.responseText, newValue) }
    }

    /// Message-ID: what reports will name; there when the message was taken.
    package var messageID: TextValue? {
        get { fields.text(.messageID) }
        set { fields.set(.messageID, newValue) }
    }
}
