import HandsetSMS
import Testing

/// What the fuzzer found once. The rule of each is that it does not trap.
@Suite("Fuzz findings")
struct FuzzFindingTests {
    @Test("A header of no elements (UDHL 0) is a header, not a range from 1 to 0")
    func emptyHeader() throws {
        let report = try TPDU(decoding: octets("C8540500"), direction: .mobileOriginated)
        #expect(report.encoded() == (try octets("C8540500")))
        let message = try Deliver(decoding: octets("40 0181F1 0000 00101000000000 03 00 8200"))
        #expect(message.userData.header?.elements == [])
        #expect(message.text == "$")
        #expect(message.damage == [])
    }
}
