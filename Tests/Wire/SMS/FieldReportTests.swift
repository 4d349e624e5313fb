import HandsetSMS
import HandsetWireCore
import Testing

/// Inputs that broke other software of this kind, with the value that the standard asks for.
@Suite("Field reports: SMS")
struct FieldReportTests {
    private func deliver(_ hex: String) throws -> Deliver { try Deliver(decoding: PDU(hex: hex).tpdu) }

    @Test("B01: a header and its fill bit are no text")
    func b01() throws {
        let message = try deliver(FieldReportVector.b01)
        #expect(message.originatingAddress.value == "2781188")
        #expect(message.userData.concatenation == Concatenation(reference: 0xC3, part: 1, total: 1))
        #expect(
            message.text == "Hello!You have R 19.50 FREE airtime available. R 19.50 will expire on 01/07/2013. ")
    }

    @Test("B02: the text of a long part starts after the fill bit")
    func b02() throws {
        let message = try deliver(FieldReportVector.b02)
        #expect(message.text == String(repeating: "1", count: 153))
        #expect(message.userData.concatenation == Concatenation(reference: 0xCB, part: 1, total: 3))
    }

    @Test("B05: spare bits at the end are no eighth character")
    func b05() throws {
        #expect(try deliver(FieldReportVector.b05).text == "PUMP ON")
    }

    @Test("B06: Greek capitals of the default alphabet")
    func b06() throws {
        let message = try deliver(FieldReportVector.b06)
        #expect(message.originatingAddress.value == "WhatsUp")
        #expect(message.text == "EXEIΣ 600' ΠPOΣ OΛO TON KOΣMO TOY WHAT'S UP ΠOY ΛHΓOYN THN 01/04 12:00")
    }

    @Test("B10: a malformed header is ignored whole and its octets are skipped")
    func b10() throws {
        let message = try deliver(FieldReportVector.b10)
        #expect(message.userData.isHeaderMalformed)
        #expect(message.text == String(String(repeating: "testabcdefg", count: 14).prefix(153)))
    }

    @Test(
        "B25, B27, B28: the length of an alphanumeric sender counts semi-octets",
        arguments: [
            (FieldReportVector.b25, "Zolotoy585"), (FieldReportVector.b27, "mts"), (FieldReportVector.b28, "diafaan"),
            (FieldReportVector.b32, "40033"), (FieldReportVector.b35, "VIVO"),
        ])
    func alphanumericSender(hex: String, name: String) throws {
        let message = try deliver(hex)
        #expect(message.originatingAddress.type.number == .alphanumeric)
        #expect(message.originatingAddress.value == name)
    }

    @Test("B30: the type of number is three bits of its octet")
    func b30() throws {
        let address = try deliver(FieldReportVector.b30).originatingAddress
        #expect(address.value == "70514")
        #expect(address.type.number == .subscriber)
        #expect(address.type.plan == .privatePlan)
    }

    @Test("B39: local time and its zone are both kept")
    func b39() throws {
        let timestamp = try deliver(FieldReportVector.b39).timestamp
        #expect(timestamp.description == "2017-10-05T11:54:04+05:30")
        #expect(timestamp.secondsSince1970 == 1_507_184_644)
    }

    @Test(
        "B43, B45: what a mobile sends is read as such",
        arguments: [
            (FieldReportVector.b43, "+447123456789", "see you in 10 x"),
            (FieldReportVector.b45, "0", "GS-000002 Arthur Dentyyyyy U. <-1000000000001> - P01 Area1 (D)"),
        ])
    func submit(hex: String, number: String, text: String) throws {
        let message = try Submit(decoding: PDU(hex: hex).tpdu)
        #expect(message.destinationAddress.value == number)
        #expect(message.text == text)
    }

    @Test("B32: a sender of digits in letters, class 0, the text with its accent")
    func b32() throws {
        let message = try deliver(FieldReportVector.b32)
        #expect(message.dataCodingScheme.messageClass == .immediate)
        #expect(message.text?.contains("Il credito \u{E8} E. 49,28.") == true)
    }

    @Test("B43: fifteen septets in fourteen octets: the spare bits are zero, and the modem's quirk is not copied")
    func b43() throws {
        let message = try Submit(decoding: PDU(hex: FieldReportVector.b43).tpdu)
        #expect(message.userData.length == 15)
        let again = try #require(
            Submit.messages(
                "see you in 10 x", to: message.destinationAddress, reference: 0, validityPeriod: .relative(255)
            )
            .first)
        #expect(
            PDU(serviceCentre: try PDU(hex: FieldReportVector.b43).serviceCentre, tpdu: again.encoded()).hex
                == FieldReportVector.b43)
    }

    @Test("B45: the direction decides; a destination of one digit, an hour to live")
    func b45() throws {
        let pdu = try PDU(hex: FieldReportVector.b45)
        #expect(pdu.serviceCentre.address?.value == "+39")
        let message = try Submit(decoding: pdu.tpdu)
        #expect(message.validityPeriod.seconds == 3600)
        #expect(message.destinationAddress.length == 1)
        #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) { try Deliver(decoding: pdu.tpdu) }
    }
}
