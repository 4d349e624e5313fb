import HandsetSMS
import Testing

@Suite("Purpose")
struct PurposeTests {
    private func purpose(_ first: String, _ pid: String, _ dcs: String, _ userData: String) throws -> Purpose {
        try Deliver(decoding: octets("\(first) 0181F1 \(pid) \(dcs) 00101000000000 \(userData)")).purpose
    }

    @Test("A text is for the messaging app")
    func text() throws {
        #expect(try purpose("04", "00", "00", "0141") == .text)
        #expect(try purpose("04", "00", "08", "020041") == .text)
        #expect(try purpose("04", "5F", "11", "0141") == .text)
        #expect(try purpose("04", "41", "00", "0141") == .text)
    }

    @Test("B37: type 0, and 8-bit class 0 without text, are silent")
    func silent() throws {
        #expect(try purpose("04", "40", "00", "0141") == .silent)
        #expect(try purpose("04", "00", "F4", "00") == .silent)
        #expect(try purpose("04", "00", "14", "00") == .silent)
        #expect(try purpose("04", "00", "04", "00") == .data)
        #expect(try purpose("04", "00", "D4", "00") == .waiting(store: true))
    }

    @Test("B32: class 0 is shown at once")
    func immediate() throws {
        #expect(try purpose("04", "00", "F0", "0141") == .immediate)
        #expect(try purpose("04", "00", "10", "0141") == .immediate)
        #expect(try purpose("04", "00", "18", "020041") == .immediate)
        #expect(try Deliver(decoding: PDU(hex: FieldReportVector.b32).tpdu).purpose == .immediate)
    }

    @Test("B35: a mailbox's indication, by TP-DCS or by the header")
    func waiting() throws {
        let message = try Deliver(decoding: PDU(hex: FieldReportVector.b35).tpdu)
        #expect(message.purpose == .waiting(store: false))
        #expect(message.userData.waiting == [MessageWaiting(kind: .voice, count: nil, store: false)])
        #expect(message.text == "Voce tem 1 nova(s) mensagem(ns)")
        #expect(try purpose("44", "00", "00", "08 04 01 02 00 03 B001") == .waiting(store: false))
        #expect(try purpose("44", "00", "00", "08 04 01 02 80 03 B001") == .waiting(store: true))
        #expect(try purpose("04", "00", "E8", "020041") == .waiting(store: true))
    }

    @Test("Ports, the SIM and the equipment have their own places")
    func others() throws {
        #expect(
            try purpose("44", "00", "04", "08 0605040B8423F0 01")
                == .application(ApplicationPorts(destination: 2948, source: 9200)))
        #expect(try purpose("04", "7F", "F6", "0141") == .sim)
        #expect(try purpose("04", "00", "12", "0141") == .sim)
        #expect(try purpose("04", "7D", "F5", "0141") == .equipment)
        #expect(try purpose("04", "7E", "F5", "0141") == .equipment)
        #expect(try purpose("04", "00", "04", "0141") == .data)
    }

    @Test(
        "B68: visual voicemail is no text for a person",
        arguments: [
            "//VVM:SYNC:ev=NM;txt=You have received a new message, call 123;id=0000000001;c=00001;t=v;s=+33100000001;l=33",
            "//VVM:SYNC:ev=MBU;c=00000",
        ])
    func voicemail(text: String) throws {
        let parts = try Deliver.messages(
            text, from: .empty, timestamp: Timestamp(secondsSince1970: 0), reference: 0)
        #expect(parts.first?.purpose == .visualVoicemail)
    }
}
