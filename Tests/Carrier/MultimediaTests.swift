import Foundation
import HandsetCarrier
import HandsetMMS
import HandsetSMS
import Testing

/// What reaches a modem of the MMSC, as the octets of short messages.
@Suite struct MultimediaTests {
    /// The data of what waits in the card, joined.
    private func push(on fixture: CarrierFixture, parts: Int) async throws -> [UInt8] {
        let log = try await fixture.carrier.waitUntil { snapshot in
            snapshot.handedOver(to: "personal").count { $0.kind == .push } >= parts
        }.handedOver(to: "personal")
        var data: [UInt8] = []
        for entry in log where entry.kind == .push {
            let deliver = try Deliver(decoding: entry.octets)
            #expect(deliver.userData.header?.ports?.destination == 2948)
            #expect(deliver.userData.octets.count <= 140)
            data += deliver.userData.data
        }
        return data
    }

    @Test func aLineIsToldOfAMessageByAPushInParts() async throws {
        try await withCarrier { fixture in
            let id = try await fixture.friend.send(
                [MultimediaPart(text: "Look"), MultimediaPart(type: "image/jpeg", name: "a.jpg", data: [1, 2, 3])],
                subject: String(repeating: "Grüße ", count: 12), to: [CarrierFixture.personal])
            let push = try WAPPush(decoding: try await push(on: fixture, parts: 2))
            #expect(push.subject == .mms)
            guard case .notification(let notification) = try push.pdu() else {
                Issue.record("no notification")
                return
            }
            #expect(notification.from?.address?.value == CarrierFixture.friend)
            #expect(notification.contentLocation.string.contains("/m1?4stJ4iiQ684_Z_/4u1_~4/_/~"))
            #expect((notification.messageSize ?? 0) > 100)
            let waiting = await fixture.carrier.snapshot.multimedia.waiting(for: CarrierFixture.personal)
            #expect(waiting.map(\.messageID) == [id])
            #expect(waiting.map(\.state) == [.pushed])
        }
    }

    @Test func amongSubscribersMessagesAndReportsPass() async throws {
        try await withCarrier { fixture in
            let id = try await fixture.friend.send(
                [MultimediaPart(text: "All?")], to: [CarrierFixture.echo, CarrierFixture.silent], wantsReport: true)
            // The echo answers the whole group.
            let answer = try await fixture.friend.waitForMultimedia(1)
            #expect(answer[0].from == CarrierFixture.echo)
            #expect(Set(answer[0].recipients) == [CarrierFixture.friend, CarrierFixture.silent])
            let reports = await fixture.carrier.snapshot.multimedia.reports[CarrierFixture.friend]
            #expect(reports?.map(\.status) == ["retrieved", "retrieved"])
            #expect(reports?.map(\.messageID) == [id, id])
        }
    }

    @Test func aMessageThatIsNotFetchedExpires() async throws {
        try await withCarrier(clock: .manual(startingAt: 1_750_000_000)) { fixture in
            try await fixture.friend.send(
                [MultimediaPart(text: "Soon")], to: [CarrierFixture.personal], wantsReport: true)
            await fixture.carrier.advance(by: .seconds(3 * 86_400 + 1))
            let snapshot = await fixture.carrier.snapshot.multimedia
            #expect(snapshot.waiting.map(\.state) == [.expired])
            #expect(snapshot.reports[CarrierFixture.friend]?.map(\.status) == ["expired"])
        }
    }

    @Test func habitsAndDuplicatesShowInThePush() async throws {
        try await withCarrier { fixture in
            try await fixture.carrier.setMultimediaHabits(
                MultimediaHabits(version: .v1_0, appendsTransactionID: true, duplicatesPushes: true),
                network: CarrierFixture.northwind)
            try await fixture.friend.send([MultimediaPart(text: "Look")], to: [CarrierFixture.personal])
            let octets = try await push(on: fixture, parts: 2)
            let push = try WAPPush(decoding: Array(octets.prefix(octets.count / 2)))
            guard case .notification(let notification) = try push.pdu() else {
                Issue.record("no notification")
                return
            }
            #expect(notification.version == .v1_0)
            #expect(notification.contentLocation.string.hasSuffix("/m1?t="))
        }
    }
}
