import Glibc
import HandsetBusTesting
import HandsetDBus
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct NameTests {
    @Test func aNameThatIsTakenIsNotQueuedFor() async throws {
        try await Pair.with { pair in
            #expect(try await pair.client.requestName(Echo.name) == .taken)
            #expect(try await pair.server.requestName(Echo.name) == .owned)
            try await pair.server.releaseName(Echo.name)
            let other = try await pair.another()
            let owners = Told<String?>()
            _ = try await other.follow(Echo.name) { owners.tell($0) }
            #expect(await owners.next(1) == [nil])
            await other.close()
        }
    }

    @Test func followsAnOwner() async throws {
        try await Pair.with { pair in
            let owners = Told<String?>()
            let follow = try await pair.client.follow(Echo.name) { owners.tell($0) }
            #expect(await owners.next(1) == [await pair.server.uniqueName])
            await pair.server.close()
            #expect(await owners.next(1) == [nil])
            let next = try await pair.another()
            _ = try await next.requestName(Echo.name)
            #expect(await owners.next(1) == [await next.uniqueName])
            #expect(await pair.client.owner(of: Echo.name) == (await next.uniqueName))
            await pair.client.unfollow(follow)
            #expect(await pair.client.owner(of: Echo.name) == nil)
            await next.close()
        }
    }

    @Test func tellsWhenAClientIsGone() async throws {
        let began = Told<String>()
        let ended = Told<Bool>()
        try await Pair.with(Echo.object(began: { began.tell($0) }, ended: { ended.tell(true) })) { pair in
            let gone = Told<(name: String, vanishing: BusVanishing)>()
            await pair.server.whenClientVanishes { gone.tell(($0, $1)) }
            try await pair.client.post(Echo.call("Never"))
            let name = await pair.client.uniqueName
            #expect(await began.next(1) == [name])
            await pair.client.close()
            #expect(await ended.next(1) == [true])
            let told = await gone.next(1).first
            #expect(told?.name == name)
            #expect(told?.vanishing == .client)
        }
    }

    /// What a client sends just before it leaves still counts.
    @Test func theLastCallOfAClientIsHandledBeforeItsEnd() async throws {
        let order = Told<String>()
        let object = BusObject(path: Echo.path, interfaces: [Echo.interface]) { request in
            if let text = request.arguments.first?.string { order.tell(text) }
            return request.arguments
        }
        try await Pair.with(object) { pair in
            await pair.server.whenClientVanishes { _, _ in order.tell("gone") }
            for round in 0..<50 {
                let client = try await pair.another()
                try await client.call(Echo.call("Echo", [.string("first \(round)")]))
                try await client.post(Echo.call("Echo", [.string("last \(round)")]))
                await client.close()
                #expect(await order.next(3) == ["first \(round)", "last \(round)", "gone"])
            }
        }
    }

    @Test func tellsWhenTheBusIsGone() async throws {
        let began = Told<String>()
        let ended = Told<Bool>()
        try await Pair.with(Echo.object(began: { began.tell($0) }, ended: { ended.tell(true) })) { pair in
            let gone = Told<BusVanishing>()
            let lost = Told<BusError>()
            await pair.server.whenClientVanishes { gone.tell($1) }
            await pair.server.whenLost { lost.tell($0) }
            let waiting = Task { try await pair.client.call(Echo.call("Never"), timeout: nil) }
            _ = await began.next(1)
            await pair.daemon.kill()
            await #expect(throws: BusError.disconnected) { try await waiting.value }
            #expect(await ended.next(1) == [true])
            #expect(await gone.next(1) == [.bus])
            #expect(await lost.next(1) == [.disconnected])
            await #expect(throws: BusError.disconnected) { try await pair.client.call(Echo.call("Who")) }
            await pair.client.whenLost { lost.tell($0) }
            #expect(await lost.next(1) == [.disconnected])
        }
    }

    @Test(arguments: ["unix:path=/nonexistent/bus", "nonsense", "", "unix:", "tcp:host=127.0.0.1,port=1"])
    func saysWhyThereIsNoBus(address: String) async throws {
        let error = await #expect(throws: BusError.self) {
            _ = try await Bus.connect(to: .address(address), on: EventLoop(name: "nobody"))
        }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// A socket that takes connections and never says anything.
    @Test func givesUpOnASilentBus() async throws {
        try await PrivateBus.with { daemon in
            let path = "\(daemon.directory)/silent"
            let listener = try UnixSocket.listen(at: path)
            await #expect(throws: BusError.self) {
                _ = try await Bus.connect(
                    to: .address("unix:path=\(path)"), on: EventLoop(name: "client"), timeout: .milliseconds(20))
            }
            close(listener)
            unlink(path)
        }
    }
}
