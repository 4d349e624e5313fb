import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// docs/dbus/ is what the programs answer.
@Suite(.timeLimit(.minutes(1))) struct ContractTests {
    @Test func theServiceIsAsDocumented() async throws {
        try await House.with { house in
            let bus = try await Bus.connect(to: house.daemon.address, on: EventLoop(name: "reader"))
            let answer = try await bus.introspect(HandsetName.service, at: HandsetName.path)
            #expect(try Introspection(answer) == Introspection(documented: "org.handset.Handset1"))
            await bus.close()
        }
    }

    @Test func aDifferenceIsSeen() throws {
        let documented = try Introspection.text(of: "org.handset.Agent1")
        for change in [("type=\"b\"", "type=\"u\""), ("name=\"Ask\"", "name=\"Asks\""), ("\"in\"", "\"out\"")] {
            let changed = documented.replacingOccurrences(of: change.0, with: change.1)
            #expect(try Introspection(changed) != Introspection(documented))
        }
    }
}
