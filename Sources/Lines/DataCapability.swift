/// The data connections of the machine's cards, as whoever makes them tells of them. Free of how a modem makes one.
///
/// Handset makes no connection, address or route.
package protocol DataCapability: Sendable {
    /// Begins to look. `changed` is given all that are up, by the lines of their cards, whenever that is not what it was given before;
    /// at the beginning that is nothing.
    func start(_ changed: @escaping @Sendable ([LineID: [DataConnection]]) async -> Void) async
    /// Looks at what could have been missed.
    func probe() async
    /// Returns when nothing is told any more.
    func stop() async
}

/// A data connection of a card.
package struct DataConnection: Hashable, Sendable {
    /// The name of the access point (3GPP TS 23.003, clause 9), where it is known.
    package var accessPoint: String?
    package var path: DataPath

    package init(accessPoint: String? = nil, path: DataPath) {
        self.accessPoint = accessPoint
        self.path = path
    }

    /// The connection to the access point that multimedia messages want, else the first: many carriers have one access point for
    /// everything, whatever it is called in a list.
    package static func best(of connections: [DataConnection], accessPoint: String?) -> DataConnection? {
        guard let wanted = accessPoint.map(networkIdentifier) else { return connections.first }
        return connections.first { $0.accessPoint.map(networkIdentifier) == wanted } ?? connections.first
    }

    /// What two names of one access point have in common: case says nothing, and a network may put its own
    /// `.mncXXX.mccYYY.gprs` behind the name (3GPP TS 23.003, clause 9.1).
    private static func networkIdentifier(_ name: String) -> String {
        let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let isOperators =
            labels.count > 3 && labels.last == "gprs" && labels[labels.count - 2].hasPrefix("mcc")
            && labels[labels.count - 3].hasPrefix("mnc")
        return labels.dropLast(isOperators ? 3 : 0).joined(separator: ".")
    }
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
