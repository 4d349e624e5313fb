/// What the operator has written of a line.
package struct LineOptions: Hashable, Sendable {
    /// The line's own number, for SIMs that do not know theirs.
    package var number: String?
    package var multimedia = MultimediaOptions()

    package init() {}

    init(_ section: Configuration.Section) throws(Configuration.Fault) {
        try section.refuseOthers(than: ["number", "mms"])
        number = try section["number"]?.text()
        if let mms = section["mms"] { multimedia = try MultimediaOptions(mms) }
    }
}

/// What the operator has written of a line's multimedia messages: it wins over what is known of the carrier.
package struct MultimediaOptions: Hashable, Sendable {
    /// When a message is fetched without being asked for.
    package enum Download: String, Hashable, Sendable, CaseIterable {
        case always
        /// Not while roaming.
        case home
        /// Never: the person asks for it.
        case ask
    }

    /// The network interface; `*` allows any.
    package var interface: String?
    package var nameServers: [String]?
    /// The access point of multimedia messages.
    package var accessPoint: String?
    package var mmsc: String?
    package var proxy: String?
    package var maximumSize: Int?
    package var maximumRecipients: Int?
    package var appendsTransactionID: Bool?
    package var userAgent: String?
    package var profile: String?
    package var download: Download?
    /// Octets; a larger message waits for the person.
    package var downloadLimit: Int?
    /// Whether senders may be told that their message has come.
    package var mayReport: Bool?
    /// Seconds until the first second attempt; it doubles with each.
    package var retryAfter: Int64?

    package init() {}

    init(_ section: Configuration.Section) throws(Configuration.Fault) {
        try section.refuseOthers(than: [
            "interface", "nameServers", "apn", "mmsc", "proxy", "maximumSize", "maximumRecipients",
            "appendTransactionID",
            "userAgent", "profile", "download", "downloadLimit", "reports", "retryAfter",
        ])
        interface = try section["interface"]?.text()
        if let interface, interface != "*", !(1...15 ~= interface.utf8.count) || interface.contains("/") {
            throw Configuration.Fault("\(section.key).interface", "has to be an interface's name, or * for any")
        }
        if let servers = section["nameServers"] {
            var texts: [String] = []
            for server in try servers.elements() { texts.append(try server.text()) }
            nameServers = texts
        }
        accessPoint = try section["apn"]?.text()
        if let accessPoint, !(1...100 ~= accessPoint.utf8.count) {
            throw Configuration.Fault("\(section.key).apn", "has to be an access point's name, of 100 octets at most")
        }
        mmsc = try section["mmsc"]?.text()
        if let mmsc, !mmsc.hasPrefix("http://"), !mmsc.hasPrefix("https://") {
            throw Configuration.Fault("\(section.key).mmsc", "has to be an http or https URL")
        }
        proxy = try section["proxy"]?.text()
        maximumSize = try section["maximumSize"].map { value throws(Configuration.Fault) in
            Int(try value.integer(10_240...16_777_216))
        }
        maximumRecipients = try section["maximumRecipients"].map { value throws(Configuration.Fault) in
            Int(try value.integer(1...100))
        }
        appendsTransactionID = try section["appendTransactionID"]?.boolean()
        userAgent = try Self.header(section, "userAgent")
        profile = try Self.header(section, "profile")
        if let word = try section["download"]?.text() {
            guard let known = Download(rawValue: word) else {
                throw Configuration.Fault("\(section.key).download", "has to be always, home or ask")
            }
            download = known
        }
        downloadLimit = try section["downloadLimit"].map { value throws(Configuration.Fault) in
            Int(try value.integer(0...16_777_216))
        }
        mayReport = try section["reports"]?.boolean()
        retryAfter = try section["retryAfter"]?.integer(1...3_600)
    }

    private static func header(_ section: Configuration.Section, _ key: String) throws(Configuration.Fault) -> String? {
        guard let text = try section[key]?.text() else { return nil }
        guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw Configuration.Fault("\(section.key).\(key)", "has to be plain letters in one line")
        }
        return text
    }
}
