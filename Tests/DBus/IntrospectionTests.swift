import HandsetDBus
import Testing

@Suite(.timeLimit(.minutes(1))) struct IntrospectionTests {
    private func introspect(_ path: String) -> BusCall {
        BusCall("Introspect", on: "org.freedesktop.DBus.Introspectable", of: Echo.name, at: path)
    }

    @Test func tellsOfItsInterfaces() async throws {
        try await Pair.with { pair in
            let text = try #require(try await pair.client.call(introspect(Echo.path)).first?.string)
            #expect(text.contains(#"<node name="/org/handset/Test">"#))
            #expect(text.contains(#"<interface name="org.handset.Test">"#))
            #expect(text.contains(#"<arg name="bag" type="a{sv}" direction="out"/>"#))
            #expect(text.contains(#"<method name="Never"/>"#))
            #expect(text.contains(#"<signal name="Changed">"#))
            #expect(text.contains(#"<interface name="org.freedesktop.DBus.Peer">"#))
        }
    }

    @Test(arguments: [("/", "org"), ("/org", "handset"), ("/org/handset", "Test")])
    func leadsToItsObjects(path: String, child: String) async throws {
        try await Pair.with { pair in
            let text = try #require(try await pair.client.call(introspect(path)).first?.string)
            #expect(text.contains(#"<node name="\#(child)"/>"#))
        }
    }

    @Test func knowsNoOtherObject() async throws {
        try await Pair.with { pair in
            let error = await #expect(throws: BusError.self) { try await pair.client.call(introspect("/org/hand")) }
            #expect(error?.remoteName == "org.freedesktop.DBus.Error.UnknownObject")
        }
    }

    @Test func answersAPing() async throws {
        try await Pair.with { pair in
            let ping = BusCall("Ping", on: "org.freedesktop.DBus.Peer", of: Echo.name, at: Echo.path)
            let answer = try await pair.client.call(ping)
            #expect(answer == [])
        }
    }
}
