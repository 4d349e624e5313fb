import HandsetNumbers
import Testing

@Suite("Numbers for apps")
struct PhoneNumberTests {
    @Test(
        "A caller is found in the address book",
        arguments: [
            ("+31612341234", "0612341234", "NL", .same), ("+31612341234", "06 - 12 34 12 34", "nl", .same),
            ("+31612341234", "0612341234", "FR", .none), ("+5511912345678", "1234-5678", "BR", .probable),
            ("+18085551234", "555-1234", "US", .probable), ("4444", "+48000004444", "PL", .none),
            ("4444", "4444", "PL", .same),
            ("+447911123456", "07911 123456", "GG", .same), ("Info", "Info", "GB", .same),
            ("Info", "info", "GB", .none),
            ("+31612341234", "0612341234", nil, .none), ("+31612341234", "0612341234", "Holland", .none),
        ] as [(String, String, String?, PhoneNumber.Match)])
    func matching(_ caller: String, _ contact: String, _ region: String?, _ match: PhoneNumber.Match) {
        let caller = PhoneNumber(caller, region: region)
        let contact = PhoneNumber(contact, region: region)
        #expect(caller.match(contact) == match)
        #expect(contact.match(caller) == match)
        #expect(caller.matches(contact) == (match != .none))
        #expect((caller == contact) == (match == .same))
        #expect((caller.key == contact.key) == (match == .same))
        #expect(Set([caller, contact]).count == (match == .same ? 1 : 2))
    }

    @Test("What a number is")
    func properties() {
        let number = PhoneNumber("0114 272 6444 x12", region: "GB")
        #expect(number.e164 == "+441142726444")
        #expect(number.extension == "12")
        #expect(number.key == "+441142726444;ext=12")
        #expect(number.national == "0114 272 6444 x12")
        #expect(number.international == "+44 114 272 6444 x12")
        #expect(number.formatted(inRegion: "GG") == number.national)
        #expect(number.formatted(inRegion: nil) == number.international)
        #expect(number.link == "tel:+441142726444;ext=12")
        #expect(number.isGlobal && number.isKnown)
        let code = PhoneNumber("* 100 #", region: "GB")
        #expect(code.e164 == nil && !code.isGlobal && !code.isKnown)
        #expect(code.national == "*100#")
        #expect(code.link == "tel:*100%23")
        #expect(PhoneNumber("anna@example.com", region: "GB").link == nil)
    }

    @Test(
        "A link gives its number, or nothing where it was cut",
        arguments: [
            ("tel:+44-114-272-6444;ext=12", "+441142726444;ext=12"), ("tel://08000480408", "+448000480408"),
            ("tel:1142726444;phone-context=+44", "+441142726444"), ("tel:*222%23", "*222#"), ("tel:*222#", nil),
            ("sms:1", nil),
            ("tel:1;+CFUN=0", nil),
        ] as [(String, String?)])
    func links(_ link: String, _ key: String?) {
        #expect(PhoneNumber(link: link, region: "GB")?.key == key)
    }

    @Test(
        "Emergency numbers of a country",
        arguments: [
            ("999", "GB", true), ("112", nil, true), ("999", nil, false), ("9991", "GB", false), ("Info", "GB", false),
        ])
    func emergency(_ text: String, _ region: String?, _ expected: Bool) {
        #expect(PhoneNumber(text, region: region).isEmergency(inRegion: region) == expected)
    }

    @Test("Printing shows no digits")
    func printing() {
        let number = PhoneNumber("+31612341234", region: nil)
        #expect(!"\(number) \(String(reflecting: number)) \([number])".contains { $0.isNumber })
    }
}
