import HandsetDialing
import Testing

@Suite("tel: and telephony: links")
struct TelephoneURITests {
    @Test(
        "Numbers in every form",
        arguments: [
            ("tel:+358-555-1234567", "+3585551234567"), ("tel:7042;phone-context=example.com", "7042"),
            ("tel:863-1234;phone-context=+1-914-555", "8631234"), ("tel://08000480408", "08000480408"),
            ("tel://0800 048 0408/", "08000480408"), ("TEL:+44(0)114-272.6444", "+441142726444"),
            ("telephony:+31612341234", "+31612341234"), ("tel:%2B31612341234", "+31612341234"),
            ("tel:0800%20048%C2%A00408", "08000480408"), ("tel:*222%23", "*222#"), ("tel:1a2b", "1A2B"),
            ("tel:112", "112"), ("tel:123;x-unknown=a%20b;Y", "123"), ("tel:%28020%29%201234", "0201234"),
        ])
    func numbers(_ link: String, _ number: String) throws {
        let uri = try TelephoneURI(link)
        #expect(uri.subscriber.number.text == number)
        #expect(uri.sequence.steps.isEmpty)
        #expect(uri.warnings.isEmpty)
    }

    @Test("The parameters of a subscriber")
    func parameters() throws {
        let subscriber = try TelephoneURI(
            "tel:7042;Phone-Context=Example.COM;ext=1-2;isub=a%3Bb;tgrp=x%20y;flag"
        ).subscriber
        #expect(subscriber.context == .domain("example.com"))
        #expect(subscriber.extension?.text == "12")
        #expect(subscriber.subaddress == "a;b")
        #expect(subscriber.parameters == ["tgrp": "x y", "flag": nil])
        let local = try TelephoneURI("tel:8631234;phone-context=+1-914-555").subscriber
        #expect(local.context == .global(try DialString("+1914555")))
        // A global number has no context.
        #expect(try TelephoneURI("tel:+1914555;phone-context=+44").subscriber.context == nil)
    }

    @Test("An encoded semicolon is the number's, not a parameter's")
    func decodedAfterSplitting() throws {
        let uri = try TelephoneURI("tel:0800123%3B45")
        #expect(uri.subscriber.number.text == "0800123")
        #expect(uri.sequence.text == "0800123;45")
        #expect(uri.subscriber.parameters.isEmpty)
    }

    @Test(
        "What is wrong says which part",
        arguments: [
            ("", .scheme, .empty), ("tel", .scheme, .empty), (":1", .scheme, .empty), ("sms:1", .scheme, .unknown),
            ("callto:1", .scheme, .unknown), ("tel:", .number, .empty), ("tel://", .number, .empty),
            ("tel:;ext=1", .number, .empty), ("tel:abc", .number, .character), ("tel:%", .number, .percentEncoding),
            ("tel:%2", .number, .percentEncoding), ("tel:%zz", .number, .percentEncoding),
            ("tel:%FF1", .number, .notUTF8), ("tel:1%0D%0AATD2", .number, .control), ("tel:1%00", .number, .control),
            ("tel:1\r\n", .number, .control), ("tel:1\0", .number, .control), ("tel:1%7F", .number, .control),
            ("tel:1%C2%85", .number, .control),
            ("tel:1;ext=", .extension, .empty), ("tel:1;ext", .extension, .empty),
            ("tel:1;ext=1,2", .extension, .character),
            ("tel:1;ext=%0D", .extension, .control), ("tel:1;ext=1;ext=2", .extension, .repeated),
            ("tel:1;isub=", .subaddress, .empty), ("tel:1;isub=%0A", .subaddress, .control),
            ("tel:1;phone-context=", .context, .empty), ("tel:1;phone-context=+", .context, .empty),
            ("tel:1;phone-context=a%0Ab", .context, .character), ("tel:1;phone-context=+1A", .context, .character),
            ("tel:1;a=1;a=2", .parameter, .repeated), ("tel:1;=2", .parameter, .empty),
            ("tel:1;a%20b=2", .parameter, .character), ("tel:1;a=%0D", .parameter, .control),
            ("tel:1;a=\r", .parameter, .control),
            ("tel:" + String(repeating: "1", count: 81), .number, .tooLong),
            ("tel:" + String(repeating: "1", count: 1_021), .link, .tooLong),
            ("tel:1" + String(repeating: ";a", count: 17), .parameter, .tooMany),
        ] as [(String, DialingError.Part, DialingError.Reason)])
    func refused(_ link: String, _ part: DialingError.Part, _ reason: DialingError.Reason) {
        #expect(throws: DialingError(part, reason)) { try TelephoneURI(link) }
    }

    @Test("A query is no part of a number, and is told")
    func query() throws {
        let uri = try TelephoneURI("tel:0800123?call")
        #expect(uri.sequence.text == "0800123")
        #expect(uri.warnings == [.query])
    }

    @Test(
        "The canonical link",
        arguments: [
            ("TEL:+44-114-272-6444;ext=12-34", "tel:+441142726444;ext=1234"),
            ("tel:+44-114-272-6444,1234", "tel:+441142726444,1234"), ("tel:*222%23", "tel:*222%23"),
            (
                "tel:7042;b;phone-context=Example.com;a=%20;isub=1;ext=2",
                "tel:7042;ext=2;isub=1;phone-context=example.com;a=%20;b"
            ),
            ("tel://0800%3B1", "tel:0800%3B1"), ("telephony:%2B31", "telephony:+31"),
        ])
    func canonical(_ link: String, _ canonical: String) throws {
        let uri = try TelephoneURI(link)
        #expect(uri.link == canonical)
        #expect(try TelephoneURI(canonical) == uri)
    }

    @Test("A link is written from a sequence")
    func written() throws {
        #expect(TelephoneURI(try DialSequence("+44 114 272 6444 x 12")).link == "tel:+441142726444;ext=12")
        #expect(
            TelephoneURI(try DialSequence("0800 123;4"), scheme: .telephony).link == "telephony:0800123%3B4")
        #expect(TelephoneURI(try DialSequence("*100#")).link == "tel:*100%23")
    }

    @Test("Each warning has a sentence of its own for the person")
    func advice() {
        let sentences = TelephoneURI.Warning.allCases.map(\.advice)
        #expect(Set(sentences).count == TelephoneURI.Warning.allCases.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") })
    }

    @Test("Errors say the part and never what was written")
    func errorsAreQuiet() {
        for part in DialingError.Part.allCases {
            for reason in DialingError.Reason.allCases {
                let text = "\(DialingError(part, reason))"
                #expect(text.contains(part.rawValue))
                #expect(!text.contains { $0.isNumber })
            }
        }
    }
}
