import HandsetMMS
import HandsetWireCore
import Testing

/// PDUs of our own making, octet for octet, and what is done about fields that are missing or strange.
@Suite("MMS: PDUs")
struct PDUTests {
    private let alice = MMSAddress.phoneNumber("+15550100")
    private let bob = MMSAddress.phoneNumber("+15550101")

    @Test("What we write is what the standard's tables say")
    func written() throws {
        #expect(
            MMSNotifyResponse(transactionID: "T1", status: .retrieved, reportAllowed: false).encoded()
                == (try Hex.octets(MMSVector.notifyResponse)))
        #expect(
            MMSAcknowledge(transactionID: "T1", reportAllowed: true).encoded()
                == (try Hex.octets(MMSVector.acknowledge)))
        #expect(
            MMSDelivery(messageID: "mid1", to: alice, date: 0x655F_2A00, status: .retrieved).encoded()
                == (try Hex.octets(MMSVector.delivery)))
        #expect(
            MMSReadRecipient(messageID: "mid1", to: alice, date: 0x655F_2A00, status: .read).encoded()
                == (try Hex.octets(MMSVector.readRecipient)))
        #expect(
            MMSSendConfirmation(transactionID: "31888", status: .formatCorrupt, version: .v1_0).encoded()
                == (try Hex.octets(MMSVector.sendRefusal)))
        #expect(
            MMSSendConfirmation(
                transactionID: "31887", status: .ok, messageID: "4dc268t71438a", version: .v1_0
            ).encoded() == (try Hex.octets(MMSVector.sendConfirmation)))
    }

    @Test("A message with all that it can say comes back as it was")
    func sendRequest() throws {
        let parts = [
            MMSPart(text: "Grüße 👋", name: "text.txt"),
            MMSPart(MediaType("image/png"), name: "a.png", data: [1, 0, 2]),
        ]
        var message = MMSSendRequest(
            transactionID: "T-1", to: [alice, bob], cc: [.email("a/b@example.org")], bcc: [.shortCode("4400")],
            subject: "Grüße", date: 1_700_000_000,
            body: MMSBody(presentation: MMSPresentation(showing: parts), parts: parts))
        message.expiry = .relative(3600)
        message.deliveryTime = .absolute(1_700_000_100)
        message.priority = .high
        message.senderVisibility = .hide
        message.deliveryReport = true
        message.readReport = false
        message.messageClass = .other("carrier-class")
        let back = try MMSSendRequest(decoding: message.encoded())
        #expect(back == message)
        #expect(back.version == .v1_2)
        #expect(back.to == [alice, bob])
        #expect(back.cc == [.email("a/b@example.org")])
        #expect(back.bcc == [.shortCode("4400")])
        #expect(back.subject?.text == "Grüße")
        #expect(back.expiry == .relative(3600))
        #expect(back.deliveryTime == .absolute(1_700_000_100))
        #expect(back.priority == .high)
        #expect(back.senderVisibility == .hide)
        #expect(back.deliveryReport == true)
        #expect(back.readReport == false)
        #expect(back.messageClass == .other("carrier-class"))
        #expect(back.body?.parts.map(\.name) == ["smil.xml", "text.txt", "a.png"])
        #expect(back.body?.parts.dropFirst().map(\.text) == ["Grüße 👋", nil])
        #expect(back.body?.contentType.start == "<smil>")
    }

    @Test("Type, transaction and version lead, whenever they were set")
    func order() {
        var message = MMSDelivery(messageID: "m", to: alice, date: 1, status: .expired)
        message.transactionID = "late"
        #expect(message.encoded().starts(with: [0x8C, 0x86, 0x98] + Array("late".utf8) + [0x00, 0x8D, 0x92]))
    }

    @Test("Fields that are unknown, an application's, or in another order stay as they are")
    func unknownFields() throws {
        // A class in text; FF and E1 are no fields of the standard; X-A is an application's.
        let octets = try Hex.octets("8D9295818C83985431008A676F6C6400" + "FF83" + "E105AABBCCDDEE" + "582D41006200")
        let response = try MMSNotifyResponse(decoding: octets)
        #expect(response.encoded() == octets)
        #expect(response.fields.unknownFields.count == 3)
        #expect(response.fields.unknownFields.last == WSPHeader("X-A", "b"))
    }

    @Test("A value without meaning is nil and stays", arguments: ["8F99", "8F0180", "8E6100", "880282FF", "8A99"])
    func strangeValue(field: String) throws {
        let octets = try Hex.octets("8C82985400" + "8D92" + field + "836800")
        let notification = try MMSNotification(decoding: octets)
        #expect(notification.messageSize == nil)
        #expect(notification.expiry == nil)
        #expect(notification.messageClass == nil)
        #expect(notification.priority?.name == nil)
        #expect(notification.encoded() == octets)
    }

    @Test(
        "What a PDU cannot do without",
        arguments: [
            ("8C82985400", "X-Mms-Content-Location"), ("8C81985400", "X-Mms-Response-Status"),
            ("8C839581", "X-Mms-Transaction-Id"), ("8C83985400", "X-Mms-Status"),
            ("8C8098540097610084", "Content-Type"),
            ("8C8098540084836162", "To"), ("8C80985400976100", "Content-Type"), ("8C84985400", "Content-Type"),
            ("8C85", "X-Mms-Transaction-Id"), ("8C869581", "Message-ID"), ("8C868B6100", "X-Mms-Status"),
            ("8C878B6100", "X-Mms-Read-Status"), ("985400", "X-Mms-Message-Type"),
        ])
    func missing(hex: String, field: String) throws {
        let octets = try Hex.octets(hex)
        #expect(throws: DecodeError(.truncated, field, at: octets.count)) { try MMSPDU(decoding: octets) }
    }

    @Test("A refusal to hand a message out has no body")
    func refusal() throws {
        let refusal = MMSRetrieveConfirmation(transactionID: "T", status: .notFound, text: "gone", date: 5)
        let back = try MMSRetrieveConfirmation(decoding: refusal.encoded())
        #expect(back.status == .notFound)
        #expect(back.status?.outcome == .permanentFailure)
        #expect(back.text?.text == "gone")
        #expect(back.body == nil)
    }

    @Test("Another major version and other types are kept, with the id that the answer needs")
    func otherVersion() throws {
        for hex in ["8C829854310" + "08DA0", "8C8D985431008D92", "8CFF985431008D92"] {
            let octets = try Hex.octets(hex)
            let pdu = try MMSPDU(decoding: octets)
            #expect(pdu == .unrecognised(pdu.fields))
            #expect(pdu.transactionID == "T1")
            #expect(pdu.encoded() == octets)
        }
        guard case .notification = try MMSPDU(decoding: Hex.octets("8C82985431008D9F836800")) else {
            Issue.record("1.x is ours")
            return
        }
    }

    @Test(
        "A code that is none is an error",
        arguments: [
            ("9B", "X-Mms-Read-Status"), ("95", "X-Mms-Status"), ("99", "X-Mms-Retrieve-Status"),
            ("92", "X-Mms-Response-Status"), ("8C", "X-Mms-Message-Type"),
        ])
    func wrongCode(field: String, name: String) throws {
        for value in ["6100", "0180", "1F80"] {
            let octets = try Hex.octets("8C88" + "8B6D00" + field + value)
            #expect(throws: DecodeError(.malformed, name, at: 6)) { try MMSPDU(decoding: octets) }
        }
    }

    @Test(
        "A text over ASCII that forgot its quote",
        arguments: [("96", MMSField.subject), ("97", .to), ("98", .transactionID), ("8B", .messageID)])
    func forgottenQuote(octet: String, field: MMSField) throws {
        let fields = try MMSFields(decoding: Hex.octets("8C82" + octet + "C3A99200" + "836800"))
        #expect(fields[field]?.encodedString?.octets == [0xC3, 0xA9, 0x92])
        #expect(fields.text(.contentLocation) == "h")
    }

    @Test("A location that forgot its quote, and a PDU that forgot its version")
    func forgottenVersion() throws {
        let notification = try MMSPDU(decoding: Hex.octets("8C82" + "83C3A99200" + "8F80"))
        guard case .notification(let notification) = notification else {
            Issue.record("no notification")
            return
        }
        #expect(notification.contentLocation.octets == [0xC3, 0xA9, 0x92])
        #expect(notification.priority == .low)
        #expect(notification.version == nil)
    }

    @Test("Setting a field replaces all of its values in their place")
    func setting() throws {
        var message = MMSSendRequest(
            transactionID: "1", to: [alice, bob], cc: [bob], subject: "a",
            body: MMSBody(contentType: ContentType(.plainText), content: .single([])))
        let names = message.fields.headers.fields.map(\.name)
        message.to = [bob, alice]
        message.subject = EncodedString("b")
        message.transactionID = "2"
        #expect(message.fields.headers.fields.map(\.name) == names)
        #expect(message.to == [bob, alice])
        message.to = [alice]
        message.cc = []
        #expect(message.fields.headers.fields.count == names.count - 2)
        #expect(message.to == [alice])
        #expect(message.cc == [])
        #expect(message.subject?.text == "b")
        #expect(message.transactionID == "2")
        message.subject = nil
        #expect(try MMSSendRequest(decoding: message.encoded()).subject == nil)
    }

    @Test("One type is not read as another")
    func wrongType() {
        #expect(throws: DecodeError(.malformed, "X-Mms-Message-Type", at: 0)) {
            try MMSDelivery(decoding: Hex.octets(MMSVector.acknowledge))
        }
    }

    @Test(
        "Codes by their range",
        arguments: [
            (UInt8(0x80), MMSOutcome.done), (0x81, .permanentFailure),
            (0xC3, .temporaryFailure), (0xDF, .temporaryFailure), (0xE0, .permanentFailure), (0xFF, .permanentFailure),
            (0xA0, .permanentFailure),
        ])
    func outcomes(code: UInt8, outcome: MMSOutcome) {
        #expect(MMSResponseStatus(rawValue: code).outcome == outcome)
        #expect(MMSRetrieveStatus(rawValue: code).outcome == outcome)
        #expect(MMSResponseStatus.networkProblem.outcome == .temporaryFailure)
        #expect(MMSRetrieveStatus(rawValue: 0x86).outcome == .permanentFailure)
    }

    @Test("Names of codes")
    func names() {
        #expect(MMSResponseStatus(rawValue: 0xE7).name == "error-permanent-reply-charging-request-not-accepted")
        #expect(MMSResponseStatus.lackOfPrepaid.name == "error-permanent-lack-of-prepaid")
        #expect(MMSResponseStatus(rawValue: 0xEC).name == nil)
        #expect(MMSMessageType(rawValue: 0x97).name == "m-cancel-conf")
        #expect(MMSField(rawValue: 0x3F).name == "X-Mms-Cancel-Status")
        #expect(MMSField.contentClass.name == "X-Mms-Content-Class")
        #expect(MMSVersion.v1_3.name == "1.3")
    }
}
