package import HandsetWireCore

/// A message that was fetched, or why it was not: M-Retrieve.conf (OMA-TS-MMS_ENC-V1_3, 6.3).
package struct MMSRetrieveConfirmation: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.retrieveConfirmation
    package static let required: [MMSField] = []
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    /// A message.
    package init(
        transactionID: TextValue?, messageID: TextValue?, from: MMSFrom?, to: [MMSAddress], cc: [MMSAddress] = [],
        subject: String? = nil, date: UInt64, body: MMSBody, version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: transactionID, version: version)
        self.messageID = messageID
        self.date = date
        self.from = from
        self.to = to
        self.cc = cc
        self.subject = subject.map { EncodedString($0) }
        fields.body = body
    }

    /// A refusal.
    package init(
        transactionID: TextValue?, status: MMSRetrieveStatus, text: String? = nil, date: UInt64,
        version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: transactionID, version: version)
        self.date = date
        self.status = status
        self.text = text.map { EncodedString($0) }
    }

    /// A body may be absent only where the status says why.
    package static func check(_ fields: MMSFields) throws(DecodeError) {
        guard fields.body == nil, (fields.token(.retrieveStatus) ?? MMSRetrieveStatus.ok).outcome == .done else {
            return
        }
        throw DecodeError(.truncated, MMSField.contentType.name, at: fields.encoded().count)
    }

    /// X-Mms-Retrieve-Status; nil, as in version 1.0, is a success.
    package var status: MMSRetrieveStatus? {
        get { fields.token(.retrieveStatus) }
        set { fields.set(.retrieveStatus, newValue) }
    }

    /// X-Mms-Retrieve-Text: for people.
    package var text: EncodedString? {
        get { fields[.retrieveText]?.encodedString }
        set { fields.set(.retrieveText, newValue) }
    }

    package var messageID: TextValue? {
        get { fields.text(.messageID) }
        set { fields.set(.messageID, newValue) }
    }

    /// Date: when it was sent, in seconds since 1970 in UTC.
    package var date: UInt64? {
        get { fields.date }
        set { fields.date = newValue }
    }

    package var from: MMSFrom? {
        get { fields.from }
        set { fields.from = newValue }
    }

    package var to: [MMSAddress] {
        get { fields.addresses(.to) }
        set { fields.set(.to, newValue) }
    }

    package var cc: [MMSAddress] {
        get { fields.addresses(.cc) }
        set { fields.set(.cc, newValue) }
    }

    package var subject: EncodedString? {
        get { fields.subject }
        set { fields.subject = newValue }
    }

    package var messageClass: MMSMessageClass? {
        get { fields.messageClass }
        set { fields.messageClass = newValue }
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

    /// X-Mms-Read-Report: whether the sender wants one.
    package var readReport: Bool? {
        get { fields.answer(.readReport) }
        set { fields.set(.readReport, newValue) }
    }

    /// The message itself.
    package var body: MMSBody? {
        get { fields.body }
        set { fields.body = newValue }
    }
}
