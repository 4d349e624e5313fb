import HandsetLines
import HandsetMMS
import HandsetSMS
import Testing

@testable import HandsetService

/// What becomes of pushes: rows B59, B60 and B62 of the field reports, and the standard's own cases.
@Suite struct PushedMultimediaTests {
    static let line = LineID(rawValue: "iccid-1")
    static let now: Int64 = 1_800_000_000

    static func message(_ data: [UInt8], port: UInt16? = 2948) throws -> ReassembledMessage {
        let ports = port.map { ApplicationPorts(destination: $0, source: 9200).element }
        let header = ports.flatMap { UserDataHeader([$0]) }
        let room = 140 - (header == nil ? 0 : 7)
        let deliver = Deliver(
            originatingAddress: try #require(Address("+15550001")), timestamp: Timestamp(secondsSince1970: now),
            userData: try #require(UserData(data: Array(data.prefix(room)), header: header)))
        var reassembler = Reassembler(limits: .init())
        let actions = reassembler.receive(deliver, id: 7, line: line.rawValue, now: now)
        guard case .message(let message)? = actions.first else { throw NoMessage() }
        return message
    }

    struct NoMessage: Error {}

    static func push(_ pdu: [UInt8], contentType: UInt8 = 0xBE) -> [UInt8] {
        [0x01, 0x06, 0x03, contentType, 0xAF, 0x84] + pdu
    }

    static func notification(location: String = "http://mmsc/1", expiry: MMSTime = .relative(600)) -> MMSNotification {
        MMSNotification(
            transactionID: "T1", contentLocation: TextValue(location), from: .phoneNumber("+15550123"),
            messageSize: 1_000, expiry: expiry)
    }

    private func settlements(_ data: [UInt8], port: UInt16? = 2948) throws -> [Settlement]? {
        PushedMultimedia.settlements(for: try Self.message(data, port: port), line: Self.line, at: Self.now)
    }

    @Test(arguments: [UInt16?.some(2948), nil]) func anAnnouncementIsKnownByItsPortOrItsContent(_ port: UInt16?) throws
    {
        let pdu = Self.notification().encoded()
        let expected = MultimediaAnnouncement(
            line: Self.line, transactionID: Array("T1".utf8), location: Array("http://mmsc/1".utf8), notification: pdu,
            at: Self.now, expires: Self.now + 600, lane: "+15550001", host: "mmsc", size: 1_000)
        #expect(try settlements(Self.push(pdu), port: port) == [.announce([7], expected)])
    }

    /// B59: four octets that crashed a receiver.
    @Test func b59FourOctetsAreKeptAndHarmNobody() throws {
        #expect(try settlements(Self.push([0x8C, 0x82, 0x89, 0x40])) == [.hold(7, kind: "unreadable-mms")])
        #expect(try settlements([0x8C, 0x82, 0x89, 0x40]) == [.hold(7, kind: "wap-push")])
    }

    /// B60: a location that whoever takes it apart and puts it together loses.
    @Test func b60TheLocationStaysByteForByte() throws {
        let location = "http://10.0.0.1:80/m1?4stJ4iiQ684_Z_/4u1_~4/_/~4kc3_Gad7V"
        guard
            case .announce(_, let announcement)? = try settlements(
                Self.push(Self.notification(location: location).encoded()))?.first
        else {
            Issue.record("not announced")
            return
        }
        #expect(announcement.location == Array(location.utf8))
    }

    /// B62: other pushes of the same port.
    @Test func b62OtherPushesAreNotTakenForMessages() throws {
        // text/vnd.wap.si, and settings of the carrier.
        for contentType: UInt8 in [0xAD, 0xB6, 0xC4] {
            #expect(try settlements(Self.push([1, 2, 3], contentType: contentType)) == [.hold(7, kind: "wap-push")])
        }
        // A text in 8-bit data without a port is no push.
        #expect(try settlements(Array("Hello".utf8), port: nil) == nil)
    }

    @Test(arguments: [
        (MMSTime.relative(86_400), now + 86_400), (.absolute(UInt64(now) + 5_000), now + 5_000),
        // A clock that is wrong, here or there.
        (.absolute(1_000), now + 600), (.relative(UInt64.max), now + 60 * 86_400),
        (.absolute(UInt64.max), now + 60 * 86_400),
    ])
    func expiry(_ time: MMSTime, _ expires: Int64) throws {
        guard
            case .announce(_, let announcement)? = try settlements(
                Self.push(Self.notification(expiry: time).encoded()))?.first
        else {
            Issue.record("not announced")
            return
        }
        #expect(announcement.expires == expires)
    }

    @Test func whatNobodyHereKnowsIsAnswered() throws {
        // M-Notification.ind of version 2.0 (7.3.34: unrecognised).
        var octets = Self.notification().encoded()
        let version = try #require(octets.indices.dropLast().first { octets[$0] == 0x8D && octets[$0 + 1] == 0x92 })
        octets[version + 1] = 0xA0
        guard case .announce(_, let announcement)? = try settlements(Self.push(octets))?.first else {
            Issue.record("not announced")
            return
        }
        #expect(announcement.location.isEmpty)
        #expect(announcement.transactionID == Array("T1".utf8))
    }

    @Test func reportsNameTheMessageAndTheRecipient() throws {
        let delivery = MMSDelivery(
            messageID: "m1@mmsc", to: .phoneNumber("+15550123"), date: 1_700_000_000, status: .retrieved)
        #expect(
            try settlements(Self.push(delivery.encoded())) == [
                .multimediaReport(
                    [7],
                    MultimediaReport(
                        line: Self.line, messageID: "m1@mmsc", recipient: "+15550123", state: .delivered,
                        at: 1_700_000_000))
            ])
        let deferred = MMSDelivery(messageID: "m1", to: .phoneNumber("+15550123"), date: 5, status: .deferred)
        #expect(try settlements(Self.push(deferred.encoded())) == [.drop(7)])
    }

    /// Every part of what says nothing goes, or the others would be waited with at each start.
    @Test func aReportOfSeveralPartsGoesWhole() throws {
        let id = TextValue(String(repeating: "m", count: 200))
        let delivery = MMSDelivery(messageID: id, to: .phoneNumber("+15550123"), date: 5, status: .deferred)
        let read = MMSReadOriginator(
            messageID: id, from: .phoneNumber("+15550123"), to: .phoneNumber("+15550100"),
            date: 5, status: .deletedUnread)
        for pdu in [delivery.encoded(), read.encoded()] {
            let message = try Self.messageInParts(Self.push(pdu))
            let parts = (Self.push(pdu).count + Self.room - 1) / Self.room
            #expect(parts > 1)
            #expect(
                PushedMultimedia.settlements(for: message, line: Self.line, at: Self.now)
                    == (0..<parts).map { .drop(Int64($0)) })
        }
    }

    /// Octets of a part.
    private static let room = 128

    private static func messageInParts(_ data: [UInt8]) throws -> ReassembledMessage {
        var reassembler = Reassembler(limits: .init())
        var last: [Reassembler.Action] = []
        let total = UInt8((data.count + room - 1) / room)
        for part in 0..<total {
            let start = Int(part) * room
            let header = try #require(
                UserDataHeader([
                    ApplicationPorts(destination: 2948, source: 9200).element,
                    Concatenation(reference: 1, part: part + 1, total: total).element,
                ]))
            let deliver = Deliver(
                originatingAddress: try #require(Address("+15550001")),
                timestamp: Timestamp(secondsSince1970: now),
                userData: try #require(
                    UserData(data: Array(data[start..<min(start + room, data.count)]), header: header)))
            last = reassembler.receive(deliver, id: Int64(part), line: line.rawValue, now: now)
        }
        for case .message(let message) in last { return message }
        throw NoMessage()
    }
}
