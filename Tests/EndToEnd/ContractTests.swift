import HandsetBusTesting
import HandsetDBus
import HandsetTesting
import Testing

extension EndToEnd {
    /// docs/dbus says what the running daemon says.
    @Suite struct ContractTests {
        @Test func theDaemonAnswersIntrospectAsItIsWrittenDown() async throws {
            try await withMachine { machine, _ in
                let bus = try await Bus.connect(to: .address(machine.busAddress), on: machine.loop)
                let answer = try await bus.call(
                    BusCall(
                        "Introspect", on: "org.freedesktop.DBus.Introspectable", of: "org.handset.Handset1",
                        at: "/org/handset/Handset1"))
                await bus.close()
                guard case .string(let document)? = answer.first else {
                    Issue.record("no document")
                    return
                }
                #expect(try Introspection(document) == Introspection(documented: "org.handset.Handset1"))
            }
        }

        @Test func callsWithOtherTypesAreAnsweredAndTheQueueGoesOn() async throws {
            try await withMachine { machine, bundle in
                let bus = try await Bus.connect(to: .address(machine.busAddress), on: machine.loop)
                for (member, arguments) in [
                    ("Next", [BusValue.string("sms")]), ("Send", [.dictionary(["to": .uint32(1)])]), ("Send", []),
                    ("OpenReader", [.uint64(1), .uint64(1), .uint64(1)]), ("NoSuchMethod", []),
                ] {
                    await #expect(throws: BusError.self) {
                        try await bus.call(
                            BusCall(
                                member, on: "org.handset.Messages1", of: "org.handset.Handset1",
                                at: "/org/handset/Handset1", arguments))
                    }
                }
                await bus.close()
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.text("Still here", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "Still here")
            }
        }
    }
}
