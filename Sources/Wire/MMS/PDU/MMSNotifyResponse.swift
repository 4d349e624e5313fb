/// The client's answer to a notification: M-NotifyResp.ind (OMA-TS-MMS_ENC-V1_3, 6.2).
package struct MMSNotifyResponse: MMSProtocolDataUnit {
    package static let messageType = MMSMessageType.notifyResponse
    package static let required: [MMSField] = [.transactionID, .status]
    package var fields: MMSFields

    package init(checked fields: MMSFields) { self.fields = fields }

    /// The answer to the notification that has the same transaction id.
    package init(
        transactionID: TextValue, status: MMSStatus, reportAllowed: Bool? = nil, version: MMSVersion = .v1_2
    ) {
        fields = Self.newFields(transactionID: transactionID, version: version)
        self.status = status
        self.reportAllowed = reportAllowed
    }

    package var status: MMSStatus {
        get { fields.token(.status) ?? .indeterminate }
        set { fields.set(.status, newValue) }
    }

    /// X-Mms-Report-Allowed: whether the sender may learn of it; yes when it is absent.
    package var reportAllowed: Bool? {
        get { fields.answer(.reportAllowed) }
        set { fields.set(.reportAllowed, newValue) }
    }
}
