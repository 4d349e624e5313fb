/// A service code that the device carries out by itself: it is never sent to a network (TS 22.030, 6.6).
package enum LocalCode: Hashable, Sendable {
    /// `*#06#`: show the IMEI.
    case equipmentIdentity
    /// `**04*…#` and its kind: a new PIN.
    case secret(SecretChange)

    init?(_ code: ServiceCode) {
        switch (code.service, code.procedure) {
        case (.equipmentIdentity, .interrogation) where code.information.isEmpty: self = .equipmentIdentity
        // Whatever procedure was typed: a PIN must not reach the network as USSD because of a wrong mark.
        case (.changePIN, _): self = .secret(SecretChange(.pin, isUnblocking: false, code))
        case (.changePIN2, _): self = .secret(SecretChange(.pin2, isUnblocking: false, code))
        case (.unblockPIN, _): self = .secret(SecretChange(.pin, isUnblocking: true, code))
        case (.unblockPIN2, _): self = .secret(SecretChange(.pin2, isUnblocking: true, code))
        default: return nil
        }
    }
}

extension LocalCode {
    /// A new PIN whose last `#` is missing, as a link loses it: dialled as a call it would tell the network the PIN.
    init?(unended string: DialString) {
        guard !string.text.utf8.contains(UInt8(ascii: "#")) else { return nil }
        let marks: [(String, SecretChange.Secret, Bool)] = [
            ("**04*", .pin, false), ("**042*", .pin2, false), ("**05*", .pin, true), ("**052*", .pin2, true),
        ]
        guard let mark = marks.first(where: { string.text.hasPrefix($0.0) }) else { return nil }
        self = .secret(SecretChange(malformed: mark.1, isUnblocking: mark.2))
    }
}

/// A new PIN (TS 22.030, 6.6.2 and 6.6.3): `**04*OLD*NEW*NEW#`, with the unblocking key `**05*PUK*NEW*NEW#`.
package struct SecretChange: Hashable, Sendable {
    package enum Secret: Hashable, Sendable { case pin, pin2 }

    package var secret: Secret
    /// Whether ``old`` is the unblocking key.
    package var isUnblocking: Bool
    /// The PIN that there is, or the unblocking key.
    package var old: String
    package var new: String
    /// Whether the string was whole: registration, an old and two equal new ones, each of the length that the card
    /// takes (TS 31.101, 9.5: four to eight digits, an unblocking key eight).
    package var isWellFormed: Bool

    init(malformed secret: Secret, isUnblocking: Bool) {
        self.secret = secret
        self.isUnblocking = isUnblocking
        old = ""
        new = ""
        isWellFormed = false
    }

    init(_ secret: Secret, isUnblocking: Bool, _ code: ServiceCode) {
        self.secret = secret
        self.isUnblocking = isUnblocking
        old = code.information.first ?? ""
        new = code.information.dropFirst().first ?? ""
        let oldLengths = isUnblocking ? 8...8 : 4...8
        isWellFormed =
            code.procedure == .registration && code.information.count == 3 && code.information[2] == new
            && oldLengths.contains(old.utf8.count) && (4...8).contains(new.utf8.count)
            && (old + new).utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Printing one shows no digit.
extension SecretChange: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { isUnblocking ? "unblocking of a \(secret)" : "change of a \(secret)" }
    package var debugDescription: String { description }
}
