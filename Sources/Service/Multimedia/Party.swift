import HandsetNumbers

/// Somebody's address for comparing: numbers with and without their country's code are one, mailboxes have no case.
struct Party: Hashable, Sendable {
    let text: String
    private let number: TelephoneNumber?

    /// - Parameters:
    ///   - text: The address without its type.
    ///   - country: Where national numbers belong: the country of the line.
    init(_ text: String, in country: Country?) {
        self.text = text
        number = text.contains("@") ? nil : TelephoneNumber(text, in: country)
    }

    /// Whether both are one party, as surely as their forms allow.
    func isSame(_ other: Party) -> Bool {
        guard let number, let theirs = other.number else { return text.lowercased() == other.text.lowercased() }
        if number.match(theirs) != .none { return true }
        // Two whole numbers are compared whole: +49 1555 0100 does not end in +1 555 0100.
        if text.hasPrefix("+"), other.text.hasPrefix("+") { return false }
        return Store.isSame(text, other.text)
    }

    /// The same for all forms of a number, and for few others: where to look for one that is the same.
    var bucket: String {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        return number == nil || digits.isEmpty ? text.lowercased() : String(digits.suffix(7))
    }
}
