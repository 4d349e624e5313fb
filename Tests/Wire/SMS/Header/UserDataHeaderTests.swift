import HandsetSMS
import HandsetWireCore
import Testing

@Suite("User data header")
struct UserDataHeaderTests {
    private func header(_ hex: String) throws -> UserDataHeader? { UserDataHeader(octets: try octets(hex)[...]) }

    @Test("Elements keep their order, unknown ones as well")
    func order() throws {
        let header = try #require(try header("7001AA 000303 0201 7000 0504 0B84 23F0"))
        #expect(header.map(\.id) == [0x70, 0x00, 0x70, 0x05])
        #expect(header.map { hexString($0.data) } == ["AA", "030201", "", "0B8423F0"])
        #expect(UserDataHeader(header.elements)?.octets == header.octets)
        #expect(hexString(header.encoded()) == "107001AA0003030201700005040B8423F0")
    }

    @Test(
        "Too few or too many octets in the last element: no header",
        arguments: ["00", "0003", "00030102", "000301020100", "700070", "FF"])
    func malformed(hex: String) throws {
        #expect(try header(hex) == nil)
    }

    @Test("More than 139 octets are not written")
    func limits() {
        #expect(UserDataHeader([.init(id: 0x70, [UInt8](repeating: 0, count: 137))]) != nil)
        #expect(UserDataHeader([.init(id: 0x70, [UInt8](repeating: 0, count: 138))]) == nil)
        #expect(UserDataHeader([.init(id: 0x70, [UInt8](repeating: 0, count: 300))]) == nil)
    }

    @Test(
        "Concatenation of both widths",
        arguments: [
            ("0003000201", Concatenation(reference: 0, part: 1, total: 2)),
            ("0003FF0202", Concatenation(reference: 255, part: 2, total: 2)),
            ("0804123403 02", Concatenation(reference: 0x1234, isWide: true, part: 2, total: 3)),
            ("0003C30101", Concatenation(reference: 0xC3, part: 1, total: 1)),
        ])
    func concatenation(hex: String, expected: Concatenation) throws {
        let header = try #require(try header(hex))
        #expect(header.concatenation == expected)
        #expect(UserDataHeader([expected.element])?.octets == header.octets)
    }

    @Test(
        "B14: a concatenation that contradicts itself is ignored",
        arguments: [
            "0003010001", "0003010200", "0003010203", "00020102", "0004010201 00", "0803010201", "0804010002 03",
        ])
    func contradiction(hex: String) throws {
        let header = try #require(try header(hex))
        #expect(header.concatenation == nil)
        #expect(header.elements.first?.isContradiction == true)
    }

    @Test("Of an element that comes twice the last counts, of two widths the last as well")
    func last() throws {
        #expect(try header("0003010201 0003020302")?.concatenation == Concatenation(reference: 2, part: 2, total: 3))
        #expect(try header("0804000503 01 0003020302")?.concatenation?.isWide == false)
        #expect(try header("0003020302 0003020300")?.concatenation == Concatenation(reference: 2, part: 2, total: 3))
        #expect(try header("0402F0F1 05040B8423F0")?.ports == ApplicationPorts(destination: 2948, source: 9200))
    }

    @Test("Ports of both widths")
    func ports() throws {
        let wide = ApplicationPorts(destination: 2948, source: 9200)
        let narrow = ApplicationPorts(destination: 240, source: 241, isWide: false)
        for ports in [wide, narrow] { #expect(UserDataHeader([ports.element])?.ports == ports) }
        #expect(try header("0503010203")?.ports == nil)
        #expect(try header("0501FF")?.elements.first?.isContradiction == true)
    }

    @Test("The special message indication: kinds, count, store, profile")
    func waiting() throws {
        let kinds: [(UInt8, MessageWaiting.Kind)] = [
            (0, .voice), (1, .fax), (2, .email), (3, .other), (7, .video), (4, .reserved(4)), (0x1F, .reserved(31)),
        ]
        for (bits, kind) in kinds {
            for profile in UInt8(0)...3 {
                for store in [false, true] {
                    let first = (store ? 0x80 : 0) | profile << 5 | bits
                    let header = try #require(UserDataHeader([.init(id: 1, [first, 5])]))
                    let expected = MessageWaiting(kind: kind, count: 5, store: store, profile: profile)
                    #expect(header.waiting == [expected])
                    #expect(expected.element == header.elements.first)
                }
            }
        }
        #expect(try header("010100")?.waiting == [])
        #expect(try header("01020000 01028003")?.waiting.map(\.count) == [0, 3])
    }

    @Test("Enhanced voice mail: a notification with messages")
    func voiceMail() throws {
        // Store, almost full; mailbox +15550001; 2 waiting, 1 told: id 0x0102, 60 s, urgent, 7 days, from 12345.
        let data = try octets("30 0891 51550010 02 01 0102 3C 47 0581 2143F5")
        let element = UserDataHeader.Element(id: 0x23, data)
        let mail = try #require(EnhancedVoiceMail(element))
        #expect(!mail.isDeletion)
        #expect(mail.store)
        #expect(mail.isAlmostFull)
        #expect(!mail.isFull)
        #expect(mail.profile == 0)
        #expect(mail.mailbox.value == "+15550001")
        #expect(mail.count == 2)
        #expect(mail.messages.map(\.id) == [0x0102])
        #expect(mail.messages.first?.length == 60)
        #expect(mail.messages.first?.isUrgent == true)
        #expect(mail.messages.first?.retentionDays == 7)
        #expect(mail.messages.first?.caller?.value == "12345")
        #expect(UserDataHeader([element])?.waiting == [MessageWaiting(kind: .voice, count: 2, store: true)])
        // Every prefix is too short, and none traps.
        for count in 0..<data.count {
            #expect(EnhancedVoiceMail(.init(id: 0x23, Array(data.prefix(count)))) == nil)
        }
    }

    @Test("Enhanced voice mail: a deletion, extensions passed over, no caller told")
    func voiceMailDeletion() throws {
        let deletion = try #require(
            EnhancedVoiceMail(.init(id: 0x23, try octets("C5 0081 00 02 02 AABB 0007 80 01 FF 0008 00"))))
        #expect(deletion.isDeletion)
        #expect(deletion.isFull)
        #expect(deletion.profile == 1)
        #expect(deletion.messages.map(\.id) == [7, 8])
        #expect(deletion.messages.first?.length == nil)
        let noCaller = try #require(
            EnhancedVoiceMail(.init(id: 0x23, try octets("00 0081 01 01 0001 05 81 0081 01 EE"))))
        #expect(noCaller.messages.first?.caller == nil)
        #expect(noCaller.messages.first?.retentionDays == 1)
    }

    @Test("Service centre control")
    func control() throws {
        let control = try #require(try header("0601C3")?.serviceCentreControl)
        #expect(control == [.completed, .permanentError, .cancelsRest, .includesHeader])
        #expect(UserDataHeader([control.element])?.serviceCentreControl == control)
        #expect(try header("060201C3")?.serviceCentreControl == nil)
    }

    @Test("Reply address")
    func reply() throws {
        let address = try #require(Address("+447700900123"))
        let header = try #require(UserDataHeader([.init(replyTo: address)]))
        #expect(header.replyAddress == address)
        #expect(header.elements.first?.isContradiction == false)
        #expect(try self.header("2203 0C9144")?.replyAddress == nil)
        #expect(try self.header("2204 018121FF")?.elements.first?.isContradiction == true)
        #expect(try self.header("2200")?.replyAddress == nil)
    }

    @Test("Header of an Internet mail")
    func mail() throws {
        #expect(try header("200119")?.emailHeaderLength == 25)
        #expect(try header("2000")?.emailHeaderLength == nil)
        #expect(try header("2000")?.elements.first?.isContradiction == true)
    }
}
