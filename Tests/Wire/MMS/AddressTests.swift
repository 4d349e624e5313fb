import HandsetMMS
import Testing

/// Addresses of every type, both ways.
@Suite("MMS: addresses")
struct AddressTests {
    @Test(
        "Both ways",
        arguments: [
            ("+15550100/TYPE=PLMN", MMSAddress.phoneNumber("+15550100"), "+15550100"),
            ("5550100/TYPE=PLMN", .phoneNumber("5550100"), "5550100"),
            ("*123#/TYPE=PLMN", .phoneNumber("*123#"), "*123#"),
            ("+1-555-0100/TYPE=PLMN", .phoneNumber("+1-555-0100"), "+15550100"),
            ("a@example.org", .email("a@example.org"), "a@example.org"),
            ("a/b@example.org", .email("a/b@example.org"), "a/b@example.org"),
            ("Ann B <a@example.org>", .email("Ann B <a@example.org>"), "a@example.org"),
            ("10.0.0.1/TYPE=IPv4", .ipv4("10.0.0.1"), "10.0.0.1"),
            ("fe80::1/TYPE=IPv6", .ipv6("fe80::1"), "fe80::1"),
            ("4400", .shortCode("4400"), "4400"), ("Erotik", .shortCode("Erotik"), "Erotik"), ("", .shortCode(""), ""),
            ("x/TYPE=vendor", .other("x", type: "vendor"), "x"),
            ("Shop/TYPE=PLMN", .other("Shop", type: "PLMN"), "Shop"),
            ("a/TYPE=b/TYPE=IPv4", .ipv4("a/TYPE=b"), "a/TYPE=b"), ("/TYPE=PLMN", .other("", type: "PLMN"), ""),
        ])
    func bothWays(text: String, address: MMSAddress, value: String) {
        #expect(MMSAddress(text) == address)
        #expect(address.text == text)
        #expect(address.value == value)
    }

    @Test("The type's name in another case, and a number without one")
    func lenient() {
        #expect(MMSAddress("+15550100/type=plmn") == .phoneNumber("+15550100"))
        #expect(MMSAddress("10.0.0.1/Type=ipv4") == .ipv4("10.0.0.1"))
        #expect(MMSAddress("+15550100") == .phoneNumber("+15550100"))
        #expect(MMSAddress("+") == .shortCode("+"))
    }

    @Test("A sender through a PDU", arguments: ["+15550100/TYPE=PLMN", "é@example.org", "Überall", ""])
    func sender(text: String) throws {
        let sent = MMSNotification(
            transactionID: "t", contentLocation: "l", from: MMSAddress(text), messageSize: 1, expiry: .relative(1))
        #expect(try MMSNotification(decoding: sent.encoded()).from == .address(MMSAddress(text)))
    }

    @Test("A sender of no octets")
    func hiddenSender() throws {
        let octets: [UInt8] = [0x8C, 0x82, 0x98, 0x54, 0, 0x8D, 0x90, 0x89, 0x01, 0x80, 0x83, 0x68, 0]
        let notification = try MMSNotification(decoding: octets)
        #expect(notification.from == .address(.shortCode("")))
        #expect(notification.encoded() == octets)
    }
}
