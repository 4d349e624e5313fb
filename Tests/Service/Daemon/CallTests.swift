import Glibc
import HandsetInterface
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

/// Calls through a daemon on a bus, with modems, agents and apps that the test plays.
@Suite(.timeLimit(.minutes(2)))
@ServiceActor
struct CallTests {
    static let number = "+447700900123"

    /// A house in which the one app of the test's user is the dialer.
    private func dialing(
        _ prepare: @ServiceActor (House) throws -> Void = { _ in },
        _ body: @ServiceActor (House, FakeAgent, ServiceClient) async throws -> Void
    ) async throws {
        try await House.with { house in
            try House.writeBundle(
                "org.example.dialer", in: house.folder.path + "/apps", entitlements: Role.allCases.map(\.entitlement))
            house.configuration.identities = house.configuration.identities.mapValues { _ in "org.example.dialer" }
            house.configuration.roles = [.dialer: "org.example.dialer"]
            house.modem.phone.appear()
            try prepare(house)
            try await house.start()
            try await body(house, try await house.agent(), house.client())
        }
    }

    private func call(_ client: ServiceClient, _ state: CallInfo.State) async throws -> CallInfo {
        while true {
            if let call = try await client.calls().last, call.state == state { return call }
            await Task.yield()
        }
    }

    /// The newest row, once the call is over for the history too.
    private func recent(_ client: ServiceClient) async throws -> RecentInfo {
        while true {
            if let recent = try await client.recents(RecentQuery()).first, recent.cause != nil { return recent }
            await Task.yield()
        }
    }

    @Test func theDialerCallsTalksAndHangsUp() async throws {
        try await dialing { house, agent, client in
            let result = try await client.dial(DialInfo(to: HandleInfo(value: "+44 7700 900123")))
            #expect(result.outcome == .calling)
            let phone = house.modem.phone
            #expect(await phone.dialled.next() == CallRequest(number: Self.number))
            #expect(agent.questions.count == 0)
            await phone.report(.outgoing(.alerting))
            #expect(try await call(client, .alerting).id == result.call)
            await phone.report(.outgoing(.active))
            let active = try await call(client, .active)
            #expect(active.actions.isSuperset(of: [.hangUp, .hold, .tones, .mute]))
            #expect(active.connected != nil)
            try await client.control(call: active.id, .tones, tones: "12#")
            #expect(await phone.tones.next() == "12#")
            try await client.control(call: active.id, .hangUp)
            #expect(await phone.operations.next() == .hangUp(index: 1))
            await phone.report(ended: [EndedCall(index: 1, cause: .normal)])
            #expect(try await call(client, .ended).cause == .local)
            let recent = try await recent(client)
            #expect(recent.id == active.id && recent.status == .connected)
            #expect(recent.iccid == "8944000000000000001")
        }
    }

    @Test func anIncomingCallRingsUntilItIsAnsweredFromTheNotification() async throws {
        try await dialing { house, agent, client in
            let phone = house.modem.phone
            await phone.report(.incoming())
            let ring = await agent.rings.next()
            #expect(ring.kind == .incoming && !ring.isSilent)
            #expect(await agent.launches.next().reason == .call)
            let notification = await agent.notifications.next()
            #expect(notification.urgency == .critical)
            #expect(notification.actions.map(\.id) == ["answer", "decline", "silence"])
            // Another agent comes: whoever was told to ring is told to stop.
            let other = try await house.agent(FakeAgent())
            try await other.notificationResponded(.init(id: notification.id, action: "answer"), app: "")
            #expect(await phone.operations.next() == .answer)
            await phone.report(.incoming(.active))
            #expect(await agent.ringEnds.next() == ring.call)
            #expect(try await call(client, .active).id == ring.call)
            await phone.report(ended: [EndedCall(index: 1, cause: .normal)])
            #expect(try await call(client, .ended).cause == .remote)
        }
    }

    @Test func aCallThatNobodyTakesIsMissed() async throws {
        try await dialing { house, agent, client in
            let phone = house.modem.phone
            await phone.report(.incoming())
            _ = await agent.rings.next()
            _ = await agent.notifications.next()
            await phone.report(ended: [EndedCall(index: 1, cause: .normal)])
            _ = await agent.ringEnds.next()
            #expect(await agent.notifications.next().title == "Missed call")
            let recent = try await recent(client)
            #expect(recent.status == .missed && !recent.isRead && recent.isIncoming)
            try await client.markRecentsRead([recent.id])
            #expect(try await client.recents(RecentQuery()).first?.isRead == true)
        }
    }

    @Test(arguments: [
        (CallEndCause.busy, CallInfo.Cause.busy), (.noAnswer, .noAnswer), (.barred, .barred), (.network, .network),
        (.unallocated, .unallocated), (.noService, .noService), (.modemLost, .modemLost), (.rejected, .rejected),
    ])
    func everyEndHasItsCauseAndReason(end: CallEndCause, cause: CallInfo.Cause) async throws {
        try await dialing { house, _, client in
            _ = try await client.dial(DialInfo(to: HandleInfo(value: Self.number)))
            await house.modem.phone.report(.outgoing(.dialing))
            await house.modem.phone.report(ended: [EndedCall(index: 1, cause: end)])
            let ended = try await call(client, .ended)
            #expect(ended.cause == cause)
            #expect(ended.reason?.isEmpty == false)
            #expect(try await recent(client).status == .cancelled)
        }
    }

    @Test func aRefusedRequestIsAnsweredWithItsReason() async throws {
        try await dialing { house, _, client in
            house.modem.phone.plan(.refused(CallRefusal(.barred, code: 30, reason: "The network does not allow it.")))
            let result = try await client.dial(DialInfo(to: HandleInfo(value: Self.number)))
            #expect(result.outcome == .failed && result.cause == .barred)
            #expect(result.reason == "The network does not allow it.")
        }
    }

    @Test func otherAppsAskThePerson() async throws {
        try await dialing { house in
            house.configuration.roles = [:]
        } _: { house, agent, client in
            var result = try await client.dial(DialInfo(to: HandleInfo(value: Self.number)))
            #expect(result.outcome == .failed && result.cause == .refused)
            #expect(await agent.questions.next().title.contains("7700"))
            #expect(house.modem.phone.dialled.count == 0)
            agent.answer.withLock { $0 = true }
            result = try await client.dial(DialInfo(to: HandleInfo(value: Self.number)))
            #expect(result.outcome == .calling)
            #expect(house.modem.phone.dialled.count == 1)
        }
    }

    @Test func theEndOfTheServiceWaitsForNoAnswer() async throws {
        try await dialing { house in
            house.configuration.roles = [:]
        } _: { house, agent, client in
            let gate = agent.hold()
            async let result = client.dial(DialInfo(to: HandleInfo(value: Self.number)))
            _ = await agent.questions.next()
            await house.stop()
            gate.give(())
            _ = try? await result
        }
    }

    @Test func aServiceCodeIsNeverCalled() async throws {
        try await dialing { house, agent, client in
            let phone = house.modem.phone
            let balance = try await client.dial(DialInfo(to: HandleInfo(value: "*100#")))
            #expect(balance.outcome == .service && balance.text == "Your balance is 5")
            #expect(await phone.strings.next() == "*100#")
            let identity = try await client.dial(DialInfo(to: HandleInfo(value: "*#06#")))
            #expect(identity.outcome == .service && identity.text == "490154203237518")
            // The dialer has no place for it: the person is shown both.
            #expect(await agent.notifications.next().body == "Your balance is 5")
            #expect(await agent.notifications.next().body == "490154203237518")
            let hidden = try await client.dial(DialInfo(to: HandleInfo(value: "#31#07700900123")))
            #expect(hidden.outcome == .calling)
            #expect(await phone.dialled.next() == CallRequest(number: "07700900123", showsNumber: false))
            #expect(phone.strings.count == 0)
        }
    }

    @Test(arguments: [
        (USSDAnswer.Standing.notSupported, "The network does not know this service code."),
        (.timedOut, "The network did not answer in time: try again."),
    ])
    func aServiceCodeThatFailsSaysWhy(standing: USSDAnswer.Standing, reason: String) async throws {
        try await dialing { house, _, client in
            house.modem.phone.plan(answer: USSDAnswer(text: "", standing: standing))
            let result = try await client.dial(DialInfo(to: HandleInfo(value: "*100#")))
            #expect(result.outcome == .failed && result.cause == .network && result.reason == reason)
        }
    }

    @Test(arguments: [
        "tel:1;+CFUN=0", "tel:1%3B+CFUN=0", "tel:+15550100%0D%0AAT+CFUN=0", "tel:ATD1", "tel:1%00", "tel:",
        "telephony:1;+CFUN=0", "javascript:alert(1)",
    ])
    func noLinkReachesTheModemAsAnotherCommand(link: String) async throws {
        try await dialing { house, agent, client in
            agent.answer.withLock { $0 = true }
            _ = try? await client.openLink(link)
            let phone = house.modem.phone
            if phone.dialled.count > 0 {
                let number = await phone.dialled.next().number
                #expect(number.allSatisfy { "0123456789*#+ABCD".contains($0) }, "\(number.utf8.count) characters")
                #expect(!number.contains("CFUN"))
            }
            #expect(phone.strings.count == 0)
        }
    }

    @Test func aLinkIsAskedAboutEvenFromThePersonsTool() async throws {
        try await dialing { house, agent, client in
            let result = try await client.openLink("tel:+44-7700-900123;ext=12")
            #expect(result.outcome == .failed && result.cause == .refused)
            #expect(agent.questions.count == 1)
            #expect(house.modem.phone.dialled.count == 0)
            let code = try await client.openLink("tel:*100%23")
            #expect(code.outcome == .failed && agent.questions.count == 2 && house.modem.phone.strings.count == 0)
        }
    }

    /// After a restart of the daemon: nobody puts the rescuers on hold.
    @Test(arguments: [("112", true), ("+447700900123", false)])
    func aCallForHelpThatGoesOnIsFoundAsOne(number: String, isEmergency: Bool) async throws {
        try await dialing { house, _, client in
            await house.modem.phone.report(.outgoing(.active, to: number))
            let found = try await call(client, .active)
            #expect(found.isEmergency == isEmergency)
            #expect(found.actions.contains(.hold) == !isEmergency)
            guard isEmergency else { return }
            let second = try await client.dial(DialInfo(to: HandleInfo(value: "911")))
            #expect(second.outcome == .failed && house.modem.phone.dialled.count == 0)
        }
    }

    @Test(arguments: ["tel:*100%23", "tel:+447700900123"])
    func anAgentThatDiesWhileItAsksSaidNothing(link: String) async throws {
        try await House.with { house in
            house.modem.phone.appear()
            try await house.start()
            let agent = FakeAgent()
            let gate = agent.hold()
            let session = try await house.agent(agent, hasDisplay: true)
            let client = house.client()
            async let opened = client.openLink(link)
            _ = await agent.questions.next()
            await house.kill(session)
            let result = try await opened
            gate.give(())
            #expect(result.outcome == .failed && result.cause == .refused)
            #expect(result.reason == CallRouter.nobodyToAsk.reason)
            #expect(house.modem.phone.dialled.count == 0 && house.modem.phone.strings.count == 0)
        }
    }

    @Test(arguments: ["tel:*100%23", "tel:*%2306%23", "tel:+447700900123"])
    func anAgentThatCannotAskIsNotAskedAndNobodySaidNo(link: String) async throws {
        try await House.with { house in
            house.modem.phone.appear()
            try await house.start()
            let agent = FakeAgent()
            _ = try await house.agent(agent, hasDisplay: false)
            let result = try await house.client().openLink(link)
            #expect(result.outcome == .failed && result.cause == .refused)
            #expect(result.reason == CallRouter.nobodyToAsk.reason)
            #expect(agent.questions.count == 0 && house.modem.phone.strings.count == 0)
        }
    }

    @Test func theDialerSeesTheHistorySinceItHasTheRole() async throws {
        try await dialing { house, _, client in
            let phone = house.modem.phone
            await phone.report(.incoming())
            await phone.report(ended: [EndedCall(index: 1, cause: .normal)])
            #expect(try await recent(client).status == .missed)
            house.pass(seconds: 10)
            try await house.daemon?.change(.dialer, to: nil)
            #expect(await failure { _ = try await client.recents(RecentQuery()) } == .notPermitted)
            try await house.daemon?.change(.dialer, to: "org.example.dialer")
            #expect(try await client.recents(RecentQuery()).isEmpty)
            await phone.report(.incoming())
            await phone.report(ended: [EndedCall(index: 1, cause: .normal)])
            #expect(try await recent(client).status == .missed)
        }
    }

    @Test func theCallingAppIsLaunchedOfferedAndHandsBackByItsLink() async throws {
        try await dialing { house in
            try House.writeBundle(
                "org.example.voip", in: house.folder.path + "/apps", entitlements: [Role.calling.entitlement])
            house.configuration.roles[.calling] = "org.example.voip"
        } _: { house, agent, client in
            async let result = client.dial(DialInfo(to: HandleInfo(value: Self.number)))
            #expect(await agent.launches.next() == FakeAgent.Launch(app: "org.example.voip", reason: .call))
            let offered = try await call(client, .offered)
            #expect(offered.app == "org.example.voip")
            #expect(house.modem.phone.dialled.count == 0)
            // The number is written otherwise, and is the same.
            let handed = try await client.openLink("telephony:+44.7700.900123")
            #expect(handed.outcome == .calling && handed.call == offered.id)
            #expect(try await result.call == offered.id)
            #expect(await house.modem.phone.dialled.next().number == Self.number)
            #expect(agent.questions.count == 0)
        }
    }

    /// Only the end of the process that was launched ends the offer, and only when it has ended.
    @Test func anOfferEndsWithTheProcessThatWasLaunchedForIt() async throws {
        try await dialing { house in
            try House.writeBundle(
                "org.example.voip", in: house.folder.path + "/apps", entitlements: [Role.calling.entitlement])
            house.configuration.roles[.calling] = "org.example.voip"
        } _: { house, _, client in
            let newest = FakeAgent()
            let other = try await house.agent(newest)
            async let result = client.dial(DialInfo(to: HandleInfo(value: Self.number)))
            _ = await newest.launches.next()
            let offered = try await call(client, .offered)
            #expect(
                await failure {
                    try await other.appExited("org.example.voip", processID: UInt32(getpid()), status: 0)
                } == .refused)
            try await other.appExited("org.example.other", processID: FakeAgent.process, status: 0)
            try await other.appExited("org.example.voip", processID: FakeAgent.process + 1, status: 0)
            #expect(try await client.calls().last?.state == .offered && house.modem.phone.dialled.count == 0)
            try await other.appExited("org.example.voip", processID: FakeAgent.process, status: 0)
            #expect(await house.modem.phone.dialled.next().number == Self.number)
            #expect(try await result.call == offered.id)
        }
    }

    /// The bus is served a moment longer than calls are made.
    @Test func whoAsksWhileTheServiceEndsIsAnswered() async throws {
        try await dialing { house, _, client in
            try await client.attach(CallingAppInfo())
            await house.modem.phone.report(.incoming())
            let ringing = try await call(client, .incoming)
            let phone = try #require(house.daemon).phone
            await phone.stop()
            #expect(try await client.dial(DialInfo(to: HandleInfo(value: Self.number))).outcome == .failed)
            #expect(await failure { try await client.control(call: ringing.id, .decline) } == .unavailable)
            #expect(await failure { _ = try await client.nextEvent() } == .unavailable)
            // What is tapped now is waited for at the end.
            phone.respond(ringing.id, .decline)
            await phone.stop()
        }
    }

    @Test func anAppsConversationRingsAndIsAnsweredOverTheBus() async throws {
        try await dialing { house, agent, client in
            try await client.attach(CallingAppInfo(ringtone: "/sounds/app.oga"))
            let id = "9D2F1E5C-0000-4000-8000-000000000001"
            try await client.reportIncoming(
                conversation: id,
                ConversationUpdateInfo(members: [HandleInfo(kind: .email, value: "ada@example.org", name: "Ada")]))
            let ring = await agent.rings.next()
            #expect(ring == RingInfo(call: id, kind: .incoming, sound: "/sounds/app.oga"))
            #expect(await agent.notifications.next().title == "Ada")
            async let answered: Void = client.control(call: id, .answer)
            let event = try await client.nextEvent()
            #expect(event.kind == .perform && event.action?.kind == .join)
            try await client.finishAction(event.action?.id ?? "", isFulfilled: true, date: 0)
            try await answered
            #expect(try await client.nextEvent().kind == .audioOn)
            #expect(try await call(client, .active).app == "org.example.dialer")
            await house.kill(client)
            let other = house.client()
            #expect(try await call(other, .ended).cause == .appFailed)
            #expect(try await recent(other).status == .connected)
        }
    }

    @Test func anEmergencyCallIsTriedOnEveryModemWithoutAQuestion() async throws {
        try await dialing { house in
            house.others = [FakeModem("two", line: LineID(iccid: "8944000000000000002"))]
            house.configuration.modems.append(.init(name: "two", endpoint: .socket(path: "/none")))
            house.others[0].phone.appear()
            house.modem.phone.plan(.refused(CallRefusal(.noService, reason: "no network")))
        } _: { house, agent, client in
            let result = try await client.dial(DialInfo(to: HandleInfo(value: "112")))
            #expect(result.outcome == .calling)
            #expect(await house.modem.phone.dialled.next() == CallRequest(number: "112", isEmergency: true))
            #expect(await house.others[0].phone.dialled.next() == CallRequest(number: "112", isEmergency: true))
            #expect(agent.questions.count == 0)
        }
    }
}
