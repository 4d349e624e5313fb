import HandsetDialing
import HandsetNumbers
import Testing

/// What went wrong in the field with other programs, each with its whole kind.
@Suite("Field reports: matching numbers")
struct FieldReportTests {
    private func number(_ written: String, _ country: String?) -> TelephoneNumber {
        TelephoneNumber(written, in: country.flatMap { Country($0) })
    }

    @Test(
        "B58: a service code is itself in every country, and matches no number",
        arguments: ["*100#", "*31#", "##002#", "#468", "*#06#", "**21*+391234567890#", "*86"])
    func b58(_ code: String) {
        for country in ["NL", "US", "IT", "BR", nil] {
            let number = number(code, country)
            #expect(number.kind == .exact(code))
            #expect(number.key == code)
            #expect(number.formatted(.national) == code)
            let bare = TelephoneNumber(code.filter(\.isNumber), in: country.flatMap { Country($0) })
            #expect(number.match(bare) == .none)
        }
    }

    @Test(
        "B69: a caller in E.164 is the contact in national form, in the SIM's country",
        arguments: [
            ("NL", "+31612341234", "0612341234"), ("NL", "+31612341234", "06-12 34 12 34"),
            ("NL", "+31612341234", "0031 6 12341234"), ("GB", "+44123456789", "0123456789"),
            ("GB", "+447911123456", "07911 123456"), ("GG", "+447911123456", "07911 123456"),
            ("US", "+18085551234", "(808) 555-1234"), ("US", "+18085551234", "1-808-555-1234"),
            ("US", "+442079460018", "011 44 20 7946 0018"), ("IT", "+390669821234", "06 6982 1234"),
            ("IT", "+390669821234", "+39 (0)6 6982 1234"), ("DE", "+493012345678", "030/12345678"),
            ("FR", "+33612345678", "06 12 34 56 78"), ("RU", "+79161234567", "8 (916) 123-45-67"),
            ("HU", "+36201234567", "06 20 123 4567"), ("AR", "+5491123456789", "011 15-2345-6789"),
            ("MX", "+525512345678", "55 1234 5678"), ("MX", "+5215512345678", "55 1234 5678"),
            ("JP", "+819012345678", "090-1234-5678"), ("IN", "+919876543210", "098765 43210"),
            ("AU", "+61412345678", "0412 345 678"), ("EG", "+201001234567", "٠١٠٠ ١٢٣ ٤٥٦٧"),
            ("SM", "+3780549123456", "0549 123456"), ("ES", "+34612345678", "612 34 56 78"),
        ])
    func b69(_ country: String, _ caller: String, _ contact: String) {
        #expect(number(contact, country).e164 == number(caller, nil).e164)
        #expect(number(caller, country).match(number(contact, country)) == .same)
        #expect(number(caller, country).key == number(contact, country).key)
    }

    @Test("B69: the country is the SIM's: elsewhere the same digits are another line")
    func b69Elsewhere() {
        #expect(number("+31612341234", "NL").match(number("0612341234", "FR")) == .none)
        #expect(number("+31612341234", nil).match(number("0612341234", nil)) == .none)
    }

    @Test(
        "B70: one Brazilian line, however it was saved",
        arguments: [
            ("+55 11 91234-5678", .same), ("0 15 11 91234-5678", .same), ("0 21 11 91234-5678", .same),
            ("011 91234-5678", .same), ("11 91234-5678", .same), ("0 11 1234-5678", .probable),
            ("91234-5678", .probable), ("1234-5678", .probable), ("11 1234-5678", .probable),
            ("+55 11 1234-5678", .probable), ("0015 55 11 91234-5678", .same),
            ("+55 21 91234-5678", .none), ("21 1234-5678", .none), ("1234-5679", .none), ("234-5678", .none),
            ("5678", .none), ("+54 11 91234-5678", .none),
        ] as [(String, Match)])
    func b70(_ saved: String, _ expected: Match) {
        let caller = number("+5511912345678", "BR")
        #expect(caller.match(number(saved, "BR")) == expected)
        #expect(number(saved, "BR").match(caller) == expected)
    }

    @Test("B70: a fixed line never got a ninth digit")
    func b70Fixed() {
        #expect(number("+55 11 92345-6789", "BR").match(number("11 2345-6789", "BR")) == .none)
        #expect(number("+55 11 98765-4321", "BR").match(number("8765-4321", "BR")) == .probable)
    }

    @Test(
        "B71: a short code is only itself",
        arguments: [
            ("4444", "+48000004444", "PL"), ("1724", "+49301231724", "DE"), ("1724", "+12125551724", "US"),
            ("61016", "+447911161016", "GB"), ("611", "+12125550611", "US"), ("72404", "+33612372404", "FR"),
            ("12345", "+31612312345", "NL"), ("104", "+5511912340104", "BR"), ("22000", "+12125522000", "US"),
        ])
    func b71(_ code: String, _ contact: String, _ country: String) {
        let short = number(code, country)
        #expect(short.kind == .exact(code))
        #expect(short.match(number(contact, country)) == .none)
        #expect(number(contact, country).match(short) == .none)
        #expect(short.match(number(code, country)) == .same)
        #expect(short.match(number("0" + code, country)) == .none)
        #expect(short.match(number(code + "0", country)) == .none)
    }

    @Test("B71: no string of up to five digits is the end of a longer number, in any country")
    func b71Kind() {
        for country in ["US", "GB", "PL", "FR", "BR", "NL", "ES", "IT", "IN", "JP", "CN", "DE", "AT", "AR", "MX"] {
            guard let callingCode = Country(country)?.callingCode else {
                Issue.record("no such country")
                continue
            }
            for value in stride(from: 10, to: 100_000, by: 97) {
                let short = number(String(value), country)
                let contact = number(
                    "+\(callingCode)" + String("2125559000".dropLast(String(value).count)) + "\(value)", country)
                #expect(short.match(contact) == .none, "\(value) in \(country)")
                #expect(contact.key.count > 8)
            }
        }
    }

    @Test(
        "B73: a thread has one key, however its number was written",
        arguments: [
            "+1-808-555-1234", "+18085551234", "(808) 555-1234", "808.555.1234", "1 808 555 1234",
            "+1\u{A0}808\u{A0}555\u{A0}1234", "\u{202A}+1 (808) 555\u{2011}1234\u{202C}", "011 1 808 555 1234",
        ])
    func b73(_ written: String) {
        #expect(number(written, "US").key == "+18085551234")
    }

    @Test("B79: a telephone behind a line is not the line for certain")
    func b79() throws {
        let line = number("+44-114-272-6444", "GB")
        let telephone = number("+44-114-272-6444,1234", "GB")
        #expect(telephone.e164 == line.e164)
        #expect(telephone.extension == "1234")
        #expect(telephone.match(line) == .probable)
        #expect(telephone.match(number("0114 272 6444 x1234", "GB")) == .same)
        #expect(telephone.match(number("0114 272 6444 x1235", "GB")) == .none)
        let link = try TelephoneURI("tel:+44-114-272-6444;ext=1234")
        #expect(TelephoneNumber(link.subscriber, in: nil) == telephone)
    }

    @Test(
        "B80: a # at the end is left over, one inside stands before an extension",
        arguments: [
            ("4084568908", nil), ("4084568908#", nil), ("408-456-8908 #", nil), ("4084568908,", nil),
            ("4084568908;", nil),
            ("4084568908 x", nil), ("4084568908#6", "6"), ("4084568908 x6", "6"), ("(408) 456-8908 ext. 6", "6"),
        ] as [(String, String?)])
    func b80(_ written: String, _ telephone: String?) {
        let number = number(written, "US")
        #expect(number.e164 == "+14084568908")
        #expect(number.extension == telephone)
    }
}
