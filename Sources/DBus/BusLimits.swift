/// What one message may cost us, however large the bus lets it be.
package struct BusLimits: Hashable, Sendable {
    /// Values in a message's body, containers counted too.
    package var values = 262_144
    /// Containers inside each other, variants counted too.
    package var depth = 32
    /// Octets of all strings and byte arrays of a body.
    package var octets = 16 << 20
    /// Calls of one client that may be unanswered; more are refused. The bus allows as many by itself.
    package var callsPerClient = 128
    /// Messages taken from the bus before others on the loop have their turn.
    package var batch = 32

    package init() {}
}
