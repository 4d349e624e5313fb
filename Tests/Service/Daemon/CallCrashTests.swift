import Glibc
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@testable import HandsetService

/// `handsetd`, an AT modem and a switch, and calls among them; then `handsetd` is killed at each step: one row a call, whatever happens.
@Suite(.serialized, .timeLimit(.minutes(2)))
@ServiceActor
struct CallCrashTests {
    /// A client that waits until a call could be made.
    private func ready(_ stage: Stage) async throws -> ServiceClient {
        let app = ServiceClient(on: stage.bus.address)
        let changes = Events<ServiceEvent>()
        await app.observe { changes.add($0) }
        try await app.whenConnected()
        while (try? await app.state().lines.first?.canCall) != true { _ = await changes.next() }
        return app
    }

    /// Throws when the daemon is dead.
    private func call(_ app: ServiceClient, where isWanted: (CallInfo) -> Bool) async throws -> CallInfo {
        while true {
            if let call = try await app.calls().first(where: isWanted) { return call }
            await Task.yield()
        }
    }

    /// How the calls were, newest first, once so many are over.
    private func recents(_ count: Int, _ app: ServiceClient) async throws -> [RecentInfo.Status] {
        while true {
            let recents = try await app.recents(RecentQuery())
            if recents.count >= count { return recents.map(\.status) }
            await Task.yield()
        }
    }

    private func stage(_ body: @ServiceActor (Stage) async throws -> Void) async throws {
        let stage = try await Stage()
        do {
            try stage.prepare(roles: [.dialer])
            try await body(stage)
        } catch {
            await stage.end()
            throw error
        }
        await stage.end()
    }

    @Test func aCallIsMadeOnTheModemAndTakenAndEndedByTheOther() async throws {
        try await stage { stage in
            _ = try stage.startDaemon()
            let app = try await ready(stage)
            let result = try await app.dial(DialInfo(to: HandleInfo(value: "+1 555 0124")))
            #expect(result.outcome == .calling)
            let active = try await call(app) { $0.state == .active }
            #expect(active.id == result.call)
            try await app.control(call: active.id, .hangUp)
            #expect(try await call(app) { $0.state == .ended }.cause == .local)
            #expect(try await recents(1, app) == [.connected])
            await app.close()
        }
    }

    @Test func aCallComesInAndIsAnswered() async throws {
        try await stage { stage in
            _ = try stage.startDaemon()
            let app = try await ready(stage)
            try await stage.carrier("call", "from=+15550123", "to=+15550100")
            let ringing = try await call(app) { $0.state == .incoming && $0.handles.first != nil }
            #expect(ringing.handles.first?.value == "+15550123")
            try await app.control(call: ringing.id, .answer)
            let active = try await call(app) { $0.state == .active }
            #expect(active.id == ringing.id)
            try await stage.carrier("hangup", "subscriber=+15550123")
            #expect(try await call(app) { $0.state == .ended }.cause == .remote)
            #expect(try await recents(1, app) == [.connected])
            await app.close()
        }
    }

    @Test func aSecondCallIsTakenHeldSwappedAndJoined() async throws {
        try await stage { stage in
            _ = try stage.startDaemon()
            let app = try await ready(stage)
            try await stage.carrier("call", "from=+15550123", "to=+15550100")
            let first = try await call(app) { $0.state == .incoming && !$0.handles.isEmpty }.id
            try await app.control(call: first, .answer)
            _ = try await call(app) { $0.id == first && $0.state == .active }
            try await stage.carrier("call", "from=+15550124", "to=+15550100")
            let second = try await call(app) { $0.state == .waiting && $0.actions.contains(.holdAndAnswer) }.id
            try await app.control(call: second, .holdAndAnswer)
            _ = try await call(app) { $0.id == second && $0.state == .active }
            _ = try await call(app) { $0.id == first && $0.state == .held }
            try await app.control(call: first, .swap)
            _ = try await call(app) { $0.id == first && $0.state == .active }
            try await app.control(call: second, .merge)
            _ = try await call(app) { $0.id == second && $0.state == .active && $0.group != nil }
            try await app.control(call: first, .split)
            _ = try await call(app) { $0.id == second && $0.state == .held && $0.group == nil }
            for id in [first, second] { try await app.control(call: id, .hangUp) }
            for id in [first, second] {
                let ended = try await call(app) { $0.id == id && $0.state == .ended }
                #expect(ended.cause == .local)
            }
            #expect(try await recents(2, app) == [.connected, .connected])
            await app.close()
        }
    }

    @Test func aCallIsMadeBesideAnotherAndAnEmergencyEndsBoth() async throws {
        try await stage { stage in
            _ = try stage.startDaemon()
            let app = try await ready(stage)
            let first = try #require(try await app.dial(DialInfo(to: HandleInfo(value: "+15550124"))).call)
            _ = try await call(app) { $0.id == first && $0.state == .active }
            let second = try #require(try await app.dial(DialInfo(to: HandleInfo(value: "+15550123"))).call)
            _ = try await call(app) { $0.id == first && $0.state == .held }
            _ = try await call(app) { $0.id == second && $0.state == .active }
            let result = try await app.dial(DialInfo(to: HandleInfo(value: "112")))
            #expect(result.outcome == .calling)
            let emergency = try await call(app) { $0.id == result.call && $0.state == .active }
            #expect(emergency.isEmergency)
            for id in [first, second] { _ = try await call(app) { $0.id == id && $0.state == .ended } }
            try await app.control(call: emergency.id, .hangUp)
            _ = try await call(app) { $0.id == emergency.id && $0.state == .ended }
            #expect(try await recents(3, app).count == 3)
            await app.close()
        }
    }

    @Test(arguments: [
        ("+15550125", CallInfo.Cause.rejected), ("+15559999", .unallocated),
    ])
    func anEndOfTheNetworkIsSeen(number: String, cause: CallInfo.Cause) async throws {
        try await stage { stage in
            _ = try stage.startDaemon()
            let app = try await ready(stage)
            _ = try await app.dial(DialInfo(to: HandleInfo(value: number)))
            let ended = try await call(app) { $0.state == .ended }
            #expect(ended.cause == cause)
            #expect(try await recents(1, app) == [.cancelled])
            await app.close()
        }
    }

    @Test(arguments: [
        ("call-recorded:1", RecentInfo.Status.unknown), ("dialling", .unknown), ("dialled", .unknown),
        ("call-recorded:2", .connected), ("call-finished", .connected),
    ])
    func killed(point: String, status: RecentInfo.Status) async throws {
        try await stage { stage in
            let first = try stage.startDaemon(fault: "service.\(point)")
            let app = try await ready(stage)
            do {
                _ = try await app.dial(DialInfo(to: HandleInfo(value: "+15550124")))
                let active = try await call(app) { $0.state == .active }
                try await app.control(call: active.id, .hangUp)
            } catch {}
            #expect(await stage.exit(of: first) == .signal(SIGKILL))
            _ = try stage.startDaemon()
            let again = try await ready(stage)
            let before = try await again.recents(RecentQuery())
            // The call may have gone on at the modem, and is the same then: its row is seen again when it is over.
            let calls = try await again.calls()
            for call in calls where call.state != .ended { try await again.control(call: call.id, .hangUp) }
            var recents = before
            while recents.isEmpty { recents = try await again.recents(RecentQuery()) }
            #expect(recents.count == 1, "one row, whatever happened")
            #expect(calls.allSatisfy { $0.id == recents.first?.id })
            if calls.isEmpty { #expect(recents.first?.status == status) }
            await app.close()
            await again.close()
        }
    }
}
