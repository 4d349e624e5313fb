/// What a code of the MMSC means to whoever asked.
package enum MMSOutcome: Hashable, Sendable {
    case done
    /// The same request may be offered again later.
    case temporaryFailure
    /// The same request will fail again.
    case permanentFailure

    /// The outcome of a code: an unknown one counts by its range (OMA-TS-MMS_ENC-V1_3, 7.3.48 and 7.3.50).
    fileprivate init(of code: UInt8) {
        switch code {
        case 0x80: self = .done
        case 0xC0...0xDF: self = .temporaryFailure
        default: self = .permanentFailure
        }
    }
}

/// X-Mms-Response-Status: the MMSC's answer to a message that was sent (OMA-TS-MMS_ENC-V1_3, 7.3.48).
package struct MMSResponseStatus: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let ok = Self(rawValue: 0x80)
    /// Of version 1.0.
    package static let networkProblem = Self(rawValue: 0x86)
    package static let transientFailure = Self(rawValue: 0xC0)
    package static let transientAddressUnresolved = Self(rawValue: 0xC1)
    package static let transientNotFound = Self(rawValue: 0xC2)
    package static let transientNetworkProblem = Self(rawValue: 0xC3)
    package static let partialSuccess = Self(rawValue: 0xC4)
    package static let permanentFailure = Self(rawValue: 0xE0)
    package static let serviceDenied = Self(rawValue: 0xE1)
    package static let formatCorrupt = Self(rawValue: 0xE2)
    package static let addressUnresolved = Self(rawValue: 0xE3)
    package static let notFound = Self(rawValue: 0xE4)
    package static let contentNotAccepted = Self(rawValue: 0xE5)
    package static let lackOfPrepaid = Self(rawValue: 0xEB)

    package var outcome: MMSOutcome {
        // Codes of version 1.0 have no ranges; the network's own problem is the one that passes.
        self == .networkProblem ? .temporaryFailure : MMSOutcome(of: rawValue)
    }

    package static let names = [
        "ok", "error-unspecified", "error-service-denied", "error-message-format-corrupt",
        "error-sending-address-unresolved", "error-message-not-found", "error-network-problem",
        "error-content-not-accepted", "error-unsupported-message",
    ]
    private static let transient = [
        "error-transient-failure", "error-transient-sending-address-unresolved", "error-transient-message-not-found",
        "error-transient-network-problem", "error-transient-partial-success",
    ]
    private static let permanent = [
        "error-permanent-failure", "error-permanent-service-denied", "error-permanent-message-format-corrupt",
        "error-permanent-sending-address-unresolved", "error-permanent-message-not-found",
        "error-permanent-content-not-accepted", "error-permanent-reply-charging-limitations-not-met",
        "error-permanent-reply-charging-request-not-accepted", "error-permanent-reply-charging-forwarding-denied",
        "error-permanent-reply-charging-not-supported", "error-permanent-address-hiding-not-supported",
        "error-permanent-lack-of-prepaid",
    ]

    package var name: String? { resultName(rawValue, Self.names, Self.transient, Self.permanent) }
}

/// X-Mms-Retrieve-Status: why a message could not be fetched (OMA-TS-MMS_ENC-V1_3, 7.3.50).
package struct MMSRetrieveStatus: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let ok = Self(rawValue: 0x80)
    package static let transientFailure = Self(rawValue: 0xC0)
    package static let transientNotFound = Self(rawValue: 0xC1)
    package static let transientNetworkProblem = Self(rawValue: 0xC2)
    package static let permanentFailure = Self(rawValue: 0xE0)
    package static let serviceDenied = Self(rawValue: 0xE1)
    package static let notFound = Self(rawValue: 0xE2)
    package static let contentUnsupported = Self(rawValue: 0xE3)

    package var outcome: MMSOutcome { MMSOutcome(of: rawValue) }

    package static let names = ["ok"]
    private static let transient = [
        "error-transient-failure", "error-transient-message-not-found", "error-transient-network-problem",
    ]
    private static let permanent = [
        "error-permanent-failure", "error-permanent-service-denied", "error-permanent-message-not-found",
        "error-permanent-content-unsupported",
    ]

    package var name: String? { resultName(rawValue, Self.names, Self.transient, Self.permanent) }
}

private func resultName(_ code: UInt8, _ plain: [String], _ transient: [String], _ permanent: [String]) -> String? {
    let (names, place) =
        switch code {
        case 0x80..<0xC0: (plain, Int(code) - 0x80)
        case 0xC0..<0xE0: (transient, Int(code) - 0xC0)
        case 0xE0...0xFF: (permanent, Int(code) - 0xE0)
        default: (plain, plain.count)
        }
    return place < names.count ? names[place] : nil
}
