/// Word of a message that waits at the MMSC: M-Notification.ind (OMA-TS-MMS_ENC-V1_3, 6.2).
package struct MMSNotification: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.notification
    package static let required: [MMSField] = [.contentLocation]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    package init(
        transactionID: TextValue, contentLocation: TextValue, from: MMSAddress?, subject: String? = nil,
        messageClass: MMSMessageClass = .personal, messageSize: UInt64, expiry: MMSTime, version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: transactionID, version: version)
        self.from = from.map(MMSFrom.address)
        self.subject = subject.map { EncodedString($0) }
        self.messageClass = messageClass
        self.messageSize = messageSize
        self.expiry = expiry
        self.contentLocation = contentLocation
    }

    /// X-Mms-Content-Location: where to fetch it, to be used byte for byte.
    package var contentLocation: TextValue {
        get { fields.text(.contentLocation) ?? "" }
        set { fields.set(.contentLocation, newValue) }
    }

    /// Who sent it; nil when the sender is hidden.
    package var from: MMSFrom? {
        get { fields.from }
        set { fields.from = newValue }
    }

    package var subject: EncodedString? {
        get { fields.subject }
        set { fields.subject = newValue }
    }

    package var messageClass: MMSMessageClass? {
        get { fields.messageClass }
        set { fields.messageClass = newValue }
    }

    /// X-Mms-Message-Size, in octets.
    package var messageSize: UInt64? {
        get { fields[.messageSize]?.integer }
        set { fields[.messageSize] = newValue.map(WSPValue.longInteger) }
    }

    /// X-Mms-Expiry: until when the MMSC keeps it.
    package var expiry: MMSTime? {
        get { fields.time(.expiry) }
        set { fields[.expiry] = newValue?.value }
    }

    package var priority: MMSPriority? {
        get { fields.token(.priority) }
        set { fields.set(.priority, newValue) }
    }

    /// X-Mms-Delivery-Report: whether the sender wants one.
    package var deliveryReport: Bool? {
        get { fields.answer(.deliveryReport) }
        set { fields.set(.deliveryReport, newValue) }
    }
}
