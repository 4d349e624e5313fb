import HandsetSMS
import HandsetWireCore
import Testing

/// The six TPDUs, with what each says, in both directions.
@Suite("TPDUs")
struct TPDUTests {
    struct Vector: CustomTestStringConvertible {
        var name: String
        var direction: TPDU.Direction
        var isError = false
        var hex: String

        var testDescription: String { name }
        var octets: [UInt8] { (try? Hex.octets(hex.filter { $0 != " " })) ?? [] }
    }

    static let vectors: [Vector] = [
        Vector(
            name: "deliver", direction: .mobileTerminated, hex: "04 0C9103960000103200002221317093738007D06A130A7A3A01"),
        Vector(name: "deliver, reserved type", direction: .mobileTerminated, hex: "07 0181F1 0000 00101000000000 00"),
        Vector(
            name: "deliver, every flag", direction: .mobileTerminated,
            hex: "FC 0181F1 3F 11 00101000000000 07 050003010201 80"),
        Vector(
            name: "deliver, more behind", direction: .mobileTerminated, hex: "04 0181F1 0000 00101000000000 0141 FFFF"),
        Vector(name: "submit, no period", direction: .mobileOriginated, hex: "01 05 0181F1 0000 0141"),
        Vector(
            name: "submit, relative", direction: .mobileOriginated,
            hex: "F5 05 0C914477000910320000 A7 07 050003010201 82"),
        Vector(name: "submit, enhanced", direction: .mobileOriginated, hex: "09 05 0181F1 0008 43123456000000 020041"),
        Vector(name: "submit, absolute", direction: .mobileOriginated, hex: "19 05 0181F1 0004 00101000000000 020041"),
        Vector(
            name: "status report", direction: .mobileTerminated,
            hex: "06 29 0C91447700091032 22213170937380 22213170937380 00"),
        Vector(
            name: "status report, optional fields", direction: .mobileTerminated,
            hex: "66 29 0181F1 22213170937380 22213170937380 46 07 00 08 08 050003010201 0041"),
        Vector(
            name: "status report, no TP-PI fields", direction: .mobileTerminated,
            hex: "26 29 0181F1 22213170937380 22213170937380 7F 00"),
        Vector(
            name: "status report, extended TP-PI and more", direction: .mobileTerminated,
            hex: "02 29 0181F1 22213170937380 22213170937380 7F 8901 00 ABCD"),
        Vector(name: "deliver report", direction: .mobileOriginated, hex: "00 00"),
        Vector(name: "deliver report, refusal", direction: .mobileOriginated, isError: true, hex: "00 D3 00"),
        Vector(
            name: "deliver report, everything", direction: .mobileOriginated, isError: true,
            hex: "40 D0 07 00 04 07 050003010201 AA"),
        Vector(name: "submit report", direction: .mobileTerminated, hex: "01 00 22213170937380"),
        Vector(
            name: "submit report, refusal", direction: .mobileTerminated, isError: true, hex: "01 C5 00 22213170937380"),
        Vector(
            name: "submit report, everything", direction: .mobileTerminated, isError: true,
            hex: "41 C0 07 22213170937380 00 00 07 050003010201 82"),
        Vector(name: "command", direction: .mobileOriginated, hex: "22 01 00 02 29 0C91447700091032 00"),
        Vector(name: "command, data and more", direction: .mobileOriginated, hex: "62 01 1F E0 29 0181F1 03 020102 FF"),
    ]

    @Test("Octets to a value and back", arguments: vectors)
    func roundTrip(vector: Vector) throws {
        let value = try TPDU(decoding: vector.octets, direction: vector.direction, isError: vector.isError)
        #expect(value.encoded() == vector.octets)
        #expect(try TPDU(decoding: value.encoded(), direction: vector.direction, isError: vector.isError) == value)
    }

    @Test("Every prefix is read as far as it goes, says where it ended, and never traps", arguments: vectors)
    func prefixes(vector: Vector) throws {
        let whole = vector.octets
        for count in 0..<whole.count {
            let prefix = Array(whole.prefix(count))
            let (value, failure) = TPDU.reading(prefix, direction: vector.direction, isError: vector.isError)
            if let failure {
                #expect(failure.kind == .truncated)
                #expect(failure.offset == count, "\(count): \(failure)")
            } else {
                let value = try #require(value)
                #expect(value.encoded() == prefix)
                _ = value.damage
            }
            #expect((value == nil) == (count == 0))
        }
    }

    @Test(
        "Every field report, every prefix of it, and every octet of it changed",
        arguments: FieldReportVector.all.map(\.hex))
    func fieldReports(hex: String) throws {
        let whole = try PDU(hex: hex)
        let front = hex.utf8.count / 2 - whole.tpdu.count
        for count in 0..<front {
            #expect((try? PDU(hex: hex.prefix(count * 2))) == nil)
            #expect((try? PDU(hex: hex.prefix(count * 2 + 1))) == nil)
        }
        let direction: TPDU.Direction = whole.tpdu.first.map { $0 & 3 } == 1 ? .mobileOriginated : .mobileTerminated
        let value = try TPDU(decoding: whole.tpdu, direction: direction)
        #expect(value.encoded() == whole.tpdu)
        #expect(PDU(serviceCentre: whole.serviceCentre, tpdu: value.encoded()).hex == hex)
        #expect(value.damage.allSatisfy { $0 == .header })
        for count in 0..<whole.tpdu.count {
            let prefix = Array(whole.tpdu.prefix(count))
            let (value, failure) = TPDU.reading(prefix, direction: direction)
            if failure == nil { #expect(value?.encoded() == prefix) } else { #expect(failure?.offset == count) }
        }
        for place in whole.tpdu.indices {
            for change in [UInt8(0x01), 0x10, 0x80, 0xFF] {
                var octets = whole.tpdu
                octets[place] ^= change
                for direction in TPDU.Direction.allCases {
                    let (value, failure) = TPDU.reading(octets, direction: direction)
                    guard let value, failure == nil else { continue }
                    let isCut = value.damage.contains { if case .tooLong = $0 { true } else { false } }
                    if !isCut { #expect(value.encoded() == octets) }
                    exercise(value)
                }
            }
        }
    }

    @Test("Random octets never trap, and what is read makes a round trip")
    func randomOctets() {
        var random = SplitMix(seed: 23_040)
        for _ in 0..<20_000 {
            let octets = random.octets(Int.random(in: 0...60, using: &random))
            for direction in TPDU.Direction.allCases {
                for isError in [false, true] {
                    let (value, failure) = TPDU.reading(octets, direction: direction, isError: isError)
                    guard let value, failure == nil else { continue }
                    let isCut = value.damage.contains { if case .tooLong = $0 { true } else { false } }
                    if !isCut { #expect(value.encoded() == octets) }
                    exercise(value)
                }
            }
        }
    }

    /// Asks for everything that is made from a value.
    private func exercise(_ value: TPDU) {
        let data: UserData? =
            switch value {
            case .deliver(let message): message.userData
            case .submit(let message): message.userData
            case .statusReport(let report): report.parameters?.userData
            case .deliverReport(let report): report.parameters.userData
            case .submitReport(let report): report.parameters.userData
            case .command: nil
            }
        if case .deliver(let message) = value { _ = (message.originatingAddress.value, message.purpose) }
        guard let data else { return }
        if let text = data.text { #expect(String(validating: Array(text.utf8), as: UTF8.self) == text) }
        _ = (data.waiting, data.header?.replyAddress)
    }

    @Test("The fields of a status report")
    func statusReport() throws {
        let vector = try #require(Self.vectors.first { $0.name == "status report, optional fields" })
        let report = try StatusReport(decoding: vector.octets)
        #expect(report.messageReference == 0x29)
        #expect(report.recipientAddress.value == "1")
        #expect(report.status == .expired)
        #expect(report.status.class == .permanentFailure)
        #expect(report.dischargeTime.description == "2022-12-13T07:39:37+02:00")
        #expect(report.isAboutCommand)
        #expect(report.parameters?.userData?.text == "A")
        #expect(report.parameters?.userData?.concatenation == Concatenation(reference: 1, part: 1, total: 2))
        #expect(report.damage == [])
    }

    @Test("Reports with TP-PI and what it announces")
    func reports() throws {
        let refusal = DeliverReport(failureCause: .memoryCapacityExceeded)
        #expect(hexString(refusal.encoded()) == "00D300")
        #expect(try DeliverReport(decoding: refusal.encoded(), isError: true) == refusal)
        let data = try #require(UserData(data: [1, 2]))
        let full = SubmitReport(
            timestamp: Timestamp(secondsSince1970: 0), failureCause: .unspecified,
            parameters: OptionalParameters(protocolIdentifier: .shortMessage, userData: data))
        #expect(hexString(full.encoded()) == "01FF07" + "07101000000000" + "0004020102")
        let again = try SubmitReport(decoding: full.encoded(), isError: true)
        #expect(again == full)
        #expect(again.parameters.userData?.data == [1, 2])
        #expect(again.failureCause?.meaning == "unspecified")
    }

    @Test("A command about a message")
    func command() throws {
        let destination = try #require(Address("+447700900123"))
        let command = try #require(
            SMSCommand(
                .delete, about: 41, destinationAddress: destination, messageReference: 1, statusReportRequest: true))
        #expect(hexString(command.encoded()) == "22010002290C9144770009103200")
        #expect(try SMSCommand(decoding: command.encoded()) == command)
        #expect(command.header == nil)
        let elements = try SMSCommand(decoding: octets("62 01 1F E0 29 0181F1 06 05 0003010201"))
        #expect(elements.header?.concatenation == Concatenation(reference: 1, part: 1, total: 2))
        #expect(elements.damage == [])
        #expect(try SMSCommand(decoding: octets("62 01 1F E0 29 0181F1 03 020102")).damage == [.header])
        #expect(
            SMSCommand(.enquiry, about: 0, destinationAddress: destination, data: [UInt8](repeating: 0, count: 158))
                == nil)
    }

    @Test("Flags go where the standard puts them")
    func flags() throws {
        let address = try #require(Address("1"))
        let deliver = Deliver(
            originatingAddress: address, timestamp: .zero, userData: UserData(), moreMessagesToSend: true,
            statusReportIndication: true, replyPath: true)
        #expect(deliver.encoded()[0] == 0xA0)
        #expect(Deliver(originatingAddress: address, timestamp: .zero, userData: UserData()).encoded()[0] == 0x04)
        let submit = Submit(
            destinationAddress: address, userData: UserData(), statusReportRequest: true, rejectDuplicates: true,
            replyPath: true)
        #expect(submit.encoded()[0] == 0xA5)
        #expect(submit.statusReportRequest)
        let report = StatusReport(
            messageReference: 0, recipientAddress: address, timestamp: .zero, dischargeTime: .zero, status: .delivered,
            moreMessagesToSend: true)
        #expect(report.encoded()[0] == 0x02)
        var octet = FirstOctet(rawValue: 0)
        octet.loopPrevention = true
        #expect(octet.rawValue == 0x08 && octet.loopPrevention)
    }

    @Test("TP-MTI decides with the direction; a reserved one is no message of a mobile's")
    func messageTypes() throws {
        for octet in [UInt8(1), 2] {
            #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) { try Deliver(decoding: [octet]) }
        }
        #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) { try Submit(decoding: [0]) }
        #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) { try StatusReport(decoding: [0]) }
        #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) { try SMSCommand(decoding: [0]) }
        #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) { try DeliverReport(decoding: [1], isError: false) }
        #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) { try SubmitReport(decoding: [0], isError: false) }
        #expect(throws: DecodeError(.malformed, "TP-MTI", at: 0)) {
            try TPDU(decoding: [3], direction: .mobileOriginated)
        }
        #expect(throws: DecodeError(.truncated, "TP-MTI", at: 0)) {
            try TPDU(decoding: [], direction: .mobileTerminated)
        }
    }

    @Test("Damage is told, and neither a number nor a text is in its words or in an error's")
    func discretion() throws {
        let texts = try FieldReportVector.all.flatMap { vector -> [String] in
            let whole = try PDU(hex: vector.hex)
            var words: [String] = []
            for count in 0...whole.tpdu.count {
                let (value, failure) = TPDU.reading(Array(whole.tpdu.prefix(count)), direction: .mobileTerminated)
                words += value?.damage.map(\.description) ?? []
                words += failure.map { ["\($0)"] } ?? []
            }
            return words
        }
        #expect(texts.count > 100)
        for text in texts {
            #expect(!text.contains("PUMP"))
            #expect(text.filter(\.isNumber).count <= 5, "\(text)")
        }
    }
}

@Suite("Damage")
struct DamageTests {
    @Test(
        "Each kind of damage is told, and what could be read is read",
        arguments: [
            ("07 0181F1 0000 00101000000000 00", [Damage.reservedMessageType]),
            ("04 1681" + String(repeating: "11", count: 11) + "0000 00101000000000 00", [.tooLong(field: "TP-OA")]),
            ("04 0181F1 0000 00001000000000 00", [.noMoment(field: "TP-SCTS")]),
            ("44 0181F1 0004 00101000000000 05 0400030102", [.header]),
            ("44 0181F1 0004 00101000000000 06 050003010001", [.element(id: 0)]),
            ("44 0181F1 0004 00101000000000 05 04 2502 0101", [.element(id: 0x25)]),
            ("44 0181F1 0004 00101000000000 04 03 2401 60", [.element(id: 0x24)]),
            ("04 0181F1 0000 00101000000000 00 FF", [.trailing(1)]),
            ("04 0181F1 0028 00101000000000 03 4142", [.compressed, .truncated(field: "TP-UD", missing: 1)]),
            ("04 0181F1 000C 00101000000000 00", [.reservedCoding]),
        ])
    func deliver(hex: String, damage: [Damage]) throws {
        let message = try Deliver(decoding: octets(hex))
        #expect(message.damage == damage)
        #expect(TPDU.deliver(message).damage == damage)
        for one in damage { #expect(!one.description.isEmpty) }
    }

    @Test("Octets are counted in words", arguments: [(1, "1 octet"), (2, "2 octets"), (159, "159 octets")])
    func words(count: Int, words: String) {
        #expect(Damage.truncated(field: "TP-UD", missing: count).description == "TP-UD ends \(words) early")
        #expect(Damage.trailing(count).description == "\(words) after the end")
    }

    @Test("Damage of the other types")
    func others() throws {
        let submit = try Submit(
            decoding: octets("19 05 1681" + String(repeating: "11", count: 11) + "0008 00FF1000000000 03 004100"))
        #expect(submit.damage == [.tooLong(field: "TP-DA"), .noMoment(field: "TP-VP"), .halfUnit])
        let report = try TPDU(
            decoding: octets("02 29 0181F1 00000000000000 22213170937380 00 01 00 EE"), direction: .mobileTerminated)
        #expect(report.damage == [.noMoment(field: "TP-SCTS"), .trailing(1)])
        let command = try TPDU(decoding: octets("02 01 00 02 29 0181F1 A0 01"), direction: .mobileOriginated)
        #expect(command.damage == [.truncated(field: "TP-CD", missing: 159), .tooLong(field: "TP-CD")])
        let answer = try TPDU(decoding: octets("01 04 00000000000000 02 41"), direction: .mobileTerminated)
        #expect(answer.damage == [.noMoment(field: "TP-SCTS"), .truncated(field: "TP-UD", missing: 1)])
    }
}
