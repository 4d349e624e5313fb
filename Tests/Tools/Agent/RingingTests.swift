import Foundation
import HandsetInterface
import Testing

/// The real agent rings: by a stand-in for feedbackd, and without it by a program that stands for a player of sounds.
@Suite(.timeLimit(.minutes(1))) struct RingingTests {
    @Test func ringsByFeedbackdUntilItIsToldToStop() async throws {
        let feedback = FeedbackServer()
        try await TestSession.with(started: false) { session in
            try await feedback.start(on: session.desktopBus.address)
            try await session.startAgent()
            let agent = try await session.client()
            try await agent.ring(RingInfo(call: "a", kind: .incoming))
            #expect(await feedback.next() == "trigger phone-incoming-call 0")
            // Beside a call, once is enough.
            try await agent.ring(RingInfo(call: "b", kind: .waiting))
            #expect(await feedback.next() == "trigger phone-incoming-call -1")
            // The same again is nothing new; silence ends the sound, not the call.
            try await agent.ring(RingInfo(call: "a", kind: .incoming))
            try await agent.ring(RingInfo(call: "a", kind: .incoming, isSilent: true))
            #expect(await feedback.next() == "end 1")
            try await agent.stopRinging("b")
            #expect(await feedback.next() == "end 2")
            try await agent.stopRinging("a")
            try await agent.setCallAudio(true)
            #expect(await feedback.next() == "mode 1")
            try await agent.setCallAudio(false)
            #expect(await feedback.next() == "mode 0")
            await feedback.stop()
        }
    }

    @Test func withoutFeedbackdAPlayerPlaysAgainAndAgain() async throws {
        try await TestSession.with(started: false) { session in
            let folder = session.home + "/bin"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let player = folder + "/canberra-gtk-play"
            let fifo = session.home + "/played"
            #expect(mkfifo(fifo, 0o600) == 0)
            try Data("#!/bin/sh\necho \"$*\" > \(fifo)\n".utf8).write(to: URL(fileURLWithPath: player))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player)
            try await session.startAgent(path: folder + ":/usr/bin:/bin")
            let agent = try await session.client()
            try await agent.ring(RingInfo(call: "a", kind: .incoming))
            let said = await session.lines(of: fifo, count: 2)
            #expect(said == ["-i phone-incoming-call", "-i phone-incoming-call"])
            try await agent.stopRinging("a")
        }
    }

    /// A daemon that was killed takes nothing back: neither the sound nor the notification stays.
    @Test func nothingRingsForAServiceThatIsGone() async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let agent = try await session.client()
            try await agent.ring(RingInfo(call: "a", kind: .incoming))
            let notification = NotificationInfo(
                id: RingInfo.notificationPrefix + "a", title: "Zoë", body: "Incoming call")
            #expect(try await agent.notify(app: "", name: "Handset", notification))
            let other = NotificationInfo(id: "missed:b", title: "Missed call", body: "Zoë")
            #expect(try await agent.notify(app: "", name: "Handset", other))
            _ = try await desktop.next()
            _ = try await desktop.next()
            await session.server.stop()
            #expect(await desktop.nextClosed() == 1)
        }
    }
}
