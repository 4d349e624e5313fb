import HandsetMMS
import HandsetWireCore
import Testing

/// What carriers sent, read and written again.
@Suite("MMS: captures")
struct CaptureTests {
    @Test("A round trip gives the same octets", arguments: MMSVector.pdus)
    func roundTrip(hex: String) throws {
        let octets = try Hex.octets(hex)
        #expect(try MMSPDU(decoding: octets).encoded() == octets)
    }

    @Test("A push makes a round trip, its PDU too", arguments: MMSVector.pushes)
    func pushRoundTrip(hex: String) throws {
        let octets = try Hex.octets(hex)
        let push = try WAPPush(decoding: octets)
        #expect(push.encoded() == octets)
        #expect(push.subject == .mms)
        #expect(push.applicationID == "x-wap-application:mms.ua")
        #expect(try push.pdu().encoded() == push.body)
    }

    @Test("A notification from a name")
    func fromName() throws {
        let push = try WAPPush(decoding: Hex.octets(MMSVector.pushFromName))
        guard case .notification(let notification) = try push.pdu() else {
            Issue.record("no notification")
            return
        }
        #expect(notification.transactionID == "OgQKKB")
        #expect(notification.version == .v1_0)
        #expect(notification.from == .address(.shortCode("Erotik")))
        #expect(notification.subject?.text == "Pin-Ups")
        #expect(notification.messageClass == .personal)
        #expect(notification.messageSize == 16384)
        #expect(notification.expiry == .relative(259_200))
        #expect(notification.contentLocation == "http://eps3.de/O/Z9IZO")
    }

    @Test("A notification from a number without a plus")
    func fromNumber() throws {
        let push = try WAPPush(decoding: Hex.octets(MMSVector.pushFromNumber))
        guard case .notification(let notification) = try push.pdu() else {
            Issue.record("no notification")
            return
        }
        #expect(notification.from?.address == .phoneNumber("15551230000"))
        #expect(notification.contentLocation == "http://mmsc11:10021/mmsc/1_1?wLJeT7THu")
    }

    @Test("A subject with a character set, and a location with a space in front")
    func longSubject() throws {
        let notification = try MMSNotification(decoding: Hex.octets(MMSVector.notification))
        #expect(notification.subject?.charset == .usASCII)
        #expect(notification.subject?.text == "abcdefghijklmnopqrstuvwxyz0123456789/-+@")
        #expect(notification.from?.address == .phoneNumber("+44123989100"))
        #expect(notification.contentLocation == " http://eps3.de/O/Z9IZO")
        #expect(notification.contentLocation.trimmed == "http://eps3.de/O/Z9IZO")
    }

    @Test("The MMSC's answers")
    func confirmations() throws {
        let taken = try MMSSendConfirmation(decoding: Hex.octets(MMSVector.sendConfirmation))
        #expect(taken.status == .ok)
        #expect(taken.status.outcome == .done)
        #expect(taken.messageID == "4dc268t71438a")
        #expect(taken.transactionID == "31887")
        let refused = try MMSSendConfirmation(decoding: Hex.octets(MMSVector.sendRefusal))
        #expect(refused.status == .formatCorrupt)
        #expect(refused.status.outcome == .permanentFailure)
        let told = try MMSSendConfirmation(decoding: Hex.octets(MMSVector.sendRefusalWithText))
        #expect(told.text?.text == "nope!")
        #expect(told.text?.charset == .utf8)
    }

    @Test("A message of one text")
    func retrieved() throws {
        let message = try MMSRetrieveConfirmation(decoding: Hex.octets(MMSVector.retrieveConfirmation))
        #expect(message.transactionID == "00000000012")
        #expect(message.version == .v1_3)
        #expect(message.date == 0x4DE8_AD31)
        #expect(message.subject?.text == "MMS-1.3-con-212")
        #expect(message.from?.address == .phoneNumber("+33622222222"))
        #expect(message.to == [.phoneNumber("+33666565565")])
        #expect(message.body?.contentType.mediaType == .mixed)
        let part = try #require(message.body?.parts.first)
        #expect(part.contentType.mediaType == .plainText)
        #expect(part.contentType.charset == .usASCII)
        #expect(part.contentID == "Text_us-ascii.txt")
        #expect(part.contentLocation == "/tmp/phpnjgFBV")
        #expect(part.text == "The quick brown fox jumped over the lazy dog 1234567890/!()")
    }

    @Test("A message that wants no acknowledgement")
    func withoutTransaction() throws {
        let message = try MMSRetrieveConfirmation(decoding: Hex.octets(MMSVector.retrieveWithoutTransaction))
        #expect(message.transactionID == nil)
        #expect(message.priority == .normal)
        #expect(message.deliveryReport == false)
        #expect(message.readReport == false)
        #expect(message.body?.parts.map(\.text) == ["Hello World !\n"])
    }

    @Test("A message that is sent, with a byte order mark in front of its text")
    func sent() throws {
        let message = try MMSSendRequest(decoding: Hex.octets(MMSVector.sendRequest))
        #expect(message.from == .insertAddress)
        #expect(message.to == [.phoneNumber("+33612345678")])
        #expect(message.body?.parts.first?.contentType.charset == .utf8)
        #expect(message.body?.parts.map(\.text) == ["Hello World\n"])
    }

    @Test("Answers and reports")
    func reports() throws {
        let response = try MMSNotifyResponse(decoding: Hex.octets(MMSVector.notifyResponse))
        #expect(response.status == .retrieved)
        #expect(response.reportAllowed == false)
        #expect(try MMSAcknowledge(decoding: Hex.octets(MMSVector.acknowledge)).reportAllowed == true)
        let delivery = try MMSDelivery(decoding: Hex.octets(MMSVector.delivery))
        #expect(delivery.messageID == "mid1")
        #expect(delivery.to == .phoneNumber("+15550100"))
        #expect(delivery.date == 0x655F_2A00)
        #expect(delivery.status == .retrieved)
        let read = try MMSReadRecipient(decoding: Hex.octets(MMSVector.readRecipient))
        #expect(read.from == .insertAddress)
        #expect(read.status == .read)
        let told = try MMSReadOriginator(decoding: Hex.octets(MMSVector.readOriginator))
        #expect(told.from?.address == .phoneNumber("+15550100"))
        #expect(told.to == .phoneNumber("+15550101"))
    }
}
