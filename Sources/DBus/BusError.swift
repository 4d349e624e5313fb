/// Why a call or a connection failed.
package enum BusError: Error, Hashable, Sendable {
    /// The other side, or the bus, answered with an error.
    case remote(name: String, message: String)
    /// No bus could be reached; the text says where and why.
    case unreachable(String)
    /// The bus went away, or we left it.
    case disconnected
    case timedOut
    /// The calling task was cancelled. The call itself was sent and may have had its effect.
    case cancelled
    /// A value that D-Bus cannot carry: a string with U+0000, a name or path out of form, an array over the limit.
    case unencodable
    /// An answer over our limits, or of other types than the interface's.
    case unreadable

    /// The name of the remote error, if it was one.
    package var remoteName: String? { if case .remote(let name, _) = self { name } else { nil } }
}

/// An error as the answer to a call: thrown by an object's handler.
package struct BusFault: Error, Hashable, Sendable {
    package var name: String
    package var message: String

    package init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    package static func invalidArguments(_ message: String) -> BusFault {
        BusFault("org.freedesktop.DBus.Error.InvalidArgs", message)
    }
    static func accessDenied(_ message: String) -> BusFault {
        BusFault("org.freedesktop.DBus.Error.AccessDenied", message)
    }
    static func limitsExceeded(_ message: String) -> BusFault {
        BusFault("org.freedesktop.DBus.Error.LimitsExceeded", message)
    }
    static func failed(_ message: String) -> BusFault { BusFault("org.freedesktop.DBus.Error.Failed", message) }
    static func unknown(_ what: String, _ message: String) -> BusFault {
        BusFault("org.freedesktop.DBus.Error.Unknown\(what)", message)
    }
}
