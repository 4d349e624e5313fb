/// The digits of a voice call: the only thing that a dial command is made of (ITU-T V.250, clause 6.3.1; 3GPP TS 27.007,
/// clause 6.2).
///
/// It cannot hold anything else. `;` would begin another command, `,` and `W` wait, `>` dials from a phone book, and a CR
/// ends the line; so a number that has such is none.
package struct DialString: Hashable, Sendable {
    /// `+` in front or not, then `0-9 * # A-D`.
    package let text: String

    /// Octets that a network takes as the called party (3GPP TS 24.008, clause 10.5.4.7) and a service string together.
    package static let limit = 80

    package init?(_ text: String) {
        let digits = text.utf8.first == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.count <= Self.limit, digits.allSatisfy(Self.isDigit) else { return nil }
        self.text = text
    }

    /// Whether the other party sees the number of this one: as subscribed, not, or whatever the subscription says
    /// (3GPP TS 27.007, clause 6.2, modifiers `I` and `i`).
    package enum Presentation: Hashable, Sendable {
        case subscribed, hidden, shown
    }

    /// The command for a voice call, its semicolon included.
    package func command(_ presentation: Presentation = .subscribed) -> Command {
        let modifier =
            switch presentation {
            case .subscribed: ""
            case .hidden: "I"
            case .shown: "i"
            }
        return .basic("D", Array("\(text)\(modifier);".utf8))
    }

    static func isDigit(_ octet: UInt8) -> Bool { octet.isDigit || Set("*#ABCD".utf8).contains(octet) }
}

/// A tone of a call (`+VTS`, 3GPP TS 27.007, clause C.2.11).
package struct DialTone: Hashable, Sendable {
    package let octet: UInt8

    package init?(_ octet: UInt8) {
        guard DialString.isDigit(octet) else { return nil }
        self.octet = octet
    }

    package var command: Command { .extended("+VTS", .set([.bare([octet])])) }
}
