/// A message service failure (`+CMS ERROR`, 3GPP TS 27.005, clause 3.2.5): 0 to 127 are causes of the network (3GPP TS
/// 24.011, clause E-2), 128 to 255 of the service centre (TP-FCS, 3GPP TS 23.040, clause 9.2.3.22), others the modem's.
package struct CMSError: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let operationNotAllowed = CMSError(rawValue: 302)
    package static let operationNotSupported = CMSError(rawValue: 303)
    package static let invalidPDUParameter = CMSError(rawValue: 304)
    package static let simNotInserted = CMSError(rawValue: 310)
    package static let simPINRequired = CMSError(rawValue: 311)
    package static let simFailure = CMSError(rawValue: 313)
    package static let simBusy = CMSError(rawValue: 314)
    package static let simPUKRequired = CMSError(rawValue: 316)
    package static let memoryFailure = CMSError(rawValue: 320)
    package static let invalidMemoryIndex = CMSError(rawValue: 321)
    package static let memoryFull = CMSError(rawValue: 322)
    package static let noNetworkService = CMSError(rawValue: 331)
    package static let networkTimeOut = CMSError(rawValue: 332)
    package static let noAcknowledgementExpected = CMSError(rawValue: 340)
    package static let unknown = CMSError(rawValue: 500)

    /// What the standard calls it, in our words.
    package var meaning: String { Self.meanings[rawValue] ?? "message service error \(rawValue)" }

    private static let meanings: [Int: String] = [
        1: "unassigned number", 8: "barred by the operator", 10: "call barred", 17: "network failure",
        21: "the network rejected the transfer", 22: "congestion, or the recipient's memory is full",
        27: "recipient out of service", 28: "recipient not identified", 29: "the network rejected the facility",
        30: "recipient not known", 38: "network out of order", 41: "temporary failure", 42: "congestion",
        47: "no resources in the network", 50: "messages are not part of the subscription",
        69: "the network does not have the facility", 81: "invalid transfer reference", 95: "invalid message",
        96: "invalid mandatory information", 97: "message type not known",
        98: "message does not fit the protocol's state", 99: "information element not known",
        111: "protocol error", 127: "interworking failure",
        128: "no telematic interworking", 129: "type 0 message not supported", 130: "message cannot be replaced",
        143: "protocol identifier error", 144: "alphabet not supported", 145: "message class not supported",
        159: "data coding scheme error", 160: "command cannot be done", 161: "command not supported",
        175: "command error", 176: "TPDU not supported", 192: "service centre busy",
        193: "no subscription with the service centre", 194: "service centre failure",
        195: "recipient's address invalid", 196: "recipient barred", 197: "duplicate rejected",
        198: "validity period format not supported", 199: "validity period not supported",
        208: "message storage of the SIM full", 209: "the SIM cannot store messages",
        210: "error in the recipient's phone",
        211: "recipient's memory exceeded", 212: "SIM toolkit busy", 213: "data download to the SIM failed",
        255: "unspecified error of the service centre",
        300: "modem failure", 301: "message service reserved", 302: "operation not allowed",
        303: "operation not supported", 304: "invalid PDU parameter", 305: "invalid text parameter",
        310: "no SIM", 311: "SIM PIN needed", 312: "phone-to-SIM PIN needed", 313: "SIM failure", 314: "SIM busy",
        315: "wrong SIM", 316: "SIM PUK needed", 317: "SIM PIN2 needed", 318: "SIM PUK2 needed", 320: "memory failure",
        321: "invalid memory index", 322: "memory full", 330: "service centre's address not known",
        331: "no network service", 332: "network time-out", 340: "no acknowledgement expected", 500: "unknown error",
    ]
}
