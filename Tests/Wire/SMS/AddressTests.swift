import HandsetSMS
import HandsetWireCore
import Testing

@Suite("Address")
struct AddressTests {
    private func decode(_ hex: String) throws -> Address {
        let octets = try Hex.octets(hex)
        var reader = Reader(octets.span.bytes)
        return try Address(from: &reader, field: "TP-OA")
    }

    private func encode(_ address: Address) -> String {
        var octets: [UInt8] = []
        address.append(to: &octets)
        return Hex.string(octets)
    }

    @Test(
        "What a person dials; B58: a string of * and # is kept whole",
        arguments: [
            ("+447700900123", "0C91447700091032"), ("70514", "05810715F4"), ("*100#", "05811A00FB"),
            ("##002#", "0681BB00B2"), ("12abc", "058121DCFE"), ("12ABC", "058121DCFE"), ("1", "0181F1"),
            ("+1", "0191F1"), ("12345678901234567890", "148121436587092143658709"),
        ])
    func dialled(text: String, hex: String) throws {
        let address = try #require(Address(text))
        #expect(encode(address) == hex)
        let again = try decode(hex)
        #expect(again == address)
        #expect(again.value == text.lowercased())
    }

    @Test(
        "What cannot be dialled is refused",
        arguments: ["", "+", "12 34", "+44-7700", "d", "123456789012345678901", "\u{0661}", "+1+2", "tel:1"])
    func refused(text: String) {
        #expect(Address(text) == nil)
    }

    @Test("Each type of number and plan is read from its bits, and kept", arguments: TypeOfNumber.allCases)
    func types(number: TypeOfNumber) throws {
        for plan in UInt8(0)...15 {
            let octet = 0x80 | number.rawValue << 4 | plan
            let hex = "05" + Hex.string([octet]) + "0715F4"
            let address = try decode(hex)
            #expect(address.type.number == number)
            #expect(address.type.plan.rawValue == plan)
            #expect(encode(address) == hex)
            switch number {
            case .alphanumeric: #expect(address.digits == "")
            case .international: #expect(address.value == "+70514")
            default: #expect(address.value == "70514")
            }
            var type = TypeOfAddress(.unknown, plan: .unknown)
            type.number = number
            type.plan = NumberingPlan(rawValue: plan)
            #expect(type.rawValue == octet)
        }
    }

    @Test("The length of a name counts semi-octets", arguments: 1...11)
    func names(count: Int) throws {
        let name = String("Pharmacy 24".prefix(count))
        let address = try #require(Address(alphanumeric: name))
        #expect(Int(address.length) == (count * 7 + 3) / 4)
        let again = try decode(encode(address))
        #expect(again.value == name)
        #expect(again == address)
    }

    @Test(
        "A name is of the default alphabet and at most eleven septets",
        arguments: ["", "Pharmacies 24", "\u{0416}", "[[[[[["])
    func noName(name: String) {
        #expect(Address(alphanumeric: name) == nil)
    }

    @Test("A name may use the extension")
    func extension_() throws {
        let address = try #require(Address(alphanumeric: "[a]"))
        #expect(try decode(encode(address)).value == "[a]")
    }

    @Test("Every length is passed over by its own count; more than twenty semi-octets are damage", arguments: 0...255)
    func lengths(length: Int) throws {
        let digits = [UInt8](repeating: 0x21, count: (length + 1) / 2)
        let octets = [UInt8(length), 0x81] + digits + [0xEE]
        var reader = Reader(octets.span.bytes)
        let address = try Address(from: &reader, field: "TP-OA")
        #expect(reader.remaining == 1)
        #expect(address.isTooLong == (length > 20))
        #expect(address.value == String(String(repeating: "12", count: 10).prefix(length)))
        // One octet less is an error, not a guess.
        let short = Array(octets.dropLast(2))
        if length > 0 {
            var shortReader = Reader(short.span.bytes)
            var failure: DecodeError?
            do { _ = try Address(from: &shortReader, field: "TP-OA") } catch { failure = error }
            #expect(failure?.kind == .truncated)
            #expect(failure?.field == "TP-OA")
        }
    }

    @Test("An end mark among the digits is no digit")
    func endMark() throws {
        #expect(try decode("0481F1F2").value == "12")
        #expect(encode(try decode("0481F1F2")) == "0481F1F2")
    }
}

@Suite("Service centre address")
struct ServiceCentreAddressTests {
    @Test(
        "The length counts octets",
        arguments: [
            ("00", nil), ("0791447758100650", "+447785016005"), ("0591721891F1", "+2781191"),
            ("02919311000181", "+39"), ("0181", ""),
        ] as [(String, String?)])
    func vectors(hex: String, value: String?) throws {
        let pdu = try PDU(hex: hex)
        #expect(pdu.serviceCentre.address?.value == value)
        #expect(pdu.hex == hex)
    }

    @Test("A field longer than the standard allows is over our limit, one that ends early is truncated")
    func refused() {
        for (hex, kind) in [
            ("0C91", DecodeError.Kind.overLimit), ("FF", .overLimit), ("0791", .truncated), ("", .truncated),
        ] {
            var failure: DecodeError?
            do { _ = try PDU(hex: hex) } catch { failure = error }
            #expect(failure?.kind == kind, "\(hex)")
        }
    }
}
