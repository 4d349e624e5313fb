import Glibc
import HandsetBusTesting
import HandsetDBus
import HandsetPlatform
import Testing

let echo = BusObject(
    path: "/org/handset/Test",
    interfaces: [
        BusInterface(
            "org.handset.Test",
            methods: [
                .init("Echo", ["text": "s"], returns: ["text": "s"]),
                .init("Bag", ["bag": "a{sv}"], returns: ["bag": "a{sv}"]),
                .init("Any", ["value": "v"], returns: ["value": "v"]), .init("Who", returns: ["pid": "u", "uid": "u"]),
                .init("Fail"), .init("Never"),
            ], signals: [.init("Changed", ["text": "s"])])
    ]
) { request in
    switch request.member {
    case "Echo", "Bag", "Any": return request.arguments
    case "Who": return [.uint32(request.caller.processID), .uint32(request.caller.userID)]
    case "Fail": throw BusFault("org.handset.Error.Test", "as asked")
    default:
        try await Task.sleep(for: .seconds(3_600))
        return []
    }
}

func call(_ member: String, _ arguments: [BusValue] = [], of name: String = "org.handset.Test") -> BusCall {
    BusCall(member, on: "org.handset.Test", of: name, at: "/org/handset/Test", arguments)
}

@Suite struct BusTests {
    @Test func answersOverARealBus() async throws {
        try await PrivateBus.with { daemon in
            let server = try await Bus.connect(to: daemon.address, on: EventLoop(name: "server"))
            let client = try await Bus.connect(to: daemon.address, on: EventLoop(name: "client"))
            await server.serve(echo)
            #expect(try await server.requestName("org.handset.Test") == .owned)
            #expect(try await client.requestName("org.handset.Test") == .taken)
            #expect(try await client.call(call("Echo", [.string("čau 🎈")])) == [.string("čau 🎈")])
            #expect(
                try await client.call(call("Who")) == [.uint32(UInt32(getpid())), .uint32(getuid())])
            let error = await #expect(throws: BusError.self) { try await client.call(call("Fail")) }
            #expect(error == .remote(name: "org.handset.Error.Test", message: "as asked"))
            await client.close()
            await server.close()
        }
    }
}
