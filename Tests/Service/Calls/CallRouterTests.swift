import HandsetDialing
import HandsetInterface
import HandsetPlatform
import Testing

@testable import HandsetService

/// Every way from a wish to a call, and to the reason why there is none.
@Suite struct CallRouterTests {
    private static let now = MonotonicTime(nanoseconds: 5)
    private static let personal = CallSurroundings.Line(id: "1", label: "Personal", iccid: "89", modem: "one")
    private static let work = CallSurroundings.Line(id: "2", label: "Work", modem: "two")

    private func wish(
        allowed: Bool = true, line: String? = nil, emergency: Bool = false, requester: String? = "dialer",
        number: String? = "+15550100"
    ) throws -> CallWish {
        let destination: CallWish.Destination =
            try number.map { .number(.init(number: try DialString($0))) } ?? .other
        return CallWish(
            destination, handle: HandleInfo(value: number ?? "ada@example.org"), requester: requester,
            isAllowed: allowed, line: line, isEmergency: emergency)
    }

    private func first(_ wish: CallWish, _ surroundings: CallSurroundings) -> CallRouter.Step {
        var router = CallRouter(wish)
        return router.handle(.begin, surroundings, now: Self.now)
    }

    private func cause(_ step: CallRouter.Step) -> CallInfo.Cause? {
        if case .fail(let ending) = step { ending.cause } else { nil }
    }

    @Test func whoMayCallsAtOnceAndOthersAreAskedAbout() throws {
        let here = CallSurroundings(lines: [Self.personal], canAsk: true)
        #expect(first(try wish(), here) == .dial(modem: "one", line: Self.personal))
        var router = CallRouter(try wish(allowed: false))
        #expect(router.handle(.begin, here, now: Self.now) == .ask)
        var refused = router
        #expect(router.handle(.answered(true), here, now: Self.now) == .dial(modem: "one", line: Self.personal))
        #expect(refused.handle(.answered(false), here, now: Self.now) == .fail(CallRouter.saidNo))
        // An answer that comes again changes nothing.
        #expect(refused.handle(.answered(true), here, now: Self.now) == .none)
        #expect(
            first(try wish(allowed: false), CallSurroundings(lines: [Self.personal])) == .fail(CallRouter.nobodyToAsk))
    }

    @Test func theLineIsTheAskedOneThePreferredOneOrTheOnlyOne() throws {
        var here = CallSurroundings(lines: [Self.personal, Self.work], preferredLine: "2")
        #expect(first(try wish(line: "1"), here) == .dial(modem: "one", line: Self.personal))
        #expect(first(try wish(), here) == .dial(modem: "two", line: Self.work))
        #expect(cause(first(try wish(line: "9"), here)) == .noLine)
        here.preferredLine = nil
        guard case .fail(let ending) = first(try wish(), here) else {
            Issue.record("a line was chosen")
            return
        }
        #expect(ending.cause == .noLine)
        #expect(ending.reason.contains("Personal (1)") && ending.reason.contains("Work (2)"))
        here.lines[0].obstacle = CallEnding(.pinRequired, "PIN")
        #expect(first(try wish(), here) == .dial(modem: "two", line: Self.work))
        #expect(first(try wish(line: "1"), here) == .fail(CallEnding(.pinRequired, "PIN")))
        here.lines[1].obstacle = CallEnding(.noService, "no network")
        #expect(cause(first(try wish(), here)) == .pinRequired)
        #expect(cause(first(try wish(), CallSurroundings())) == .noLine)
    }

    /// Nobody is asked for a yes to what cannot be done, and no app that has to ask is told of the lines.
    @Test func whatCannotBeDoneIsNotAskedAbout() throws {
        var here = CallSurroundings(lines: [Self.personal, Self.work], modems: ["one", "two"], canAsk: true)
        #expect(first(try wish(allowed: false), here) == .fail(CallRouter.severalLines))
        #expect(first(try wish(allowed: false, line: "2"), here) == .ask)
        #expect(first(try wish(allowed: false, emergency: true, number: "112"), here) == .ask)
        here.callingApp = "voip"
        #expect(first(try wish(allowed: false), here) == .ask, "the app may take it")
        #expect(first(try wish(allowed: false, requester: "voip"), here) == .fail(CallRouter.severalLines))
        here.callingApp = nil
        here.preferredLine = "1"
        #expect(first(try wish(allowed: false), here) == .ask)
        here.lines[0].obstacle = CallEnding(.pinRequired, "PIN")
        #expect(cause(first(try wish(allowed: false), here)) == .pinRequired)
        #expect(first(try wish(allowed: false, number: nil), here) == .fail(CallRouter.noApp))
        let nothing = CallSurroundings(canAsk: true)
        #expect(cause(first(try wish(allowed: false, emergency: true, number: "112"), nothing)) == .noLine)
    }

    @Test func theCallingAppIsOfferedWhatItHasNotAskedForItself() throws {
        let here = CallSurroundings(lines: [Self.personal], callingApp: "voip")
        #expect(first(try wish(), here) == .offer(app: "voip"))
        #expect(first(try wish(requester: "voip"), here) == .dial(modem: "one", line: Self.personal))
        #expect(first(try wish(number: nil), here) == .offer(app: "voip"))
        #expect(first(try wish(number: nil), CallSurroundings(lines: [Self.personal])) == .fail(CallRouter.noApp))
    }

    @Test func theEndOfTheOfferIsACallWithoutAQuestion() throws {
        let here = CallSurroundings(lines: [Self.personal], callingApp: "voip", canAsk: true)
        var router = CallRouter(try wish(allowed: false))
        _ = router.handle(.begin, here, now: Self.now)
        #expect(router.handle(.answered(true), here, now: Self.now) == .offer(app: "voip"))
        #expect(router.stage == .offered(app: "voip", until: Self.now + CallRouter.patience))
        #expect(router.handle(.offerEnded, here, now: Self.now) == .dial(modem: "one", line: Self.personal))
        // What is not a number has nowhere else to go.
        var other = CallRouter(try wish(number: nil))
        _ = other.handle(.begin, here, now: Self.now)
        #expect(other.handle(.offerEnded, here, now: Self.now) == .fail(.appFailed))
    }

    @Test func aCallThatTheAppTookComesBackByItsLink() throws {
        let here = CallSurroundings(lines: [Self.personal], callingApp: "voip")
        var router = CallRouter(try wish())
        _ = router.handle(.begin, here, now: Self.now)
        #expect(router.handle(.taken, here, now: Self.now) == .carried)
        #expect(router.handle(.offerEnded, here, now: Self.now) == .dial(modem: "one", line: Self.personal))
    }

    @Test func anEmergencyGoesToEachModemAndNeverToAnApp() throws {
        let here = CallSurroundings(
            lines: [], modems: ["one", "two"], callingApp: "voip", canAsk: false)
        var router = CallRouter(try wish(emergency: true, number: "112"))
        #expect(router.handle(.begin, here, now: Self.now) == .dial(modem: "one", line: nil))
        let ending = CallEnding(.noService, "no network")
        #expect(router.handle(.refused(ending), here, now: Self.now) == .dial(modem: "two", line: nil))
        #expect(router.handle(.refused(ending), here, now: Self.now) == .fail(ending))
        #expect(cause(first(try wish(emergency: true, number: "112"), CallSurroundings())) == .noLine)
        // From a link there is one question.
        var asking = here
        asking.canAsk = true
        #expect(first(try wish(allowed: false, emergency: true, number: "112"), asking) == .ask)
    }

    @Test func anOrdinaryCallThatIsRefusedIsOver() throws {
        let here = CallSurroundings(lines: [Self.personal], modems: ["one", "two"])
        var router = CallRouter(try wish())
        _ = router.handle(.begin, here, now: Self.now)
        let ending = CallEnding(.barred, "barred")
        #expect(router.handle(.refused(ending), here, now: Self.now) == .fail(ending))
        #expect(router.handle(.refused(ending), here, now: Self.now) == .none)
    }
}
