/// Word that a message was fetched: M-Acknowledge.ind (OMA-TS-MMS_ENC-V1_3, 6.4).
package struct MMSAcknowledge: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.acknowledge
    package static let required: [MMSField] = [.transactionID]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    /// The acknowledgement of the M-Retrieve.conf that has the same transaction id.
    package init(transactionID: TextValue, reportAllowed: Bool? = nil, version: MMSVersion = .v1_2) {
        fields = Self.newFields(transactionID: transactionID, version: version)
        self.reportAllowed = reportAllowed
    }

    /// X-Mms-Report-Allowed: whether the sender may learn of it; yes when it is absent.
    package var reportAllowed: Bool? {
        get { fields.answer(.reportAllowed) }
        set { fields.set(.reportAllowed, newValue) }
    }
}
