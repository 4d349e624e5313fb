/// What became of a message at one recipient: M-Delivery.ind (OMA-TS-MMS_ENC-V1_3, 6.6).
package struct MMSDelivery: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.delivery
    package static let required: [MMSField] = [.messageID, .status]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    package init(
        messageID: TextValue, to: MMSAddress, date: UInt64, status: MMSStatus, text: String? = nil,
        version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: nil, version: version)
        self.messageID = messageID
        self.to = to
        self.date = date
        self.status = status
        self.text = text.map { EncodedString($0) }
    }

    /// Message-ID: that of the M-Send.conf.
    package var messageID: TextValue {
        get { fields.text(.messageID) ?? "" }
        set { fields.set(.messageID, newValue) }
    }

    /// The recipient that the report is about.
    package var to: MMSAddress? {
        get { fields.addresses(.to).first }
        set { fields.set(.to, newValue.map { [$0] } ?? []) }
    }

    /// Date: when it was delivered, in seconds since 1970 in UTC.
    package var date: UInt64? {
        get { fields.date }
        set { fields.date = newValue }
    }

    package var status: MMSStatus {
        get { fields.token(.status) ?? .indeterminate }
        set { fields.set(.status, newValue) }
    }

    /// X-Mms-Status-Text: for people.
    package var text: EncodedString? {
        get { fields[.statusText]?.encodedString }
        set { fields.set(.statusText, newValue) }
    }
}
