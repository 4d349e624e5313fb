package import HandsetWireCore

/// A message on its way to the MMSC: M-Send.req (OMA-TS-MMS_ENC-V1_3, 6.1.1).
package struct MMSSendRequest: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.sendRequest
    package static let required: [MMSField] = [.transactionID]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    /// A message to at least one recipient.
    package init(
        transactionID: TextValue, to: [MMSAddress], cc: [MMSAddress] = [], bcc: [MMSAddress] = [],
        from: MMSFrom = .insertAddress, subject: String? = nil, date: UInt64? = nil, body: MMSBody,
        version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: transactionID, version: version)
        self.date = date
        self.from = from
        self.to = to
        self.cc = cc
        self.bcc = bcc
        self.subject = subject.map { EncodedString($0) }
        fields.body = body
    }

    package static func check(_ fields: MMSFields) throws(DecodeError) {
        let recipients: [MMSField] = [.to, .cc, .bcc]
        guard recipients.contains(where: { fields[$0] != nil }) else {
            throw DecodeError(.truncated, MMSField.to.name, at: fields.encoded().count)
        }
        guard fields.body != nil else {
            throw DecodeError(.truncated, MMSField.contentType.name, at: fields.encoded().count)
        }
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

    package var bcc: [MMSAddress] {
        get { fields.addresses(.bcc) }
        set { fields.set(.bcc, newValue) }
    }

    package var subject: EncodedString? {
        get { fields.subject }
        set { fields.subject = newValue }
    }

    package var messageClass: MMSMessageClass? {
        get { fields.messageClass }
        set { fields.messageClass = newValue }
    }

    /// X-Mms-Expiry: how long the MMSC keeps it.
    package var expiry: MMSTime? {
        get { fields.time(.expiry) }
        set { fields[.expiry] = newValue?.value }
    }

    /// X-Mms-Delivery-Time: not before.
    package var deliveryTime: MMSTime? {
        get { fields.time(.deliveryTime) }
        set { fields[.deliveryTime] = newValue?.value }
    }

    package var priority: MMSPriority? {
        get { fields.token(.priority) }
        set { fields.set(.priority, newValue) }
    }

    package var senderVisibility: MMSSenderVisibility? {
        get { fields.token(.senderVisibility) }
        set { fields.set(.senderVisibility, newValue) }
    }

    /// X-Mms-Delivery-Report: whether the sender wants one of every recipient.
    package var deliveryReport: Bool? {
        get { fields.answer(.deliveryReport) }
        set { fields.set(.deliveryReport, newValue) }
    }

    /// X-Mms-Read-Report: whether the sender wants one of every recipient.
    package var readReport: Bool? {
        get { fields.answer(.readReport) }
        set { fields.set(.readReport, newValue) }
    }

    /// Content-Type and what follows it; `check` has made sure of it.
    package var body: MMSBody? {
        get { fields.body }
        set { fields.body = newValue }
    }
}
