import HandsetDBus
import HandsetLines
import Testing

@testable import HandsetModemManager

struct BearerTests {
    private func properties(_ interface: String, connected: Bool = true, method: UInt32 = 2) -> [String: BusValue] {
        [
            "Connected": .boolean(connected), "Interface": .string(interface),
            "Ip4Config": .dictionary([
                "method": .uint32(method), "dns1": .string("192.0.2.1"), "dns2": .string("not an address"),
            ]),
            "Ip6Config": .dictionary(["dns1": .string("2001:db8::1"), "dns2": .uint32(7)]),
            "Properties": .dictionary(["apn": .string("mms.example")]),
        ]
    }

    @Test func connectedBearerIsRead() throws {
        let bearer = Bearer(properties("wwan0"))
        #expect(bearer.isConnected)
        let path = DataPath(interface: "wwan0", nameServers: ["192.0.2.1", "2001:db8::1"])
        #expect(bearer.connection == DataConnection(accessPoint: "mms.example", path: path))
    }

    @Test(arguments: ["", ".", "..", "a/b", "a:1", "wwan 0", "sixteenoctetslong", "wwan\u{E9}"])
    func interfaceOutOfForm(_ name: String) { #expect(Bearer(properties(name)).connection == nil) }

    @Test func disconnectedBearerIsNone() {
        let bearer = Bearer(properties("wwan0", connected: false))
        #expect(!bearer.isConnected)
        #expect(bearer.connection == nil)
    }

    /// Of PPP the port is told, which may well be called as an interface could be.
    @Test func aSerialPortIsNoInterface() {
        let bearer = Bearer(properties("ttyUSB2", method: 1))
        #expect(bearer.isConnected)
        #expect(bearer.connection == nil)
    }

    @Test(
        arguments: [
            [:], ["Connected": .string("yes"), "Interface": .uint32(1)],
            [
                "Connected": .boolean(true), "Interface": .string("wwan0"), "Ip4Config": .string("x"),
                "Properties": .byte(1),
            ],
        ] as [[String: BusValue]])
    func otherTypesAreNothing(_ properties: [String: BusValue]) {
        let bearer = Bearer(properties)
        #expect(bearer.accessPoint == nil)
        #expect(bearer.nameServers == [])
    }

    @Test func aNameThatIsTooLongIsNone() {
        let apn = String(repeating: "a", count: 101)
        #expect(Bearer(["Properties": .dictionary(["apn": .string(apn)])]).accessPoint == nil)
    }
}

struct CardTests {
    @Test(arguments: [
        ("8944000000000000001", ["iccid-8944000000000000001"]),
        ("8944000000000000001F", ["iccid-8944000000000000001"]),
        ("89440000000000000012", ["iccid-89440000000000000012", "iccid-98440000000000000021"]),
        // As the card has it.
        ("984400000000000000F1", ["iccid-8944000000000000001"]),
        (" 8944000000000000001 ", ["iccid-8944000000000000001"]), ("", []), ("not a number", []),
        (String(repeating: "8", count: 1_000), []),
    ])
    func anICCIDInItsForms(_ text: String, _ ids: [String]) {
        let lines = Card.lines(["SimIdentifier": .string(text)])
        #expect(Set(lines.map(\.rawValue)).isSuperset(of: ids))
        #expect(lines.count <= 2)
        #expect(ids.isEmpty == lines.isEmpty)
    }

    @Test func anIMSIIsALineToo() {
        #expect(Card.lines(["Imsi": .string("001010000000001")]) == [LineID(imsi: "001010000000001")])
        #expect(Card.lines(["Imsi": .string("00101"), "SimIdentifier": .uint32(3)]).isEmpty)
    }
}
