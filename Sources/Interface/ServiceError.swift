import HandsetDBus

/// What went wrong with a call to the service, on both sides.
package struct ServiceError: Error, Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        // What the service answers: org.handset.Error.*
        case notPermitted = "NotPermitted"
        case invalidArgument = "InvalidArgument"
        case noSuchLine = "NoSuchLine"
        case noSuchApp = "NoSuchApp"
        case busy = "Busy"
        case refused = "Refused"
        case unavailable = "Unavailable"
        // What the client sees without the service
        /// No bus, no service on it, or it went away before it answered.
        case unreachable = ""
        /// An answer that we cannot read, or an error that the interface does not name.
        case unexpected = "?"
        /// The calling task was cancelled.
        case cancelled = "!"
    }

    package var kind: Kind
    /// For a person: what to do next. No numbers of people, no texts.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    private static let prefix = "org.handset.Error."

    /// As the answer to a call.
    var fault: BusFault {
        switch kind {
        case .unreachable, .cancelled: BusFault(Self.prefix + Kind.unavailable.rawValue, message)
        case .unexpected: BusFault("org.freedesktop.DBus.Error.Failed", message)
        default: BusFault(Self.prefix + kind.rawValue, message)
        }
    }

    /// As seen by a client.
    init(_ error: BusError) {
        switch error {
        case .remote(let name, let message):
            if name.hasPrefix(Self.prefix), let kind = Kind(rawValue: String(name.dropFirst(Self.prefix.count))) {
                self.init(kind, message)
            } else if name == "org.freedesktop.DBus.Error.LimitsExceeded" {
                self.init(.busy, "too many calls of this program wait already")
            } else if Self.absences.contains(name) {
                self.init(.unreachable, "the service does not answer: is handsetd running?")
            } else {
                self.init(.unexpected, "\(name): \(message)")
            }
        case .unreachable(let why): self.init(.unreachable, "no bus: \(why)")
        case .disconnected: self.init(.unreachable, "the bus went away")
        case .timedOut: self.init(.unreachable, "the service did not answer in time")
        case .cancelled: self.init(.cancelled, "the call was cancelled")
        case .unencodable: self.init(.invalidArgument, "a value that D-Bus cannot carry")
        case .unreadable: self.init(.unexpected, "the service's answer cannot be read: is it of another version?")
        }
    }

    /// What the bus answers in the place of a service that is not there.
    private static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
        "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
    ]
}
