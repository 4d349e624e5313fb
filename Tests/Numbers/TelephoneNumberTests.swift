import HandsetDialing
import HandsetNumbers
import Testing

@Suite("Numbers in their countries")
struct TelephoneNumberTests {
    @Test(
        "What a text is",
        arguments: [
            ("+442079460018", nil, .global(callingCode: 44, national: "2079460018")),
            ("020 7946 0018", "GB", .global(callingCode: 44, national: "2079460018")),
            ("020 7946 0018", nil, .exact("02079460018")),
            ("7946 0018", "GB", .local(callingCode: 44, subscriber: "79460018")),
            ("555-1234", "US", .local(callingCode: 1, subscriber: "5551234")), ("112", "GB", .exact("112")),
            ("+390669821234", nil, .global(callingCode: 39, national: "0669821234")),
            ("anna@example.com", "GB", .exact("anna@example.com")), (" Info ", "GB", .exact("Info")),
            ("", "GB", .exact("")),
            ("3Mobile", "GB", .exact("3Mobile")), ("888SPORT1", "GB", .exact("888SPORT1")),
            ("+999123456", nil, .exact("+999123456")),
            ("+80012345678", nil, .global(callingCode: 800, national: "12345678")), ("+", "GB", .exact("+")),
            ("+4420794600181234567890", "GB", .exact("+4420794600181234567890")),
        ] as [(String, String?, TelephoneNumber.Kind)])
    func kinds(_ written: String, _ country: String?, _ kind: TelephoneNumber.Kind) {
        #expect(TelephoneNumber(written, in: country.flatMap { Country($0) }).kind == kind)
    }

    @Test("07911 is Guernsey's too, and the same line in both")
    func guernsey() {
        let number = TelephoneNumber("07911 123456", in: Country("GB"))
        #expect(number.country == Country("GG"))
        #expect(number.isValid)
        #expect(number.match(TelephoneNumber("07911 123456", in: Country("JE"))) == .same)
        #expect(number.formatted(in: Country("GB")) == "07911 123456")
        #expect(number.formatted(in: Country("US")) == "+44 7911 123456")
    }

    @Test(
        "Numbers for people",
        arguments: [
            ("+31612341234", "06 12341234", "+31 6 12341234"), ("+390669821234", "06 6982 1234", "+39 06 6982 1234"),
            ("+14084568908", "(408) 456-8908", "+1 408-456-8908"),
        ])
    func formats(_ written: String, _ national: String, _ international: String) {
        let number = TelephoneNumber(written, in: nil)
        #expect(number.formatted(.national) == national)
        #expect(number.formatted(.international) == international)
        #expect(number.e164 == written)
    }

    @Test("Matching is the same from both sides, and reading its key again gives the number")
    func symmetric() {
        let written = [
            "+5511912345678", "1234-5678", "91234-5678", "11 1234-5678", "190", "*100#", "Info", "+14084568908",
            "4084568908#6",
            "08000 480408", "555-1234", "+44 114 272 6444 x12",
        ]
        let numbers = written.map { TelephoneNumber($0, in: Country("BR")) }
        for one in numbers {
            for other in numbers { #expect(one.match(other) == other.match(one)) }
            #expect(one.match(one) == .same)
            if let e164 = one.e164 { #expect(TelephoneNumber(e164, in: nil).e164 == e164) }
        }
    }

    @Test(
        "A context makes a global number where both together are one, and else is a place",
        arguments: [
            ("tel:1142726444;phone-context=+44", "+441142726444", "+441142726444"),
            ("tel:01142726444;phone-context=+44", "+441142726444", "+441142726444"),
            ("tel:5551234;phone-context=+1808", "+18085551234", "+18085551234"),
            ("tel:863-1234;phone-context=+1-914-555", "8631234", "8631234"),
            ("tel:7042;phone-context=example.com", "7042", "7042"),
            ("tel:112;phone-context=+44", "112", "112"),
            ("tel:+31612341234;phone-context=+44", "+31612341234", "+31612341234"),
        ])
    func contexts(_ link: String, _ key: String, _ dialled: String) throws {
        let subscriber = try TelephoneURI(link).subscriber
        #expect(TelephoneNumber(subscriber, in: Country("FR")).key == key)
        #expect(subscriber.resolvedSequence.number.text == dialled)
    }

    @Test("Printing shows no digits")
    func printing() {
        for written in ["+31612341234", "555-1234", "4444"] {
            let number = TelephoneNumber(written, in: Country("US"))
            #expect(!"\(number) \(String(reflecting: number))".contains { $0.isNumber })
        }
    }

    @Test("Whatever text is given is something, and itself")
    func fuzz() {
        var random = SystemRandomNumberGenerator.seeded(70)
        let alphabet = Array("0123456789+*#,;() -.x/pwABé٣\0\n")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "0" })
            for country in [Country("BR"), Country("GB"), nil] {
                let number = TelephoneNumber(text, in: country)
                #expect(number.match(number) == .same)
                if let e164 = number.e164 {
                    #expect(TelephoneNumber(e164, in: nil).e164 == e164)
                    #expect(!number.formatted(.national).isEmpty)
                }
            }
        }
    }

    @Test("Threads may read numbers at the same time")
    func threads() async {
        await withTaskGroup(of: Int.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    (0..<500).count {
                        TelephoneNumber("06123\(lane)\(10_000 + $0)".prefix(10), in: Country("NL")).e164 != nil
                    }
                }
            }
            for await count in group { #expect(count == 500) }
        }
    }
}

extension SystemRandomNumberGenerator {
    /// SplitMix64, so that a failure comes again.
    static func seeded(_ seed: UInt64) -> some RandomNumberGenerator { SplitMix(state: seed) }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
