/// How surely two numbers are the same line.
package enum Match: Int, Comparable, Hashable, Sendable {
    case none
    /// One lacks what would make it certain: its area code, its extension, its ninth digit.
    case probable
    case same

    package static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
}

extension TelephoneNumber {
    /// Compares calling codes and national significant numbers, never regions: a number of Guernsey and the same
    /// written in Great Britain are one.
    ///
    /// What is not a number matches only itself: the short code 4444 is not the end of +48 000 004 444.
    package func match(_ other: TelephoneNumber) -> Match {
        if self == other { return .same }
        // A line and a telephone behind it: probably the one that is meant. Two telephones behind it: not.
        if let mine = `extension`, let theirs = other.extension, mine != theirs { return .none }
        switch (kind, other.kind) {
        case (.exact(let mine), .exact(let theirs)):
            return mine == theirs ? .probable : .none
        case (.global(let code, let mine), .global(let otherCode, let theirs)):
            guard code == otherCode else { return .none }
            return mine == theirs || BrazilianMobile.areSame(mine, theirs, callingCode: code) ? .probable : .none
        case (.global(let code, let whole), .local(let otherCode, let subscriber)),
            (.local(let otherCode, let subscriber), .global(let code, let whole)):
            guard code == otherCode else { return .none }
            return whole.hasSuffix(subscriber) || BrazilianMobile.isSubscriber(subscriber, of: whole, callingCode: code)
                ? .probable : .none
        case (.local(let code, let mine), .local(let otherCode, let theirs)):
            guard code == otherCode else { return .none }
            return mine == theirs || BrazilianMobile.areSame(mine, theirs, callingCode: code) ? .probable : .none
        default:
            return .none
        }
    }
}

/// The ninth digit that Brazil put in front of its mobile numbers, area by area, from 2012 to 2016: a number saved
/// before then has eight digits behind the area code, the same line now has a 9 and those eight.
enum BrazilianMobile {
    private static let callingCode = 55

    /// Whether `subscriber` is a number without area code, of today's length or the old one.
    static func isSubscriber(_ subscriber: String, callingCode: Int) -> Bool {
        callingCode == self.callingCode && (8...9).contains(subscriber.utf8.count)
    }

    /// Whether two numbers, both with or both without area code, differ by the ninth digit only.
    static func areSame(_ one: String, _ other: String, callingCode: Int) -> Bool {
        guard callingCode == self.callingCode else { return false }
        let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
        let area = short.utf8.count == 10 ? 2 : 0
        guard short.utf8.count == area + 8, long.utf8.count == area + 9 else { return false }
        let digits = Array(long.utf8)
        guard digits[area] == UInt8(ascii: "9"), isOldMobile(short.utf8.dropFirst(area).first) else { return false }
        return (digits[..<area] + digits[(area + 1)...]).elementsEqual(short.utf8)
    }

    /// Whether eight digits without area code are those of `whole`, which has its ninth.
    static func isSubscriber(_ subscriber: String, of whole: String, callingCode: Int) -> Bool {
        guard callingCode == self.callingCode, whole.utf8.count == 10 || whole.utf8.count == 11,
            (8...9).contains(subscriber.utf8.count)
        else { return false }
        let area = String(decoding: whole.utf8.prefix(2), as: UTF8.self)
        return areSame(area + subscriber, whole, callingCode: callingCode)
    }

    /// Two to five began, and begin, the numbers of fixed lines: those never got a ninth digit.
    private static func isOldMobile(_ first: UInt8?) -> Bool {
        guard let first else { return false }
        return !(UInt8(ascii: "2")...UInt8(ascii: "5")).contains(first)
    }
}
