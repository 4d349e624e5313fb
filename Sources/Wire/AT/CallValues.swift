/// The state of a call in a modem (`<stat>` of `+CLCC`, 3GPP TS 27.007, clause 7.18).
package enum CallState: Int, Hashable, Sendable, CaseIterable {
    case active = 0
    case held = 1
    /// Made here; nothing is known of the other end.
    case dialing = 2
    /// Made here; it rings at the other end.
    case alerting = 3
    /// Made there, and rings here.
    case incoming = 4
    /// Made there, during another call here.
    case waiting = 5
}

/// Who made a call (`<dir>` of `+CLCC`, 3GPP TS 27.007, clause 7.18).
package enum CallDirection: Int, Hashable, Sendable, CaseIterable {
    case mobileOriginated = 0
    case mobileTerminated = 1
}

/// What a call carries (`<mode>` of `+CLCC`, 3GPP TS 27.007, clause 7.18).
package struct CallMode: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let voice = CallMode(rawValue: 0)
    package static let data = CallMode(rawValue: 1)
    package static let fax = CallMode(rawValue: 2)
    package static let unknown = CallMode(rawValue: 9)
}

/// Why a number is there or not (`<CLI validity>` of `+CLIP`, `+CCWA` and `+CLCC`, 3GPP TS 27.007, clause 7.6).
package struct NumberValidity: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let valid = NumberValidity(rawValue: 0)
    /// The other party does not show it.
    package static let withheld = NumberValidity(rawValue: 1)
    /// Networks in between do not carry it.
    package static let notAvailable = NumberValidity(rawValue: 2)
    package static let payphone = NumberValidity(rawValue: 3)
}

/// A code of `+CSSI` (3GPP TS 27.007, clause 7.17): what became of a call that is made here.
package struct CallSetUpNotice: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let forwarded = CallSetUpNotice(rawValue: 2)
    /// The other end is in a call and is told of this one.
    package static let waiting = CallSetUpNotice(rawValue: 3)
    package static let outgoingBarred = CallSetUpNotice(rawValue: 5)
    package static let incomingBarred = CallSetUpNotice(rawValue: 6)
}

/// A code of `+CSSU` (3GPP TS 27.007, clause 7.17): what the other end does during a call.
package struct CallNotice: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let forwarded = CallNotice(rawValue: 0)
    package static let onHold = CallNotice(rawValue: 2)
    package static let retrieved = CallNotice(rawValue: 3)
    package static let multipartyEntered = CallNotice(rawValue: 4)
    package static let heldCallReleased = CallNotice(rawValue: 5)
    package static let transferAlerting = CallNotice(rawValue: 7)
    package static let transferred = CallNotice(rawValue: 8)
}

/// What is done with the calls of a modem (`+CHLD`, 3GPP TS 27.007, clause 7.13; 3GPP TS 22.030, clause 6.5.5).
package enum CallHold: Hashable, Sendable {
    /// `0`: ends the held calls, or tells a waiting one that the person is busy.
    case releaseHeldOrWaiting
    /// `1`: ends the active calls and takes the held or waiting one.
    case releaseActive
    /// `1x`
    case release(Int)
    /// `2`: holds the active calls and takes the held or waiting one.
    case holdActive
    /// `2x`: holds all but this one.
    case holdAllBut(Int)
    /// `3`: joins the held calls to the active ones.
    case join
    /// `4`: joins the two others and leaves (3GPP TS 22.091).
    case transfer

    /// Reads `<n>`: one digit, or two of which the second is a call's index (1 to 9).
    package init?(_ text: [UInt8]) {
        let digits = text.map { Int($0) - 0x30 }
        guard let first = digits.first, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        switch (first, digits.count) {
        case (0, 1): self = .releaseHeldOrWaiting
        case (1, 1): self = .releaseActive
        case (2, 1): self = .holdActive
        case (3, 1): self = .join
        case (4, 1): self = .transfer
        case (1, 2) where digits[1] > 0: self = .release(digits[1])
        case (2, 2) where digits[1] > 0: self = .holdAllBut(digits[1])
        default: return nil
        }
    }

    package var encoded: String {
        switch self {
        case .releaseHeldOrWaiting: "0"
        case .releaseActive: "1"
        case .release(let index): "1\(index)"
        case .holdActive: "2"
        case .holdAllBut(let index): "2\(index)"
        case .join: "3"
        case .transfer: "4"
        }
    }
}

/// What an answer of a service centre for unstructured data means (`<m>` of `+CUSD`, 3GPP TS 27.007, clause 7.15).
package enum USSDStatus: Int, Hashable, Sendable, CaseIterable {
    /// The end of it: an answer, or a notice.
    case done = 0
    /// The network wants an answer.
    case actionRequired = 1
    case terminatedByNetwork = 2
    case otherClientResponded = 3
    case notSupported = 4
    case timedOut = 5
}

/// Why a call ended (cause values of 3GPP TS 24.008, table 10.5.123), as `+CEER` reports on many modems.
package struct CallCause: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let unassignedNumber = CallCause(rawValue: 1)
    package static let operatorDeterminedBarring = CallCause(rawValue: 8)
    package static let normalClearing = CallCause(rawValue: 16)
    package static let userBusy = CallCause(rawValue: 17)
    /// The phone of the other end does not respond.
    package static let noUserResponding = CallCause(rawValue: 18)
    /// It rang, and nobody took it.
    package static let noAnswer = CallCause(rawValue: 19)
    package static let rejected = CallCause(rawValue: 21)
    package static let destinationOutOfOrder = CallCause(rawValue: 27)
    package static let invalidNumberFormat = CallCause(rawValue: 28)
    package static let facilityRejected = CallCause(rawValue: 29)
    package static let normalUnspecified = CallCause(rawValue: 31)
    package static let noCircuit = CallCause(rawValue: 34)
    package static let networkOutOfOrder = CallCause(rawValue: 38)
    package static let temporaryFailure = CallCause(rawValue: 41)
    package static let congestion = CallCause(rawValue: 42)
    package static let recoveryOnTimerExpiry = CallCause(rawValue: 102)
    package static let interworking = CallCause(rawValue: 127)

    /// What the standard calls it, in our words.
    package var meaning: String { Self.meanings[rawValue] ?? "cause \(rawValue)" }

    private static let meanings: [Int: String] = [
        1: "unassigned number", 3: "no route to destination", 6: "channel unacceptable",
        8: "barred by the operator", 16: "normal call clearing", 17: "user busy", 18: "no user responding",
        19: "user alerting, no answer", 21: "call rejected", 22: "number changed", 25: "pre-emption",
        26: "non-selected user clearing", 27: "destination out of order", 28: "invalid number format",
        29: "facility rejected", 31: "normal, unspecified", 34: "no circuit available", 38: "network out of order",
        41: "temporary failure", 42: "switching equipment congestion", 47: "resources unavailable",
        50: "facility not subscribed", 55: "incoming calls barred", 57: "bearer capability not authorized",
        63: "service not available", 68: "charge limit reached", 102: "recovery on timer expiry",
        127: "interworking",
    ]
}
