import HandsetAT

/// What follows `ATD` (ITU-T V.250, clause 6.3.1; 3GPP TS 27.007, clause 6.2; 3GPP TS 22.030, clause 6.5).
struct DialString: Hashable {
    enum Target: Hashable {
        case voice(String)
        /// Without a semicolon: circuit-switched data, which these modems do not have.
        case data(String)
        /// A string of unstructured data.
        case ussd(String)
    }

    var target: Target
    /// `I` withholds the number, `i` shows it; `nil` leaves it to +CLIR.
    var withholds: Bool?

    /// Digits of the longest number that is taken.
    static let limit = 80

    /// `nil` where it cannot be dialled.
    init?(_ octets: [UInt8]) {
        var number = ""
        var isVoice = false
        var withholds: Bool?
        for character in octets.text {
            guard !isVoice else { return nil }
            switch character {
            case "0"..."9", "*", "#", "A"..."D": number.append(character)
            case "a"..."d": number += character.uppercased()
            case "+" where number.isEmpty: number = "+"
            case "I": withholds = true
            case "i": withholds = false
            case ";": isVoice = true
            // Closed user groups are taken and have no effect; pauses and the rest are for lines with a dial.
            case "G", "g", ",", "T", "t", "P", "p", "W", "w", "@", "!": break
            case " ", "-", "(", ")", ".": break
            default: return nil
            }
            guard number.count <= Self.limit else { return nil }
        }
        // 3GPP TS 22.030, clause 6.5.5.2 and 3GPP TS 22.081, clause 2.3: for this call alone.
        for (prefix, hides) in [("#31#", true), ("*31#", false)] where number.hasPrefix(prefix) && number.count > 4 {
            number.removeFirst(prefix.count)
            withholds = hides
        }
        guard number.contains(where: { $0 != "+" }) else { return nil }
        self.withholds = withholds
        if number.hasSuffix("#"), let first = number.first, first == "*" || first == "#" {
            target = .ussd(number)
        } else {
            target = isVoice ? .voice(number) : .data(number)
        }
    }
}
