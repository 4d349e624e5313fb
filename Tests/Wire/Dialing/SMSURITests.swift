import HandsetDialing
import Testing

@Suite("sms: links")
struct SMSURITests {
    @Test(
        "Recipients and text, in every form",
        arguments: [
            ("sms:+15105550101", ["+15105550101"], nil),
            ("sms:+15105550101?body=hello%20there", ["+15105550101"], "hello there"),
            ("sms:+15105550101,+15105550102?body=a", ["+15105550101", "+15105550102"], "a"),
            ("sms:+15105550101%2c%2B15105550102%2C", ["+15105550101", "+15105550102"], nil),
            ("smsto:1;2;+3", ["1", "2", "+3"], nil), ("SMS://+1-510", ["+1510"], nil),
            ("sms:4444;phone-context=example.com,5555?Body=x", ["4444", "5555"], "x"),
            ("sms:+1;?&body=x", ["+1"], "x"), ("sms:/open?addresses=+1,+2&body=x", ["+1", "+2"], "x"),
            ("sms://open?addresses=+1", ["+1"], nil), ("sms:", [], nil), ("sms:,,", [], nil),
            ("sms:?subject=a&body=b%26c%3Dd+e", [], "b&c=d+e"), ("sms:1?body=", ["1"], ""),
            ("sms:1?body=%F0%9F%98%80%0D%0A%E2%82%AC%0Dx", ["1"], "😀\n€\nx"), ("sms:1?body", ["1"], nil),
        ] as [(String, [String], String?)])
    func forms(_ link: String, _ numbers: [String], _ body: String?) throws {
        let uri = try SMSURI(link)
        #expect(uri.numbers.map(\.text) == numbers)
        #expect(uri.body == body)
        #expect(uri.warnings.isEmpty)
        #expect(try SMSURI(uri.link) == uri)
    }

    @Test("A recipient keeps its parameters")
    func parameters() throws {
        let uri = try SMSURI("sms:4444;phone-context=example.com,5555")
        #expect(uri.recipients.first?.context == .domain("example.com"))
        #expect(uri.recipients.last?.context == nil)
        #expect(uri.link == "sms:4444;phone-context=example.com,5555")
    }

    @Test(
        "What is wrong says which part",
        arguments: [
            ("tel:1", .scheme, .unknown), ("sms", .scheme, .empty), ("sms:anna", .number, .character),
            ("sms:1\r\n", .number, .control), ("sms:1?body=%", .body, .percentEncoding),
            ("sms:1?body=a\nb", .body, .control), ("sms:1?body=a&body=b", .body, .repeated),
            ("sms:" + String(repeating: "1,", count: 101), .recipients, .tooMany),
            ("sms:" + String(repeating: "1;", count: 102), .recipients, .tooMany),
            ("sms:1?" + String(repeating: "a=b&", count: 17), .link, .tooMany),
            ("sms:1?body=" + String(repeating: "a", count: 65_536), .link, .tooLong),
        ] as [(String, DialingError.Part, DialingError.Reason)])
    func refused(_ link: String, _ part: DialingError.Part, _ reason: DialingError.Reason) {
        #expect(throws: DialingError(part, reason)) { try SMSURI(link) }
    }

    @Test("Text that cannot be shown is repaired, and what is lost behind # is told")
    func repaired() throws {
        let latin = try SMSURI("sms:1?body=caf%E9%00")
        #expect(latin.body == "caf\u{FFFD}")
        #expect(latin.warnings == [.textRepaired])
        let cut = try SMSURI("sms:1?body=Room%20#4")
        #expect(cut.body == "Room ")
        #expect(cut.warnings == [.fragment])
    }

    @Test("A hundred recipients are taken")
    func many() throws {
        let uri = try SMSURI("sms:" + (1...100).map(String.init).joined(separator: ","))
        #expect(uri.recipients.count == 100)
    }
}
