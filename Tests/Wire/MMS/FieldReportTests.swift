import HandsetMMS
import HandsetWireCore
import Testing

/// Inputs that broke other software of this kind, with the value that the standard asks for.
@Suite("Field reports: MMS")
struct FieldReportTests {
    @Test(
        "B59: four octets with a length that is none are an error",
        arguments: ["8C828940", "8C82894000", "8C828920", "8C82895F"])
    func b59(hex: String) throws {
        #expect(throws: DecodeError(.malformed, "From", at: 3)) { try MMSPDU(decoding: Hex.octets(hex)) }
    }

    @Test("B59: within a push, the error names the octet of the push")
    func b59InPush() throws {
        let push = try WAPPush(decoding: Hex.octets("010603BEAF848C828940"))
        #expect(throws: DecodeError(.malformed, "From", at: 9)) { try push.pdu() }
    }

    @Test("B60: the location stays byte for byte, beside a version that does not exist")
    func b60() throws {
        let location: TextValue = "http://10.0.0.1:80/m1?4stJ4iiQ684_Z_/4u1_~4/_/~4kc3_Gad7V"
        let id: TextValue = "4stJ4iiQ684_Z_/4u1_~4/_/~4kc3_Gad7V"
        let sent = MMSNotification(
            transactionID: id, contentLocation: location, from: nil, messageSize: 6713, expiry: .relative(259_200),
            version: MMSVersion(rawValue: 0x98))
        let octets = sent.encoded()
        guard case .notification(let notification) = try MMSPDU(decoding: octets) else {
            Issue.record("1.8 is read as what we know of 1.x")
            return
        }
        #expect(notification.contentLocation == location)
        #expect(notification.transactionID == id)
        #expect(notification.messageSize == 6713)
        #expect(notification.version?.name == "1.8")
    }

    @Test("B60: octets that are no UTF-8, escapes and composed letters do not change")
    func b60Octets() throws {
        for location in [[UInt8]](
            arrayLiteral: Array("http://h/%7e;a".utf8), [0x68, 0xFF, 0x41], Array("é".utf8), Array("e\u{301}".utf8))
        {
            let sent = MMSNotification(
                transactionID: "t", contentLocation: TextValue(octets: location), from: nil, messageSize: 1,
                expiry: .relative(1))
            #expect(try MMSNotification(decoding: sent.encoded()).contentLocation.octets == location)
        }
        #expect(TextValue("é") != TextValue("e\u{301}"))
    }

    @Test(
        "B62: a push is for whom its type and its application say",
        arguments: [
            ("0106 03 BE AF84", WAPPush.Subject.mms), ("0106 01 BE", .mms), ("0106 01 AD", .serviceIndication),
            ("0106 03 AE AF82", .serviceIndication), ("0106 01 B0", .serviceLoading), ("0106 01 B6", .provisioning),
            ("0106 01 C4", .deviceManagement), ("0106 01 CB", .rights), ("0106 01 83", .other),
            ("0106 03 90 AF84", .mms), ("0106 03 90 AF87", .other), ("0106 03 83 AF84", .other),
            // General form, with a character set; text in another case.
            ("0106 04 03 BE 81 EA", .mms), ("0106 06 03 BE 81 EA B4 80", .mms),
            ("0106 20 6170706C69636174696F6E2F564E442E5741502E4D4D532D4D65737361676500", .mms),
        ])
    func b62(hex: String, subject: WAPPush.Subject) throws {
        let octets = try Hex.octets(hex.filter { $0 != " " })
        let push = try WAPPush(decoding: octets)
        #expect(push.subject == subject)
        #expect(push.encoded() == octets)
        #expect((WAPPush.mmsPush(in: octets) != nil) == (subject == .mms))
    }

    @Test(
        "B62: what is no push is not taken for one",
        arguments: ["", "01", "0106", "0105 01 BE", "0108 01 BE", "0106 7F BE", "0106 05 03 BE 81 EA B4", "48656C6C6F"])
    func b62NoPush(hex: String) throws {
        #expect(WAPPush.mmsPush(in: try Hex.octets(hex.filter { $0 != " " })) == nil)
    }

    @Test("B62: behind a shift to another page, a number has another meaning", arguments: ["7F02", "02"])
    func b62Shift(shift: String) throws {
        let header = "90" + "AE80" + shift + "AF84"
        let octets = try Hex.octets("0106" + (shift.count == 4 ? "07" : "06") + header)
        let push = try WAPPush(decoding: octets)
        #expect(push.applicationID == nil)
        #expect(push.subject == .other)
        #expect(push.headers.all(0x2F).isEmpty)
        #expect(push.headers.all(0x2E).count == 1)
        #expect(push.encoded() == octets)
    }

    @Test("B63: every member of a group is an address of its own, comparable without its type")
    func b63() throws {
        let members: [MMSAddress] = [
            .phoneNumber("+12025550100"), .phoneNumber("+12025550101"), .email("x@example.org"),
        ]
        let sent = MMSRetrieveConfirmation(
            transactionID: "t", messageID: "m", from: .address(.phoneNumber("+12025550102")), to: Array(members[..<2]),
            cc: [members[2]], date: 1, body: MMSBody(mixed: [MMSPart(text: "hi", name: "t.txt")]))
        let message = try MMSRetrieveConfirmation(decoding: sent.encoded())
        #expect((message.to + message.cc).map(\.value) == ["+12025550100", "+12025550101", "x@example.org"])
    }

    @Test(
        "B64: a subject in UTF-8, with the quote and without",
        arguments: ["9608EAF09F90B8210000", "9608EA7FF09F90B82100"])
    func b64(field: String) throws {
        // The first row has a second zero inside its length, as some senders write.
        let notification = try MMSNotification(decoding: Hex.octets("8C82985400" + "8D92" + field + "836800"))
        #expect(notification.subject?.charset == .utf8)
        #expect(notification.subject?.text == "🐸!")
        #expect(EncodedString("🐸").charset == .utf8)
    }

    @Test("B66: subject and body go through the same decoder")
    func b66() throws {
        let text = String(repeating: "안녕", count: 40)
        let sent = MMSRetrieveConfirmation(
            transactionID: nil, messageID: nil, from: nil, to: [], subject: text, date: 1,
            body: MMSBody(mixed: [MMSPart(text: text, name: "t.txt")]))
        let message = try MMSRetrieveConfirmation(decoding: sent.encoded())
        #expect(message.subject?.text == text)
        #expect(message.body?.parts.first?.text == text)
    }

    @Test("B67: a group message of text alone has a text part, a presentation and every recipient")
    func b67() throws {
        let parts = [MMSPart(text: "to all", name: "text.txt")]
        let sent = MMSSendRequest(
            transactionID: "t", to: ["+12025550100", "+12025550101", "+12025550102"].map(MMSAddress.phoneNumber),
            body: MMSBody(presentation: MMSPresentation(showing: parts), parts: parts))
        let message = try MMSSendRequest(decoding: sent.encoded())
        #expect(message.to.count == 3)
        #expect(message.body?.parts.map(\.contentType.mediaType) == [.smil, .plainText])
        #expect(try message.body?.slides().map { $0.parts.map(\.text) } == [["to all"]])
    }
}
