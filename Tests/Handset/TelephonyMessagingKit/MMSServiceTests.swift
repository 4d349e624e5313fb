import Foundation
import Handset
import HandsetInterface
import TelephonyMessagingKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct MMSServiceTests {
    private static let line = CellularServiceID(Line.ID(rawValue: "iccid-1"))
    private static let limits = MultimediaInfo(
        isReady: true, maximumSize: 1_000, maximumRecipients: 2, maximumSubject: 40, maximumImageWidth: 640,
        maximumImageHeight: 480)

    private static func message(octets: Int = 10, to: [String] = ["+15550101"], id: UInt32 = 1) -> MMSMessage {
        let parts = [
            MMSPartContent(
                data: Data("hello".utf8), contentType: .plainText, contentID: "t", disposition: .inline, fileName: ""),
            MMSPartContent(
                data: Data(repeating: 7, count: octets), contentType: .jpeg, contentID: "p", disposition: .attachment,
                fileName: "a.jpg"),
        ]
        return MMSMessage(
            cellularServiceID: line, messageID: MMSMessageID(rawValue: id),
            content: MMSContent(parts: parts, recipients: to.map(MMSHandle.init), subject: "Word"))
    }

    private static func with(_ body: @Sendable (House, MMSService) async throws -> Void) async throws {
        try await House.with { house in
            await house.change { $0.state.lines[0].multimedia = limits }
            try await house.client.refresh()
            try await body(house, TelephonyMessagingSession(client: house.client).mmsService)
        }
    }

    @Test func aMessageCrossesTheBusAsSealedMemory() async throws {
        try await Self.with { house, mms in
            await house.service.change { $0.outcomes = [.init(.taken)] }
            try await mms.sendMessage(Self.message(id: 9))
            let taken = try #require(await house.service.taken.first)
            #expect(taken.service == "mms")
            #expect(taken.id == "9")
            #expect(taken.subject == "Word")
            #expect(taken.parts.map(\.type) == ["text/plain", "image/jpeg"])
            #expect(taken.parts.map(\.disposition) == [.inline, .attachment])
            let body = try MessageBody.octets(of: try #require(taken.body))
            #expect(taken.parts[0].octets(in: body).map { Array($0) } == Array("hello".utf8))
            #expect(taken.parts[1].octets(in: body)?.count == 10)
        }
    }

    @Test(arguments: [
        (message(octets: 2_000), MMSService.Error.maximumSizeExceeded), (message(to: []), .invalidRecipient),
        (message(to: ["1", "2", "3"]), .invalidRecipient), (message(to: [""]), .invalidRecipient),
    ])
    func whatIsWrongIsSaidBeforeItIsSent(_ message: MMSMessage, _ error: MMSService.Error) async throws {
        try await Self.with { house, mms in
            await #expect(throws: error) { try await mms.sendMessage(message) }
            var received = Self.message()
            received.content.headers = ["Date": "1"]
            await #expect(throws: MMSService.Error.invalidMessageParts) { try await mms.sendMessage(received) }
            #expect(await house.service.taken.isEmpty)
        }
    }

    @Test(arguments: [
        (HandsetInterface.SendResult(.unknown), MMSService.Error.unknown),
        (.init(.refused(isPermanent: false, reason: ""), code: 0xC3), .mmsNotReady),
        (.init(.refused(isPermanent: true, reason: ""), code: 0xE3), .invalidRecipient),
        (.init(.refused(isPermanent: true, reason: ""), code: 0x87), .invalidMessageParts),
        (.init(.refused(isPermanent: true, reason: ""), code: 0xE9), .notSupported),
        (.init(.refused(isPermanent: true, reason: ""), code: 0xEB), .mmsNotReady),
        (.init(.refused(isPermanent: true, reason: "")), .internalError),
        (.init(.refused(isPermanent: true, reason: ""), code: 1), .maximumSizeExceeded),
        (.init(.refused(isPermanent: true, reason: ""), code: 4), .mmsNotConfiguredForCarrier),
        (.init(.refused(isPermanent: false, reason: ""), code: 5), .mmsNotReady),
    ])
    func theOtherEndsThrow(_ end: HandsetInterface.SendResult, _ error: MMSService.Error) async throws {
        try await Self.with { house, mms in
            await house.service.change { $0.outcomes = [end] }
            await #expect(throws: error) { try await mms.sendMessage(Self.message()) }
        }
    }

    @Test func theConfigurationIsTheCarriersLimits() async throws {
        try await Self.with { house, mms in
            let configuration = try await mms.configuration(for: Self.line)
            #expect(configuration.maximumMessageSize == Measurement(value: 1_000, unit: .bytes))
            #expect(configuration.maximumRecipients == 2)
            await house.change { $0.state.lines[0].multimedia = nil }
            try await house.client.refresh()
            await #expect(throws: MMSService.Error.mmsNotConfiguredForCarrier) {
                try await mms.configuration(for: Self.line)
            }
        }
    }

    @Test func viabilityFollowsTheConnection() async throws {
        try await Self.with { house, mms in
            #expect(mms.isViable(for: Self.line))
            let notifications = try mms.viabilityNotifications
            var loop = notifications.makeAsyncIterator()
            let start = await loop.next(isolation: #isolation)
            #expect(start == MMSService.ViabilityNotification(cellularServiceID: Self.line, isViable: true))
            await house.change { $0.state.lines[0].multimedia?.isReady = false }
            let next = await loop.next(isolation: #isolation)
            #expect(next?.isViable == false)
            #expect(!mms.isViable(for: Self.line))
        }
    }

    @Test func aKeptMessageIsReceivedByItsID() async throws {
        try await Self.with { house, mms in
            var info = IncomingMessageInfo(
                id: "77", line: "iccid-1", service: "mms", sender: "+15550123", senderKind: .number, text: "Hi",
                received: 5)
            info.recipients = ["+15550124"]
            info.subject = "Word"
            info.headers = ["Message-ID": "m1"]
            info.parts = [
                MessagePartInfo(type: "text/plain", id: "t", offset: 0, size: 2),
                MessagePartInfo(
                    type: "text/x-vCard", id: "c", name: "jo.vcf", disposition: .attachment, offset: 2, size: 3),
                // It lies: what is not there is left out.
                MessagePartInfo(type: "image/png", id: "x", offset: 4, size: 9),
            ]
            info.body = try MessageBody.descriptor(of: Array("HiJoe".utf8))
            let kept = info
            await house.change { $0.kept["77"] = kept }
            let message = try await mms.receiveMessage(using: Self.line, messageID: MMSMessageID(rawValue: 77))
            #expect(message.content.from?.phoneNumber == "+15550123")
            #expect(message.content.recipients.map(\.phoneNumber) == ["+15550124"])
            #expect(message.content.headers == ["Message-ID": "m1"])
            #expect(message.content.parts.map { String(decoding: $0.data, as: UTF8.self) } == ["Hi", "Joe"])
            #expect(message.content.parts.map(\.contentType) == [.plainText, .vCard])
            #expect(message.content.parts.map(\.filename) == ["", "jo.vcf"])
            await #expect(throws: MMSService.Error.unknown) {
                try await mms.receiveMessage(using: Self.line, messageID: MMSMessageID(rawValue: 78))
            }
        }
    }
}
