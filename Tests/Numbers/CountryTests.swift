import HandsetNumbers
import Testing

@Suite("Countries")
struct CountryTests {
    @Test(
        "Mobile country codes",
        arguments: [
            ("204", "NL"), ("20404", "NL"), ("234150123456789", "GB"), ("310", "US"), ("316", "US"), ("724", "BR"),
            ("221", "XK"),
            ("425", "IL"), ("750", "FK"), ("202", "GR"), ("460", "CN"),
        ])
    func mobileCountryCodes(_ digits: String, _ code: String) {
        #expect(Country(mobileCountryCode: digits)?.code == code)
    }

    @Test("Codes of no one country", arguments: ["001", "901", "999", "000", "20", "", "2a4", "+20", "٢٠٤"])
    func noCountry(_ digits: String) {
        #expect(Country(mobileCountryCode: digits) == nil)
    }

    @Test("Every mobile country code is that of a country that has numbers")
    func complete() {
        let found = (0...999).compactMap { value in
            Country(mobileCountryCode: String(String(1_000 + value).dropFirst()))
        }
        #expect(found.count == 237)
        #expect(Set(found).count > 215)
    }

    @Test("Two letters", arguments: [("nl", "NL", 31), ("GG", "GG", 44), ("US", "US", 1)])
    func letters(_ letters: String, _ code: String, _ callingCode: Int) {
        #expect(Country(letters)?.code == code)
        #expect(Country(letters)?.callingCode == callingCode)
    }

    @Test("No country", arguments: ["", "N", "NLD", "ZZ", "QQ", "001", "N\0", "ÑL"])
    func unknown(_ letters: String) {
        #expect(Country(letters) == nil)
    }

    @Test("The first country of a calling code")
    func callingCodes() {
        #expect(Country(callingCode: 44)?.code == "GB")
        #expect(Country(callingCode: 1)?.code == "US")
        #expect(Country(callingCode: 999) == nil)
        #expect(Country(callingCode: 800) == nil)
        #expect(Country(callingCode: .max) == nil)
    }

    @Test(
        "The country of a card's number",
        arguments: [
            ("8931042000000000001", "NL"), ("89014103211118510720", "US"), ("8944110068256270054", "GB"),
            ("8970199000000000000", "RU"),
            ("89355020000000000000", "AL"), ("8955170000000000000", "BR"), ("8988303000000000000", nil),
            ("9031042", nil), ("89", nil), ("", nil),
            ("890", nil), ("89٣١٠", nil),
        ] as [(String, String?)])
    func cards(_ iccid: String, _ code: String?) {
        #expect(Country(iccid: iccid)?.code == code)
    }
}
