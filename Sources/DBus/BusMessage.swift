/// A message as it came (D-Bus Specification, "Message Protocol").
package struct BusMessage: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// `answer` is what the transport wants back with the answer; `nil` when none is expected.
        case call(answer: UInt64?)
        case result(of: UInt64)
        case error(of: UInt64, name: String)
        case signal
    }

    package var kind: Kind
    /// The sender's unique name, which the bus vouches for.
    package var sender: String
    package var path: String
    package var interface: String?
    package var member: String
    package var signature: String
    /// `nil` when it was over our limits or out of form.
    package var body: [BusValue]?
}

/// A method call as it goes out.
package struct BusCall: Hashable, Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(
        _ member: String, on interface: String, of destination: String, at path: String, _ arguments: [BusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// A call to the bus itself.
    static func driver(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(
            member, on: "org.freedesktop.DBus", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", arguments)
    }
}

/// A signal as it goes out, to everybody who asked for it.
package struct BusSignal: Hashable, Sendable {
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(_ member: String, on interface: String, at path: String, _ arguments: [BusValue] = []) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}
