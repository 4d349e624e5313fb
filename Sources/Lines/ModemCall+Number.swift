extension ModemCall.Number {
    package var known: String? { if case .known(let number) = self { number } else { nil } }

    /// Digits that two forms of a number share at the least.
    private static let commonDigits = 6

    /// Whether both are told and cannot be the same: what tells one call from another that has come into its place.
    ///
    /// A listing may leave the country's code away, or write it where a code of result does not (3GPP TS 27.007, clauses 7.11
    /// and 7.18), so the shorter one has to be the end of the longer one, without a trunk prefix. Whether a number is withheld is
    /// said when the call is set up and not again (3GPP TS 24.008, clause 10.5.4.9): with a number it is another call. One that
    /// is not told may be any.
    ///
    /// This asks whether one call in sight can be anything else, and when in doubt it stays what it is: fewer digits are enough
    /// here than where a person is looked for among many (`Store.isSame`), and there a doubt is a no.
    package func isOther(than other: ModemCall.Number) -> Bool {
        switch (self, other) {
        case (.unavailable, _), (_, .unavailable), (.withheld, .withheld): return false
        case (.known, .withheld), (.withheld, .known): return true
        case (.known(let one), .known(let two)):
            let (own, their) = (Self.digits(one), Self.digits(two))
            let (short, long) = own.count < their.count ? (own, their) : (their, own)
            return short != long && !(short.count >= Self.commonDigits && long.hasSuffix(short))
        }
    }

    private static func digits(_ number: String) -> Substring { number.drop { $0 == "+" || $0 == "0" } }
}
