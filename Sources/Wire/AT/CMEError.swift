/// A failure of the modem (`+CME ERROR`, 3GPP TS 27.007, clause 9.2.1).
package struct CMEError: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let operationNotAllowed = CMEError(rawValue: 3)
    package static let operationNotSupported = CMEError(rawValue: 4)
    package static let simNotInserted = CMEError(rawValue: 10)
    package static let simPINRequired = CMEError(rawValue: 11)
    package static let simPUKRequired = CMEError(rawValue: 12)
    package static let simFailure = CMEError(rawValue: 13)
    package static let simBusy = CMEError(rawValue: 14)
    package static let simWrong = CMEError(rawValue: 15)
    package static let incorrectPassword = CMEError(rawValue: 16)
    package static let notFound = CMEError(rawValue: 22)
    package static let noNetworkService = CMEError(rawValue: 30)
    package static let incorrectParameters = CMEError(rawValue: 50)
    package static let unknown = CMEError(rawValue: 100)

    /// What the standard calls it, in our words.
    package var meaning: String { Self.meanings[rawValue] ?? "modem error \(rawValue)" }

    private static let meanings: [Int: String] = [
        0: "phone failure", 1: "no connection to the phone", 2: "link reserved", 3: "operation not allowed",
        4: "operation not supported", 5: "phone-to-SIM PIN needed", 6: "phone-to-first-SIM PIN needed",
        7: "phone-to-first-SIM PUK needed", 10: "no SIM", 11: "SIM PIN needed", 12: "SIM PUK needed",
        13: "SIM failure", 14: "SIM busy", 15: "wrong SIM", 16: "incorrect password", 17: "SIM PIN2 needed",
        18: "SIM PUK2 needed", 20: "memory full", 21: "invalid index", 22: "not found", 23: "memory failure",
        24: "text too long", 25: "invalid characters in text", 26: "dial string too long",
        27: "invalid characters in dial string", 30: "no network service", 31: "network time-out",
        32: "only emergency calls are allowed", 40: "network personalisation PIN needed",
        41: "network personalisation PUK needed", 42: "network subset personalisation PIN needed",
        43: "network subset personalisation PUK needed", 44: "service provider personalisation PIN needed",
        45: "service provider personalisation PUK needed", 46: "corporate personalisation PIN needed",
        47: "corporate personalisation PUK needed", 48: "hidden key needed", 49: "EAP method not supported",
        50: "incorrect parameters", 51: "command disabled at present", 52: "command aborted by the user",
        53: "not attached: the modem's functions are restricted", 54: "only emergency calls are allowed",
        55: "not allowed: the modem's functions are restricted", 56: "only fixed dialling numbers are allowed",
        57: "in use by another", 58: "language or alphabet not supported", 59: "unexpected value",
        60: "system failure", 61: "data missing", 62: "call barred", 63: "subscription to indications failed",
        100: "unknown error",
    ]
}
