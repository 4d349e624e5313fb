/// What the operator says of a modem, and the times that a test changes.
package struct ATModemConfiguration: Sendable {
    /// Where its AT commands go.
    package enum Endpoint: Hashable, Sendable {
        /// A tty and its rate in baud.
        case serial(String, baud: Int)
        case unixSocket(String)
    }

    package var name: String
    package var endpoint: Endpoint
    package var pins: (any PINSource)?
    package var times: Times

    package init(name: String, endpoint: Endpoint, pins: (any PINSource)? = nil, times: Times = Times()) {
        self.name = name
        self.endpoint = endpoint
        self.pins = pins
        self.times = times
    }

    package struct Times: Hashable, Sendable {
        /// From a command, or from the last line of its answer, to the next line.
        package var command: Duration = .seconds(10)
        /// The same for what waits for the card or the network: `+CPIN=`, `+CMGD`, `+COPS?`, `+CNMA`.
        package var slowCommand: Duration = .seconds(30)
        /// From a PDU to its answer. The network may take its timer TR1M, up to 45 seconds, a few times (3GPP TS 24.011,
        /// clauses 5.3.2.1 and 10).
        package var sending: Duration = .seconds(120)
        /// From the connection to the first report of its calls, if the card has not been looked at by then.
        package var firstReport: Duration = .seconds(3)
        /// From a dial command to its result, which some modems keep until the call is answered.
        package var dialing: Duration = .seconds(180)
        /// After which a call whose result does not come is one that is being made.
        package var dialPending: Duration = .seconds(3)
        /// From the character that ends a command which makes or takes a call to that command's result.
        package var interrupted: Duration = .seconds(2)
        /// From a service string to the network's answer.
        package var ussd: Duration = .seconds(60)
        /// Silence that ends a resynchronisation with a modem that does not know our marker.
        package var quiet: Duration = .milliseconds(300)
        /// Between attempts to connect: the first, doubled up to the last.
        package var firstRetry: Duration = .milliseconds(500)
        package var lastRetry: Duration = .seconds(60)
        /// Between looks at a card that is busy or not ready.
        package var cardRetry: Duration = .seconds(1)

        package init() {}
    }
}

/// Where stored PINs come from.
///
/// A wrong PIN costs one of three attempts, and a restart forgets what a process knew. So a source gives the PIN of a card
/// once, and again only after `accepted`: it remembers durably that it gave it, before it returns.
package protocol PINSource: Sendable {
    /// The PIN for a card, if there is one that has not failed. The ICCID is absent where the modem does not tell it.
    func takePIN(iccid: String?) async -> String?
    /// The card took it.
    func accepted(iccid: String?) async
}
