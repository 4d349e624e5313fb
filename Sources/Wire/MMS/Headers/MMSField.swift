/// A header field of an MMS PDU by its number, the high bit left out (OMA-TS-MMS_ENC-V1_3, 7.4, table 25).
package struct MMSField: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

    package static let bcc = MMSField(rawValue: 0x01)
    package static let cc = MMSField(rawValue: 0x02)
    package static let contentLocation = MMSField(rawValue: 0x03)
    package static let contentType = MMSField(rawValue: 0x04)
    package static let date = MMSField(rawValue: 0x05)
    package static let deliveryReport = MMSField(rawValue: 0x06)
    package static let deliveryTime = MMSField(rawValue: 0x07)
    package static let expiry = MMSField(rawValue: 0x08)
    package static let from = MMSField(rawValue: 0x09)
    package static let messageClass = MMSField(rawValue: 0x0A)
    package static let messageID = MMSField(rawValue: 0x0B)
    package static let messageType = MMSField(rawValue: 0x0C)
    package static let version = MMSField(rawValue: 0x0D)
    package static let messageSize = MMSField(rawValue: 0x0E)
    package static let priority = MMSField(rawValue: 0x0F)
    package static let readReport = MMSField(rawValue: 0x10)
    package static let reportAllowed = MMSField(rawValue: 0x11)
    package static let responseStatus = MMSField(rawValue: 0x12)
    package static let responseText = MMSField(rawValue: 0x13)
    package static let senderVisibility = MMSField(rawValue: 0x14)
    package static let status = MMSField(rawValue: 0x15)
    package static let subject = MMSField(rawValue: 0x16)
    package static let to = MMSField(rawValue: 0x17)
    package static let transactionID = MMSField(rawValue: 0x18)
    package static let retrieveStatus = MMSField(rawValue: 0x19)
    package static let retrieveText = MMSField(rawValue: 0x1A)
    package static let readStatus = MMSField(rawValue: 0x1B)
    package static let statusText = MMSField(rawValue: 0x36)
    package static let contentClass = MMSField(rawValue: 0x3A)

    /// How a value's end is found.
    enum Grammar { case text, encodedString, token, from, other }

    var grammar: Grammar {
        switch self {
        case .contentLocation, .messageID, .transactionID: .text
        case .bcc, .cc, .to, .subject, .responseText, .retrieveText, .statusText: .encodedString
        case .messageType, .responseStatus, .status, .retrieveStatus, .readStatus: .token
        case .from: .from
        default: .other
        }
    }

    /// The standard's name; empty for a number that it does not give out.
    package var name: String { Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : "" }

    private static let names: [String] = [
        "", "Bcc", "Cc", "X-Mms-Content-Location", "Content-Type", "Date", "X-Mms-Delivery-Report",
        "X-Mms-Delivery-Time", "X-Mms-Expiry", "From", "X-Mms-Message-Class", "Message-ID", "X-Mms-Message-Type",
        "X-Mms-MMS-Version", "X-Mms-Message-Size", "X-Mms-Priority", "X-Mms-Read-Report", "X-Mms-Report-Allowed",
        "X-Mms-Response-Status", "X-Mms-Response-Text", "X-Mms-Sender-Visibility", "X-Mms-Status", "Subject", "To",
        "X-Mms-Transaction-Id", "X-Mms-Retrieve-Status", "X-Mms-Retrieve-Text", "X-Mms-Read-Status",
        "X-Mms-Reply-Charging", "X-Mms-Reply-Charging-Deadline", "X-Mms-Reply-Charging-ID",
        "X-Mms-Reply-Charging-Size", "X-Mms-Previously-Sent-By", "X-Mms-Previously-Sent-Date", "X-Mms-Store",
        "X-Mms-MM-State", "X-Mms-MM-Flags", "X-Mms-Store-Status", "X-Mms-Store-Status-Text", "X-Mms-Stored",
        "X-Mms-Attributes", "X-Mms-Totals", "X-Mms-Mbox-Totals", "X-Mms-Quotas", "X-Mms-Mbox-Quotas",
        "X-Mms-Message-Count", "Content", "X-Mms-Start", "Additional-headers", "X-Mms-Distribution-Indicator",
        "X-Mms-Element-Descriptor", "X-Mms-Limit", "X-Mms-Recommended-Retrieval-Mode",
        "X-Mms-Recommended-Retrieval-Mode-Text", "X-Mms-Status-Text", "X-Mms-Applic-ID", "X-Mms-Reply-Applic-ID",
        "X-Mms-Aux-Applic-Info", "X-Mms-Content-Class", "X-Mms-DRM-Content", "X-Mms-Adaptation-Allowed",
        "X-Mms-Replace-ID", "X-Mms-Cancel-ID", "X-Mms-Cancel-Status",
    ]
}
