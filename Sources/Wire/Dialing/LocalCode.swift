/// A service code that the device carries out by itself: it is never sent to a network (TS 22.030, 6.6).
package enum LocalCode: Hashable, Sendable {
    /// `*#06#`: show the IMEI.
    case equipmentIdentity
    /// `**04*…#` and its kind: a new PIN.
    case secret(SecretChange)

    /// Reads a string that the device carries out.
    ///
    /// A new PIN is told by its first marks, and stays here whatever follows: with the wrong procedure, a group too
    /// many, or without its last `#`, as a link loses it, the network would be told the PIN by USSD or as a number.
    init?(_ string: DialString) {
        let whole = ServiceCode.reading(string).flatMap { $0.length == string.count ? $0.code : nil }
        if whole?.service == .equipmentIdentity, whole?.procedure == .interrogation, whole?.information == [] {
            self = .equipmentIdentity
            return
        }
        let isMark = { (octet: UInt8) in octet == UInt8(ascii: "*") || octet == UInt8(ascii: "#") }
        let octets = string.octets
        let behindMarks = octets.drop(while: isMark)
        let code = behindMarks.prefix { !isMark($0) }
        guard behindMarks.startIndex > 0, code.endIndex < octets.endIndex else { return nil }
        switch ServiceCode.Service(code: String(decoding: code, as: UTF8.self)) {
        case .changePIN: self = .secret(SecretChange(.pin, isUnblocking: false, whole))
        case .changePIN2: self = .secret(SecretChange(.pin2, isUnblocking: false, whole))
        case .unblockPIN: self = .secret(SecretChange(.pin, isUnblocking: true, whole))
        case .unblockPIN2: self = .secret(SecretChange(.pin2, isUnblocking: true, whole))
        default: return nil
        }
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

    init(_ secret: Secret, isUnblocking: Bool, _ code: ServiceCode?) {
        self.secret = secret
        self.isUnblocking = isUnblocking
        let information = code?.information ?? []
        old = information.first ?? ""
        new = information.dropFirst().first ?? ""
        let oldLengths = isUnblocking ? 8...8 : 4...8
        isWellFormed =
            code?.procedure == .registration && information.count == 3 && information.last == new
            && oldLengths.contains(old.utf8.count) && (4...8).contains(new.utf8.count)
            && (old + new).utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Printing one shows no digit.
extension SecretChange: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { isUnblocking ? "unblocking of a \(secret)" : "change of a \(secret)" }
    package var debugDescription: String { description }
}
