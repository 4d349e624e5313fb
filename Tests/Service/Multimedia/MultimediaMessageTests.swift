import HandsetInterface
import HandsetMMS
import Testing

@testable import HandsetService

/// What an app is given of a message: rows B63, B64, B66 and B67 of the field reports among it.
@Suite struct MultimediaMessageTests {
    static let own = "+12025550100"

    static func message(
        to: [String] = [own], subject: String? = nil, parts: [MMSPart] = [MMSPart(text: "Hi", name: "t.txt")]
    ) throws -> MMSRetrieveConfirmation {
        let pdu = MMSRetrieveConfirmation(
            transactionID: "T", messageID: "M", from: .address(.phoneNumber("+12025550199")),
            to: to.map { .phoneNumber($0) }, subject: subject, date: 1_700_000_000,
            body: MMSBody(presentation: MMSPresentation(showing: parts), parts: parts))
        return try MMSRetrieveConfirmation(decoding: pdu.encoded())
    }

    /// B63: the reply landed in a thread that had one's own number as a member.
    @Test(arguments: [own, "2025550100", "12025550100"]) func b63TheOwnNumberIsNoMember(_ known: String) throws {
        let pdu = try Self.message(to: [Self.own, "+12025550101", "+12025550101", "+12025550199"])
        let message = MultimediaMessage(pdu, announcedBy: nil, ownNumber: known)
        #expect(message.recipients == ["+12025550101"])
        #expect(message.sender.address == "+12025550199")
        #expect(MultimediaMessage(pdu, announcedBy: nil, ownNumber: nil).recipients == [Self.own, "+12025550101"])
    }

    /// B64 and B66: emoji and Korean, in the subject as in the body.
    @Test(arguments: ["\u{1F438} frog", "\u{C548}\u{B155}", "Grüße", "plain"]) func b64b66TextsStay(_ text: String)
        throws
    {
        let pdu = try Self.message(subject: text, parts: [MMSPart(text: text, name: "t.txt")])
        let message = MultimediaMessage(pdu, announcedBy: nil, ownNumber: Self.own)
        #expect(message.subject == text)
        #expect(message.text == text)
        #expect(message.body == Array(text.utf8))
    }

    @Test func textsInOtherCharacterSetsAreUTF8OnTheBus() throws {
        var part = MMSPart(.plainText, name: "t.txt", data: [0x47, 0x72, 0xFC, 0xDF, 0x65])
        part.contentType = ContentType(.plainText, [.charset(.latin1), .name("t.txt")])
        let message = MultimediaMessage(try Self.message(parts: [part]), announcedBy: nil, ownNumber: nil)
        #expect(message.body == Array("Grüße".utf8))
        #expect(message.parts.map(\.type) == ["text/plain"])
    }

    /// Japanese in Shift JIS (MIBenum 17), which nobody here reads: no text, and nothing of it lost.
    @Test func aTextInAnUnknownSetKeepsItsOctetsAndNamesTheSet() throws {
        var part = MMSPart(.plainText, name: "t.txt", data: [0x93, 0xFA, 0x96, 0x7B])
        part.contentType = ContentType(.plainText, [.charset(MIBCharset(rawValue: 17)), .name("t.txt")])
        let message = MultimediaMessage(try Self.message(parts: [part]), announcedBy: nil, ownNumber: nil)
        #expect(message.text.isEmpty)
        #expect(message.body == [0x93, 0xFA, 0x96, 0x7B])
        #expect(message.parts.map { $0.type.lowercased() } == ["text/plain; charset=shift_jis"])
    }

    @Test func partsLieOneBehindTheOtherInTheBody() throws {
        let picture = MMSPart(MediaType("image/jpeg"), name: "a.jpg", data: [1, 2, 3, 4])
        let pdu = try Self.message(parts: [MMSPart(text: "Hi", name: "t.txt"), picture])
        let message = MultimediaMessage(pdu, announcedBy: nil, ownNumber: nil)
        #expect(message.parts.map { Array($0.octets(in: message.body) ?? []) } == [[0x48, 0x69], [1, 2, 3, 4]])
        #expect(message.parts.map(\.name) == ["t.txt", "a.jpg"])
        // The presentation is no part of it.
        #expect(!message.parts.contains { $0.type == "application/smil" })
    }

    @Test func whatTheMessageDoesNotSayTheAnnouncementDoes() throws {
        let pdu = MMSRetrieveConfirmation(
            transactionID: nil, messageID: nil, from: nil, to: [], date: 0,
            body: MMSBody(mixed: [MMSPart(text: "x", name: "t")]))
        let announcement = MMSNotification(
            transactionID: "T", contentLocation: "http://m/1", from: .phoneNumber("+15550123"), subject: "Word",
            messageSize: 1, expiry: .relative(1))
        let message = MultimediaMessage(pdu, announcedBy: announcement, ownNumber: nil)
        #expect(message.sender.address == "+15550123")
        #expect(message.subject == "Word")
    }

    // MARK: Sending

    private func request(_ text: String = "", parts: [MessagePartInfo] = []) -> SendRequest {
        var request = SendRequest(service: "mms", line: "l", recipients: ["+15550123"], id: "1", text: text)
        request.parts = parts
        return request
    }

    /// B67: a group message of text alone went nowhere.
    @Test func b67ATextAloneIsAPartBehindAPresentation() throws {
        let body = try MultimediaDraft.body(request("Hello all"), [])
        #expect(body.contentType.mediaType == .related)
        #expect(body.parts.map(\.contentType.mediaType.name) == ["application/smil", "text/plain"])
        #expect(body.parts.last?.text == "Hello all")
    }

    @Test func namesAreMadePlainAndEachOnce() throws {
        let body = try MultimediaDraft.body(
            request(parts: [
                MessagePartInfo(type: "image/png", id: "a b<c>", name: "../../etc/p\u{e4}ss.png", offset: 0, size: 1),
                MessagePartInfo(type: "image/png", id: "a b<c>", offset: 1, size: 1),
            ]), [1, 2])
        #expect(body.parts.dropFirst().map { $0.contentID?.string } == ["a_bc", "part2"])
        #expect(body.parts.dropFirst().first?.contentType.name == "p_ss.png")
    }

    @Test(arguments: [
        MessagePartInfo(type: "image/png", offset: 1, size: 2), MessagePartInfo(type: "image/png", offset: -1, size: 1),
        MessagePartInfo(type: "image/png", offset: 0, size: Int.max), MessagePartInfo(type: "", offset: 0, size: 1),
        MessagePartInfo(type: "image/png\r\nX: y", offset: 0, size: 1),
        MessagePartInfo(type: "image", offset: 0, size: 1),
    ])
    func partsThatAreNoneAreRefused(_ part: MessagePartInfo) throws {
        let refusal = #expect(throws: MultimediaDraft.Refusal.self) {
            try MultimediaDraft.body(request(parts: [part]), [1, 2])
        }
        #expect(refusal?.cause == .parts)
    }

    @Test(arguments: [
        (["+1 (202) 555-0100", "2025550101"], ["2025550101/TYPE=PLMN"]),
        (["+12025550101", "12025550101", "ann@example.org"], ["+12025550101/TYPE=PLMN", "ann@example.org"]),
        ([own], ["+12025550100/TYPE=PLMN"]), (["40404"], ["40404/TYPE=PLMN"]),
    ])
    func recipients(_ given: [String], _ addresses: [String]) throws {
        #expect(try MultimediaDraft.recipients(given, ownNumber: Self.own).map(\.text) == addresses)
    }

    @Test(arguments: ["Ann", "", "a@b@c", "@x", "a b@c.org", "<a@b.org>", "+", "+12025550101/TYPE=PLMN"])
    func whoCannotBeReachedIsRefused(_ recipient: String) {
        #expect(throws: MultimediaDraft.Refusal.self) {
            try MultimediaDraft.recipients([recipient], ownNumber: nil)
        }
    }
}
