import Foundation
import HandsetCompanions
import Handset
import TelephonyMessagingKit
import Testing

@Suite struct ValueTests {
    private func part(_ text: String, type: UTType? = .plainText) -> MMSPartContent {
        MMSPartContent(
            data: Data(text.utf8), contentType: type, contentID: "<1>", disposition: .inline, fileName: "a.txt")
    }
    private func message(_ parts: [MMSPartContent], subject: String? = nil, to: [String] = ["+15550101"]) -> MMSMessage
    {
        MMSMessage(
            cellularServiceID: CellularServiceID(Line.ID(rawValue: "iccid-1")), messageID: MMSMessageID(rawValue: 1),
            content: MMSContent(parts: parts, recipients: to.map(MMSHandle.init), subject: subject))
    }

    @Test func anMMSMessageWeighsItsPartsAndItsSubject() {
        let size = message([part("héllo"), part("")], subject: "hi").totalSize
        #expect(size.converted(to: .bytes).value == 8)
    }

    @Test func anMMSMessageIsComparedInFull() {
        let one = message([part("a")])
        #expect(one == message([part("a")]))
        #expect(one != message([part("b")]))
        #expect(one != message([part("a", type: .png)]))
        #expect(one != message([part("a")], subject: "s"))
        #expect(one != message([part("a")], to: ["+15550102"]))
        var other = one
        other.content.headers["X"] = "1"
        #expect(one != other)
        other = one
        other.content.parts[0].addCustomHeader(.init(key: "k", value: "v"))
        #expect(one != other)
        other = one
        other.messageID = MMSMessageID(rawValue: 2)
        #expect(one != other)
    }

    @Test func noDescriptionOfAMessageHoldsANumber() {
        let text = message([part("secret words")]).description
        #expect(!text.contains("5550101") && !text.contains("secret"))
    }

    @Test(arguments: [
        ("+1 (555) 010-0100", "tel:+15550100100"), ("555.0100", "tel:5550100"), ("112", "tel:112"),
    ])
    func aNumberBecomesAURI(_ number: String, _ uri: String) {
        #expect(RCSHandle.phoneNumber(number) == .uri(RCSHandle.URI(rawValue: uri)))
    }

    @Test(arguments: [
        "", "+", "12", "tel:+15550100", "sip:a@b", "555-CALL", "+1234567890123456", "1+5550100", "٥٥٥٠١٠٠",
    ])
    func whatIsNoNumberBecomesNothing(_ number: String) { #expect(RCSHandle.phoneNumber(number) == nil) }

    @Test func valuesSurviveBeingStored() throws {
        func stored<Value: Codable>(_ value: Value) throws -> Value {
            try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        }
        let message = message([part("a")], subject: "s")
        #expect(try stored(message) == message)
        for method in [
            RCSService.Business.ShowLocationAction.Method.coordinates(
                CLLocationCoordinate2D(latitude: 1, longitude: 2)),
            .query("café"),
        ] { #expect(try stored(method) == method) }
        let group = RCSHandle.group(RCSHandle.Group(focus: "sip:focus@example.org", conversationID: "7"))
        #expect(try stored(group) == group)
        let card = RCSMessage.Content.businessCard(
            RCSService.Business.Card(
                content: .init(title: "t", suggestions: [.reply(.init(displayText: "yes"))]), titleFontStyle: [.bold],
                descriptionFontStyle: [], imageAlignment: .left, orientation: .horizontal))
        #expect(try stored(card) == card)
    }

    @Test func placesDifferByTheirCoordinates() {
        typealias Method = RCSService.Business.ShowLocationAction.Method
        let here = Method.coordinates(CLLocationCoordinate2D(latitude: 1, longitude: 2))
        #expect(here != .coordinates(CLLocationCoordinate2D(latitude: 1, longitude: 3)))
        #expect(here != .query("1,2"))
    }

    @Test func theBitsOfAFontStyle() {
        typealias Style = RCSService.Business.Card.FontStyle
        #expect(Style.bold.rawValue == 1 && Style.italics.rawValue == 2 && Style.underline.rawValue == 4)
    }

    @Test func encryptionIsNeverAskedForUnlessSet() {
        let id = RCSMessageID(rawValue: "1")
        #expect(!("x" as RCSMessage.Text).isEndToEndEncrypted)
        #expect(!RCSMessage.Reaction(targetMessageID: id, operation: .addEmoji("👍")).isEndToEndEncrypted)
        #expect(
            RCSMessage.Reaction(targetMessageID: id, operation: .addEmoji("👍"), isEndToEndEncrypted: true)
                .isEndToEndEncrypted)
        #expect(!RCSMessage.GeolocationPush(latitude: 0, longitude: 0).isEndToEndEncrypted)
    }

    @Test(arguments: [("#FF8000", [1, 128.0 / 255, 0, 1]), ("#ff80", nil), ("red", nil), (nil, nil)])
    func aBusinesssColour(_ text: String?, _ components: [CGFloat]?) {
        let business = RCSService.Business(
            description: nil, organizationNames: [], categoryNames: [], addressEntries: [], themeColorText: text,
            mediaEntries: [])
        #expect(business.themeColor?.components == components)
    }

    @Test func everyErrorOfEveryServiceTellsWhatToDo() {
        let errors: [any LocalizedError] =
            ([
                .unknown, .notSupported, .invalidRecipient, .invalidMessageParts, .internalError, .mmsNotReady,
                .mmsNotConfiguredForCarrier, .maximumSizeExceeded,
            ] as [MMSService.Error])
            + ([
                .serviceUnavailable, .invalidArgument, .decodingFailed, .notSupported, .unknown, .temporaryError,
                .permanentError, .internalError, .notFound, .maximumSizeExceeded, .endToEndEncryptionNotSupported,
            ] as [RCSService.Error])
        for error in errors {
            #expect((error.errorDescription?.count ?? 0) > 10)
            #expect((error.recoverySuggestion?.count ?? 0) > 10)
        }
    }
}
