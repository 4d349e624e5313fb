import HandsetDialing

/// A text that a link begins (`sms:`, RFC 5724): it goes nowhere before the person says so.
struct Draft: Equatable, Sendable {
    var recipients: [String]
    var body: String

    init(recipients: [String], body: String) {
        self.recipients = recipients
        self.body = body
    }

    /// - Throws: what is wrong with the link, without what it says.
    init(link: String) throws(DialingError) {
        let uri = try SMSURI(link)
        recipients = uri.numbers.map(\.text)
        body = uri.body ?? ""
    }
}
