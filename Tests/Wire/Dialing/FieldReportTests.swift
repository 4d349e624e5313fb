import HandsetDialing
import Testing

/// What went wrong in the field with other programs, each with its whole kind.
@Suite("Field reports: dialling and links")
struct FieldReportTests {
    @Test(
        "B58: a service code survives every normalisation and is never dialled without its marks",
        arguments: ["*100#", "*31#", "##002#", "#468", "*#100*1#", "#100#", "**21*0612341234#", "*86", "*101*25#"])
    func b58(_ code: String) throws {
        for written in [code, code.map(String.init).joined(separator: " "), "\u{202A}\(code)\u{202C}", " \(code) "] {
            let sequence = try DialSequence(written)
            #expect(sequence.number.text == code)
            let link = TelephoneURI(sequence).link
            #expect(!link.contains("#"))
            #expect(try TelephoneURI(link).sequence == sequence)
            switch try Dialling(sequence) {
            case .service(let service): #expect(service.dialString.text == code)
            case .ussd(let string): #expect(string.text == code)
            case .call(let call):
                // TS 22.030: without # at its end it is a call, to all of its characters.
                #expect(!code.hasSuffix("#"))
                #expect(call.dialString.text == code)
            case .local, .control: Issue.record("not local")
            }
        }
    }

    @Test("B75: the text of an sms link, in the standard's form and in Apple's")
    func b75() throws {
        for link in [
            "sms:+0000000?body=Hello", "sms:+0000000&body=Hello", "sms:+0000000;?&body=Hello",
            "sms:+0000000;&body=Hello",
            "sms:+0000000?&body=Hello", "sms:+0000000/?body=Hello", "smsto:+0000000?body=Hello",
            "sms://+0000000?body=Hello",
            "sms:+0000000?subject=x&body=Hello", "sms:+0000000?BODY=H%65llo",
        ] {
            let uri = try SMSURI(link)
            #expect(uri.body == "Hello", "\(link)")
            #expect(uri.numbers.map(\.text) == ["+0000000"])
        }
    }

    @Test("B76: a text without a recipient opens an empty letter")
    func b76() throws {
        for link in [
            "sms:?body=hello", "sms:&body=hello", "sms://?body=hello", "smsto:?body=hello", "sms:;?&body=hello",
        ] {
            let uri = try SMSURI(link)
            #expect(uri.recipients.isEmpty)
            #expect(uri.body == "hello")
        }
    }

    @Test("B78: %23 is decoded, a raw # is told, and neither dials what was not meant")
    func b78() throws {
        let encoded = try TelephoneURI("tel:*222%23")
        #expect(encoded.warnings.isEmpty)
        guard case .ussd(let string) = try Dialling(encoded.sequence) else {
            Issue.record("not USSD")
            return
        }
        #expect(string.text == "*222#")

        let raw = try TelephoneURI("tel:*222#")
        #expect(raw.warnings == [.fragment])
        #expect(raw.sequence.text == "*222")

        let forwarding = try TelephoneURI("tel:**21*+391234567890%23")
        guard case .service(let code) = try Dialling(forwarding.sequence) else {
            Issue.record("not a service")
            return
        }
        #expect(code.information == ["+391234567890"])
        #expect(try TelephoneURI("tel:**21*+391234567890#").warnings == [.fragment])
        #expect(try TelephoneURI("tel:%2A%2321%23").sequence.text == "*#21#")
        #expect(throws: DialingError(.number, .empty)) { try TelephoneURI("tel:#31#0612341234") }
    }

    @Test("B79: an extension is no part of the number, and is sent as tones after a pause")
    func b79() throws {
        for link in [
            "tel:+44-114-272-6444;ext=1234", "tel:+44-114-272-6444,1234", "tel:+44-114-272-6444%2C1234",
            "tel:+44-114-272-6444p1234", "tel:+44-114-272-6444;EXT=12-34", "tel:+44-114-272-6444x1234",
        ] {
            let uri = try TelephoneURI(link)
            #expect(uri.subscriber.number.text == "+441142726444")
            #expect(uri.sequence.steps == [.pause, .tones(try Tones("1234"))], "\(link)")
            guard case .call(let call) = try Dialling(uri.sequence) else {
                Issue.record("not a call")
                continue
            }
            #expect(call.dialString.text == "+441142726444")
        }
    }

    @Test("B80: what is left over at the end of a number does not spoil it")
    func b80() throws {
        for written in [
            "4084568908,", "4084568908;", "4084568908 x", "4084568908-", "4084568908 (", "4084568908.", "4084568908w",
        ] {
            let sequence = try DialSequence(written)
            #expect(sequence.number.text == "4084568908")
            #expect(sequence.steps.isEmpty)
        }
        // Dialled, a # is a character like another: at the end it makes USSD (TS 22.030, 6.5.3.2), inside it does not.
        guard case .ussd = try Dialling("4084568908#"), case .call(let call) = try Dialling("4084568908#6") else {
            Issue.record("not as TS 22.030 has it")
            return
        }
        #expect(call.dialString.text == "4084568908#6")
    }
}
