import Testing

@testable import HandsetAT

@Suite struct ValuesTests {
    private func parameters(_ text: String) throws -> [Parameter] { try [Parameter](parsing: text.octets) }
    private func code(_ text: String) throws -> ResponseLine.Code { try #require(ResponseLine.Code(line: text.octets)) }

    @Test func readsCodes() throws {
        #expect(try code("+creg:2,1").name == "+CREG")
        #expect(try code("+CMGL: 1,,").encoded == "+CMGL: 1,,".octets)
        for line in ["+CREG", "CREG: 1", "+: 1", "+C REG: 1", "+" + String(repeating: "A", count: 40) + ": 1", ""] {
            #expect(ResponseLine.Code(line: line.octets) == nil)
        }
    }

    @Test func readsRegistration() throws {
        #expect(try RegistrationStatus(unsolicited: parameters("5")) == .roaming)
        #expect(try RegistrationStatus(answer: parameters("2,1,\"00C3\"")) == .home)
        #expect(throws: ATError.value(field: "stat", parameter: 1)) {
            try RegistrationStatus(answer: parameters("2"))
        }
    }

    @Test(arguments: [("0,99", 0), ("31,0", 100), ("16,99", 52), ("99,99", nil), ("191,0", 100), ("50,0", nil)])
    func readsSignal(_ text: String, _ percent: Int?) throws {
        #expect(try SignalQuality(parameters(text)).percent == percent)
    }

    @Test func readsOperators() throws {
        #expect(try Operator(parameters("0,0,\"Net A\",7")).name == "Net A")
        #expect(try Operator(parameters("0")).name == nil)
        #expect(throws: ATError.value(field: "mode", parameter: 0)) { try Operator(parameters("")) }
    }

    @Test(
        arguments: [
            ("+CPIN: READY", SIMStatus.ready), ("+CPIN: SIM PIN", .pin), ("+CPIN: \"SIM PUK\"", .puk),
            ("+CPIN: PH-NET PIN", .other("PH-NET PIN")),
        ])
    func readsSIMStatus(_ line: String, _ status: SIMStatus) throws {
        #expect(try SIMStatus(code(line)) == status)
        #expect(SIMStatus(.init(name: "+CPIN", rest: status.encoded.octets)) == status)
    }

    @Test(arguments: [
        ("490154203237518", "490154203237518"), (" \"4901542032375180\"", "4901542032375180"),
        ("49015420323751", "49015420323751"),
        ("4901542032375", nil), ("49015420323751801", nil), ("49015420323751A", nil), ("", nil),
    ]) func anIMEIIsFourteenToSixteenDigits(answer: String, imei: String?) {
        #expect(EquipmentIdentity.imei(answer: answer.octets) == imei)
    }

    @Test func readsCardIdentities() throws {
        #expect(CardIdentity.iccid(answer: "\"8988211000000000001F\"".octets) == "8988211000000000001")
        #expect(CardIdentity.iccid(answer: "89882110000000000017".octets) == "89882110000000000017")
        #expect(CardIdentity.iccid(answer: "898821100000000001A7".octets) == nil)
        #expect(CardIdentity.iccid(answer: "12".octets) == nil)
        #expect(CardIdentity.iccid(file: "988812010000000010F1".octets) == "8988211000000000011")
        #expect(CardIdentity.iccid(file: "98".octets) == nil)
        #expect(CardIdentity.imsi(answer: "310260000000001".octets) == "310260000000001")
        #expect(CardIdentity.imsi(answer: "3102600000000012".octets) == nil)
        let answer = try CardResponse(parameters("144,0,\"98FF\""))
        #expect(answer.isSuccess && answer.data == "98FF".octets)
        #expect(try !CardResponse(parameters("106,130")).isSuccess)
    }

    @Test func readsOwnNumber() throws {
        #expect(try SubscriberNumber(parameters("\"\",\"15550100\",145")).number == "+15550100")
        #expect(try SubscriberNumber(parameters("\"x\",\"+15550100\",145")).number == "+15550100")
        #expect(try SubscriberNumber(parameters(",\"0100\",129")).number == "0100")
        #expect(throws: ATError.value(field: "number", parameter: 1)) {
            try SubscriberNumber(parameters("\"\",\"\",129"))
        }
    }

    @Test func readsStoredMessages() throws {
        #expect(try StoredMessage(listed: code("+CMGL: 3,1,,24")) == .init(index: 3, status: 1, length: 24))
        #expect(try StoredMessage(listed: code("+CMGL: 3,0,\"a\",\"b,24")) == .init(index: 3, status: 0, length: 24))
        #expect(try StoredMessage(listed: code("+CMGL: 3")) == .init(index: 3, status: nil, length: nil))
        #expect(throws: ATError.value(field: "index", parameter: 0)) { try StoredMessage(listed: code("+CMGL: x,1")) }
        #expect(StoredMessage(read: try code("+CMGR: 2,,24")) == .init(index: nil, status: 2, length: 24))
        #expect(!StoredMessage(index: 1, status: 3, length: nil).isReceived)
        #expect(StoredMessage(index: 1, status: nil, length: nil).isReceived)
    }

    @Test func checksPDULines() {
        #expect(PDULine.decode("0044AA".octets, length: 2) == [0x00, 0x44, 0xAA])
        #expect(PDULine.decode("0191AABB".octets, length: 2) == [0x01, 0x91, 0xAA, 0xBB])
        #expect(PDULine.decode(" 0044AA ".octets, length: nil) == [0x00, 0x44, 0xAA])
        for (line, length) in [("0044AA", 3), ("0044A", 2), ("00ZZ", 1), ("05AA", nil), ("", 0)] as [(String, Int?)] {
            #expect(PDULine.decode(line.octets, length: length) == nil)
        }
    }

    @Test func readsStorages() throws {
        let storages = MessageStorages(try parameters("(\"SM\",\"ME\"),(\"SM\"),\"MT\""))
        #expect(storages.mem1 == ["SM", "ME"] && storages.mem2 == ["SM"] && storages.mem3 == ["MT"])
        #expect(try StorageUse(parameters("10,10,0,10")).isFull)
        #expect(try !StorageUse(parameters("9,10")).isFull)
        #expect(throws: ATError.value(field: "total1", parameter: 1)) { try StorageUse(parameters("9")) }
    }

    @Test func readsIndications() throws {
        let indications = try MessageIndications(parameters("2,1,0,1,0"))
        #expect(indications == .init(mode: 2, mt: 1, ds: 1))
        #expect(indications.parameters.encoded == "2,1,0,1,0".octets)
    }
}
