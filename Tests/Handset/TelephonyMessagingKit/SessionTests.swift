import Foundation
import Handset
import HandsetInterface
import TelephonyMessagingKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct SessionTests {
    private func error(_ work: () async throws -> Void) async -> TelephonyMessagingSession.Error? {
        do { try await work() } catch { return error as? TelephonyMessagingSession.Error }
        return nil
    }

    @Test func theHolderOfTheRoleHasLinesAndMayEverything() async throws {
        try await House.with({ $0.state.lines.append(LineInfo(id: "iccid-2", label: "Work", sim: .absent)) }) { house in
            let session = TelephonyMessagingSession(client: house.client)
            #expect(session.isConfiguredForCarrierMessaging)
            let lines = try session.cellularServices
            #expect(lines.map(\.label) == ["Personal"])
            #expect(session.smsService.isViable(for: lines[0].id))
            _ = try session.smsService.incomingMessageNotifications
            _ = try session.smsService.viabilityNotifications
            _ = try session.smsService.criticalMessageStateNotifications
        }
    }

    @Test func aLineIDOutlivesTheProcess() throws {
        let id = CellularServiceID(Line.ID(rawValue: "iccid-1"))
        let stored = try JSONEncoder().encode(id)
        #expect(try JSONDecoder().decode(CellularServiceID.self, from: stored) == id)
    }

    private func everyDoor(_ session: TelephonyMessagingSession) async -> [TelephonyMessagingSession.Error?] {
        let line = CellularServiceID(Line.ID(rawValue: "iccid-1"))
        let message = SMSMessage(
            cellularServiceID: line, handle: SMSHandle(phoneNumber: "+15550101"),
            messageID: SMSMessageID(rawValue: 1), content: SMSContent(body: "hello"))
        let sms = session.smsService
        return [
            await error { _ = try session.cellularServices },
            await error { _ = try sms.incomingMessageNotifications },
            await error { _ = try sms.viabilityNotifications },
            await error { _ = try sms.criticalMessageStateNotifications },
            await error { try await sms.sendMessage(message) },
            await error { try await sms.reportSpam(message) },
        ]
    }

    @Test func withoutTheRoleEveryDoorIsShut() async throws {
        try await House.with({ $0.state.roles = [] }) { house in
            try await house.client.refresh()
            let session = TelephonyMessagingSession(client: house.client)
            #expect(!session.isConfiguredForCarrierMessaging)
            #expect(!session.smsService.isViable(for: CellularServiceID(Line.ID(rawValue: "iccid-1"))))
            for error in await everyDoor(session) { #expect(error == .invalidSession) }
            #expect(await house.service.taken.isEmpty)
        }
    }

    @Test func withoutTheServiceItSaysThatItIsUnavailable() async throws {
        try await House.with { house in
            var viability = house.client.smsViability.subscribe().makeAsyncIterator()
            #expect(await viability.next(isolation: #isolation)?.isViable == true)
            try await house.stopService()
            #expect(await viability.next(isolation: #isolation)?.isViable == false)
            let session = TelephonyMessagingSession(client: house.client)
            #expect(!session.isConfiguredForCarrierMessaging)
            for error in await everyDoor(session) { #expect(error == .serviceUnavailable) }
        }
    }

    @Test func lineUpdatesAreSeenByEveryLoop() async throws {
        try await House.with { house in
            let session = TelephonyMessagingSession(client: house.client)
            var one = session.cellularServiceStateUpdates.makeAsyncIterator()
            var two = session.cellularServiceStateUpdates.makeAsyncIterator()
            #expect(await one.next(isolation: #isolation)?.label == "Personal")
            #expect(await two.next(isolation: #isolation)?.label == "Personal")
            await house.change { $0.state.lines[0].label = "Home" }
            #expect(await one.next(isolation: #isolation)?.label == "Home")
            #expect(await two.next(isolation: #isolation)?.label == "Home")
            await house.change { $0.state.lines[0].sim = .absent }
            #expect(await one.next(isolation: #isolation)?.label == "Home")
            let lines = try session.cellularServices
            #expect(lines.isEmpty)
        }
    }

    @Test func everyErrorTellsWhatToDo() {
        let errors: [any LocalizedError] =
            [.invalidSession, .serviceUnavailable, .invalidArgument, .internalError]
            as [TelephonyMessagingSession.Error]
            + ([.notSupported, .permanentFailure, .temporaryFailure, .unknown] as [SMSService.Error])
        for error in errors {
            #expect((error.errorDescription?.count ?? 0) > 10)
            #expect((error.recoverySuggestion?.count ?? 0) > 10)
        }
    }
}
