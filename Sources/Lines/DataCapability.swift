/// The data connection of a line: where its multimedia messages go. Free of how a modem makes it.
package protocol DataCapability: Sendable {
    /// The connection that carries the line's multimedia messages now; nil while there is none.
    ///
    /// Handset makes no connection, address or route: whoever manages the network does.
    func multimediaPath(of line: LineID) async -> DataPath?
}

/// A connection that is up.
package struct DataPath: Hashable, Sendable {
    /// The network interface that everything has to leave by; nil when the operator allows any.
    package var interface: String?
    /// The addresses of the servers that names are asked of, over that interface: `192.0.2.1`, `2001:db8::1`, each with
    /// `#port` where it is not 53.
    package var nameServers: [String]

    package init(interface: String?, nameServers: [String] = []) {
        self.interface = interface
        self.nameServers = nameServers
    }
}

/// What a carrier wants of a client of its MMSC, and allows it.
package struct MultimediaSettings: Hashable, Sendable {
    /// Where messages are posted: an http or https URL.
    package var mmsc: String
    /// `host:port` of an HTTP proxy.
    package var proxy: String?
    /// The access point, for whoever makes the connection.
    package var accessPoint: String?
    /// The largest message, in octets of the PDU.
    package var maximumSize: Int
    package var maximumRecipients: Int
    /// In characters.
    package var maximumSubject: Int
    /// The largest picture, in pixels.
    package var maximumImageWidth: Int
    package var maximumImageHeight: Int
    /// The transaction id is to be put behind the location of a message.
    package var appendsTransactionID: Bool
    package var userAgent: String
    /// The URL of the profile that carriers adapt messages by (WAP-248-UAProf).
    package var profile: String?

    /// Settings of a carrier of which no more is known: limits that all keep to.
    package init(mmsc: String, proxy: String? = nil, accessPoint: String? = nil) {
        self.mmsc = mmsc
        self.proxy = proxy
        self.accessPoint = accessPoint
        maximumSize = 300 << 10
        maximumRecipients = 20
        maximumSubject = 40
        maximumImageWidth = 640
        maximumImageHeight = 480
        appendsTransactionID = false
        userAgent = "Handset"
    }
}
