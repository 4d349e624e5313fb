import HandsetBusTesting
import HandsetDBus
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct SignalTests {
    private func changed(_ text: String) -> BusSignal {
        BusSignal("Changed", on: Echo.name, at: Echo.path, [.string(text)])
    }

    @Test func reachesWhoAskedForIt() async throws {
        try await Pair.with { pair in
            let told = Told<String?>()
            let match = SignalMatch("Changed", on: Echo.name, of: Echo.name, at: Echo.path)
            let subscription = try await pair.client.subscribe(match) { told.tell($0.body?.first?.string) }
            for number in 0..<100 { try await pair.server.emit(changed("\(number)")) }
            #expect(await told.next(100) == (0..<100).map { "\($0)" })
            await pair.client.unsubscribe(subscription)
            // The answer comes behind the signal, which nobody hears any more.
            try await pair.server.emit(changed("unheard"))
            try await pair.client.call(Echo.call("Who"))
            _ = try await pair.client.subscribe(match) { told.tell($0.body?.first?.string) }
            try await pair.server.emit(changed("heard"))
            #expect(await told.next(1) == ["heard"])
        }
    }

    @Test func narrowsByPathAndFirstArgument() async throws {
        try await Pair.with { pair in
            let told = Told<String?>()
            let match = SignalMatch(
                nil, on: Echo.name, of: await pair.server.uniqueName, at: Echo.path, firstArgument: "it's")
            try await pair.client.subscribe(match) { told.tell($0.body?.first?.string) }
            try await pair.server.emit(changed("other"))
            try await pair.server.emit(BusSignal("Changed", on: Echo.name, at: "/other", [.string("it's")]))
            try await pair.server.emit(changed("it's"))
            #expect(await told.next(1) == ["it's"])
        }
    }

    /// Only the name's owner speaks in its name: another client may send a signal straight to us.
    @Test func ignoresAForger() async throws {
        try await Pair.with { pair in
            let told = Told<String?>()
            try await pair.client.subscribe(SignalMatch("Changed", on: Echo.name, of: Echo.name)) {
                told.tell($0.body?.first?.string)
            }
            #expect(
                await pair.daemon.run(
                    "/usr/bin/dbus-send",
                    [
                        "--bus=\(pair.daemon.text)", "--type=signal", "--dest=\(await pair.client.uniqueName)",
                        Echo.path,
                        "\(Echo.name).Changed", "string:forged",
                    ]) == .code(0))
            try await pair.server.emit(changed("true"))
            #expect(await told.next(1) == ["true"])
        }
    }

    /// A bus that goes away while many wait leaves nobody waiting.
    @Test func subscribingFailsWithoutABus() async throws {
        try await Pair.with { pair in
            await pair.daemon.kill()
            await #expect(throws: BusError.disconnected) {
                try await pair.client.subscribe(SignalMatch("Changed", on: Echo.name, of: Echo.name)) { _ in }
            }
        }
    }
}
