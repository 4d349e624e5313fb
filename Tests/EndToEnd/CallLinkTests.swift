import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Issue 5, 6: links, as the desktop opens them.
    @Suite struct CallLinkTests {
        private static let friend = CallHouse.friend

        /// Opens a link with the command that the desktop entry names, and says yes.
        private func open(_ link: String, on house: CallHouse) async throws {
            let machine = house.machine
            let opening = try await machine.open("\(machine.folder)/apps/org.handset.cli.app/handset", ["open", link])
            let question = try await machine.nextNotification { $0.summary.hasPrefix("Call ") }
            #expect(await house.networkCalls.isEmpty)
            try await machine.click(question, button: "Call")
            #expect(await opening.waitForExit() == .code(0))
        }

        @Test(arguments: [
            "tel:+1-555-0123", "tel:+1.555.0123", "tel:+1(555)0123", "tel:+1%20555%200123", "tel://+15550123",
            "telephony:+15550123", "TEL:+15550123", "tel:+1555012\u{663}", "tel:555-0123;phone-context=+1",
        ])
        func aLinkInAnyFormIsAskedAboutAndDialled(link: String) async throws {
            try await withCalls { house in
                try await house.machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                try await open(link, on: house)
                try await house.call("active")
                let calls = await house.networkCalls
                #expect(calls.map(\.callee) == [Self.friend])
                #expect(calls.allSatisfy { $0.dialled.allSatisfy { "+0123456789".contains($0) } })
            }
        }

        /// Field report B79: the extension is sent as tones after a pause, and is no part of the number.
        @Test func b79_theExtensionIsSentAsTones() async throws {
            try await withCalls { house in
                try await house.machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                try await open("tel:\(Self.friend);ext=1234", on: house)
                try await house.machine.waitForCall(with: Self.friend) { $0.tones(by: .caller) == "1234" }
                #expect(await house.networkCalls.map(\.dialled) == [Self.friend])
            }
        }

        /// Only `0-9 * # + A-D` ever reaches `ATD`.
        @Test(arguments: [
            "tel:1;+CFUN=0", "tel:1%3B+CFUN=0", "tel:1;%2BCFUN=0", "tel:+15550123%0DAT+CFUN=0", "tel:+15550123%0A",
            "tel:\"+15550123\"", "tel:+15550123;ext=1%3BAT", "tel:>a", "tel:", "tel:+", "javascript:alert(1)",
            "telephony:1;+CFUN=0", "tel:+1555V0123;isub=AT%0D",
        ])
        func aLinkThatWouldSayMoreThanANumberSaysNothing(link: String) async throws {
            try await withCalls { house in
                let machine = house.machine
                let opened = try await machine.run(
                    "\(machine.folder)/apps/org.handset.cli.app/handset", ["open", link])
                #expect(opened.exit == .code(65), "\(opened)")
                #expect(await house.networkCalls.isEmpty)
                #expect(await machine.shownNotifications.isEmpty)
                // The modem is as it was.
                try await machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                _ = try await house.dial(Self.friend)
                try await house.call("active", with: Self.friend)
            }
        }

        /// A code in a link is asked about, in either form; what a raw `#` cut off is not dialled as if it were meant (field report B78).
        @Test func b78_aCodeInALinkIsAskedAbout() async throws {
            try await withCalls { house in
                let machine = house.machine
                let tool = "\(machine.folder)/apps/org.handset.cli.app/handset"
                let opening = try await machine.open(tool, ["open", "tel:*100%23"])
                let question = try await machine.nextNotification { $0.summary.contains("service code") }
                #expect(question.body.contains("*100#"))
                try await machine.click(question, button: "Send")
                #expect(await opening.prints("Your balance"))
                let refused = try await machine.open(tool, ["open", "tel:*100%23"])
                let again = try await machine.nextNotification { $0.summary.contains("service code") }
                try await machine.click(again, button: "Cancel")
                #expect(await refused.waitForExit() == .code(77))
                #expect(await house.networkCalls.isEmpty)
            }
        }

        /// The whole way of a call button: the desktop (GIO) finds `packaging/org.handset.links.desktop`, which runs `handset open`.
        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gio")))
        func theDesktopHandsALinkToHandset() async throws {
            try await withCalls { house in
                let machine = house.machine
                try await machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                let entry = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    .appending(path: "../../packaging/org.handset.links.desktop").path
                let tools = "\(machine.folder)/apps/org.handset.cli.app"
                let script = """
                    mkdir -p "$XDG_DATA_HOME/applications" "$HOME/.config" && cp '\(entry)' "$XDG_DATA_HOME/applications/" &&
                    printf '[Default Applications]\\nx-scheme-handler/tel=org.handset.links.desktop\\n' > "$HOME/.config/mimeapps.list" &&
                    PATH='\(tools)':$PATH exec gio open 'tel:\(Self.friend)'
                    """
                let opening = try await machine.open("/bin/sh", ["-c", script], environment: ["XDG_CONFIG_HOME": ""])
                let question = try await machine.nextNotification { $0.summary.hasPrefix("Call ") }
                #expect(await house.networkCalls.isEmpty)
                try await machine.click(question, button: "Call")
                try await house.call("active", with: Self.friend)
                #expect(await opening.waitForExit() == .code(0))
            }
        }

        /// Nobody is asked for a yes to what cannot be done: it is said at once, and by a notification, since a browser shows no answer.
        @Test func aLinkThatFitsNoLineIsNotAskedAbout() async throws {
            let lines = [
                TestMachine.LineSetup(), .init(label: "Work", number: "+15550111", network: "Harbour Cellular"),
            ]
            try await withCalls(lines: lines) { house in
                let machine = house.machine
                let tool = "\(machine.folder)/apps/org.handset.cli.app/handset"
                for _ in 0..<2 {
                    let opened = try await machine.run(tool, ["open", "tel:\(Self.friend)"])
                    #expect(opened.errors.contains("several lines"), "\(opened)")
                }
                let shown = try await machine.nextNotification { $0.summary.hasSuffix("was not called") }
                #expect(shown.body.contains("preferredLine") && shown.actions.isEmpty)
                #expect(await machine.shownNotifications.count == 1)
                #expect(try await house.history.wait { _ in true }.isEmpty)
                #expect(await house.networkCalls.isEmpty)
            }
        }

        @Test func noMeansNo() async throws {
            try await withCalls { house in
                let machine = house.machine
                let opening = try await machine.open(
                    "\(machine.folder)/apps/org.handset.cli.app/handset", ["open", "tel:\(Self.friend)"])
                let question = try await machine.nextNotification { $0.summary.hasPrefix("Call ") }
                try await machine.click(question, button: "Cancel")
                #expect(await opening.waitForExit() == .code(77))
                #expect(await house.networkCalls.isEmpty)
            }
        }

        /// A text link starts the messaging app with what it says, again while it runs, and sends nothing.
        @Test func aTextLinkStartsTheMessagingApp() async throws {
            try await withMachine(
                prepare: { machine in
                    try await machine.install(
                        "handset-messages", id: "org.handset.messages", name: "Messages", role: .carrierMessaging)
                    try await machine.subscriber(Self.friend, .silent)
                }
            ) { machine, _ in
                for word in ["First", "Second"] {
                    #expect(try await machine.handset("open", "sms:\(Self.friend)?body=\(word)").exit == .code(0))
                    let shown = try await machine.nextNotification { $0.summary == "New text" }
                    #expect(shown.body == "To: \(Self.friend)\n\(word)")
                }
                #expect(await machine.carrier.snapshot.taken(from: "modem0").isEmpty)
                #expect(try await machine.handset("open", "sms:+1555;+CFUN=0").exit == .code(65))
            }
        }
    }

    /// Issue 5, 7: emergency calls.
    @Suite struct CallEmergencyTests {
        private func expectEmergency(_ house: CallHouse) async throws {
            let call = try await house.call("active") { $0["emergency"] == "yes" }
            #expect(await house.networkCalls.last?.isEmergency == true)
            #expect(call["app"] == "")
        }

        @Test(arguments: ["no SIM", "locked", "usual"])
        func itIsDialledAtOnce(state: String) async throws {
            try await withCalls(lines: [.init(pin: state == "locked" ? "1234" : nil)]) { house in
                if state == "no SIM" {
                    try await house.machine.removeSIM()
                    try await house.machine.waitForLines { !$0.contains("Personal") }
                } else if state == "locked" {
                    try await house.machine.waitForLine("Personal", #""sim":"pin-required""#)
                }
                #expect(try await house.machine.handset("call", "--detach", "112").exit == .code(0))
                try await expectEmergency(house)
                #expect(await house.machine.shownNotifications.isEmpty)
            }
        }

        /// On whatever line answers: the first has no network.
        @Test func itGoesOutOnAnotherLine() async throws {
            let lines = [
                TestMachine.LineSetup(), .init(label: "Work", number: "+15550111", network: "Harbour Cellular"),
            ]
            try await withCalls(lines: lines) { house in
                try await house.machine.setCoverage(false)
                try await house.machine.waitForLine("Personal", #""sms":false"#)
                _ = try await house.dial("112", on: "Personal")
                try await expectEmergency(house)
                #expect(await house.networkCalls.last?.callerModem == "modem1")
            }
        }

        /// The person speaks on another line: the call for help has the microphone, whether that modem can hold or not.
        @Test(arguments: [true, false])
        func whoeverIsSpokenWithElsewhereIsPutOnHold(canHold: Bool) async throws {
            let lines = [
                TestMachine.LineSetup(), .init(label: "Work", number: "+15550111", network: "Harbour Cellular"),
            ]
            try await withCalls(lines: lines) { house in
                try await house.machine.setCalls(of: CallHouse.friend, CallBehaviour(.answers(after: .zero)))
                _ = try await house.dial(CallHouse.friend, on: "Work")
                let first = try await house.call("active", with: CallHouse.friend)
                if !canHold { try await house.machine.modems[1].inject(.failCommand("+CHLD", cme: 4)) }
                #expect(try await house.dial("112")["kind"] == "calling")
                try await expectEmergency(house)
                #expect(await house.networkCalls.last?.callerModem == "modem0")
                try await house.calls.wait { calls in
                    calls.contains { call in
                        call.id == first.id && (canHold ? call.state == "held" : call["muted"] == "yes")
                    }
                }
                if canHold {
                    try await house.machine.waitForCall(with: CallHouse.friend) { $0.heldBy == [.caller] }
                } else {
                    let modem = try await house.machine.modems[1].snapshot()
                    #expect(modem.isMuted)
                }
                #expect(await house.networkCalls.allSatisfy { !$0.isOver })
            }
        }

        @Test func itComesBeforeEverythingElseAndNeverToACallingApp() async throws {
            try await withCalls(
                apps: ["dialer": [CallKeys.dialer], "voice": [CallKeys.calling]],
                prepare: { machine in
                    await machine.give(.dialer, to: "org.example.dialer")
                    await machine.give(.calling, to: "org.example.voice")
                }
            ) { house in
                let machine = house.machine
                let dialer = try await house.role("dialer")
                let first = try await house.ringing()
                #expect(try await house.control(first, "answer") == "")
                try await house.call("active")
                try await machine.tell(dialer, "dial", ["to": "112"])
                #expect(try await machine.report("dialed", from: dialer)["error"] == "")
                try await expectEmergency(house)
                try await house.calls.wait { $0.contains { $0.id == first.id && $0.state == "ended" } }
            }
        }

        @Test func aLinkToAnEmergencyNumberIsAskedAboutOnce() async throws {
            try await withCalls { house in
                let machine = house.machine
                _ = try await machine.open("\(machine.folder)/apps/org.handset.cli.app/handset", ["open", "tel:112"])
                let question = try await machine.nextNotification { $0.summary == "Make an emergency call?" }
                #expect(await house.networkCalls.isEmpty)
                try await machine.click(question, button: "Call")
                try await expectEmergency(house)
                #expect(await machine.shownNotifications.isEmpty)
            }
        }
    }
}
