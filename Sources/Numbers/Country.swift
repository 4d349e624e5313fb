import CHandsetPhoneNumber

/// A country or territory, by the two letters of ISO 3166-1 that libphonenumber calls a region.
package struct Country: Hashable, Sendable {
    /// Two capital letters.
    package let code: String

    /// A country by its two letters, capital or small; nil for anything else, and for letters that have no numbers.
    package init?(_ code: some StringProtocol) {
        let letters = code.uppercased()
        guard letters.utf8.count == 2,
            letters.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
            handset_number_calling_code(letters) > 0
        else { return nil }
        self.code = letters
    }

    /// The country of a mobile country code, or of an IMSI or a network that begins with one (TS 23.003, 2.2).
    package init?(mobileCountryCode digits: some StringProtocol) {
        let three = digits.prefix(3)
        guard three.utf8.count == 3, let number = UInt16(three), let code = MobileCountryCode.countries[number] else {
            return nil
        }
        self.init(code)
    }

    /// The country of a card, which its number has behind the 89 of telecommunication (ITU-T E.118, 3.1).
    ///
    /// The card of an operator that buys its cards abroad has that country's: where the IMSI is known it says better.
    package init?(iccid: some StringProtocol) {
        guard iccid.utf8.starts(with: "89".utf8) else { return nil }
        // North America writes its one digit as 01.
        let digits = iccid.dropFirst(2).prefix(3).drop { $0 == "0" }
        for length in stride(from: digits.count, through: 1, by: -1) {
            guard let code = Int(digits.prefix(length)), let country = Country(callingCode: code) else { continue }
            self = country
            return
        }
        return nil
    }

    /// The first country of a calling code (ITU-T E.164): `GB` for 44, which Guernsey has too.
    package init?(callingCode: Int) {
        guard let number = Int32(exactly: callingCode) else { return nil }
        var region = [CChar](repeating: 0, count: 4)
        handset_number_main_region(number, &region)
        self.init(CText.string(region))
    }

    /// The calling code, without `+`.
    package var callingCode: Int { Int(handset_number_calling_code(code)) }

    /// Whether the very digits are an emergency number of the country.
    package func isEmergencyNumber(_ digits: String) -> Bool {
        handset_number_is_emergency(digits, code)
    }

    /// Whether the digits reach an emergency service of the country: where its networks allow that, more may follow.
    package func connectsToEmergencyNumber(_ digits: String) -> Bool {
        handset_number_connects_to_emergency(digits, code)
    }
}
