import HandsetSMS
import HandsetWireCore
import Testing

@Suite("Cell broadcast")
struct CellBroadcastTests {
    private func page(_ text: String, _ number: Int, of total: Int, coding: UInt8 = 0x01) throws -> CellBroadcastPage {
        let septets = Array(text.utf8) + [UInt8](repeating: 0x0D, count: 93 - text.utf8.count)
        return try #require(
            CellBroadcastPage(
                serialNumber: BroadcastSerialNumber(scope: .plmn, code: 0x155, update: 3), messageIdentifier: 0x1112,
                coding: BroadcastCoding(rawValue: coding), page: number, pages: total, content: GSM7.pack(septets)))
    }

    @Test("A page: octets to a value and back, padding left out")
    func page() throws {
        let page = try page("Storm warning", 1, of: 2)
        let octets = page.encoded()
        #expect(octets.count == 88)
        #expect(hexString(octets.prefix(6)) == "555311120112")
        let again = try CellBroadcastPage(decoding: octets)
        #expect(again == page)
        #expect(again.serialNumber.scope == .plmn)
        #expect(again.serialNumber.code == 0x155)
        #expect(again.serialNumber.update == 3)
        #expect(again.messageIdentifier == 0x1112)
        #expect(again.page == 1 && again.pages == 2)
        #expect(again.text?.text == "Storm warning")
        #expect(again.text?.language == "en")
        #expect(again.damage == [])
    }

    @Test("Pages are joined in order of their numbers")
    func joined() throws {
        let pages = [try page("warning", 2, of: 2), try page("Storm ", 1, of: 2)]
        #expect(CellBroadcastPage.text(joining: pages) == "Storm warning")
    }

    @Test("Page numbers that contradict each other are one page of one", arguments: [UInt8(0x00), 0x10, 0x01, 0x21])
    func contradiction(parameter: UInt8) throws {
        var octets = try page("Hi", 1, of: 1).encoded()
        octets[5] = parameter
        let page = try CellBroadcastPage(decoding: octets)
        #expect(page.page == 1 && page.pages == 1)
        #expect(page.encoded() == octets)
    }

    @Test("A language in front, UCS-2, a header, data")
    func codings() throws {
        let prefixed = try page("de\rSturm", 1, of: 1, coding: 0x10)
        #expect(prefixed.text?.text == "Sturm")
        #expect(prefixed.text?.language == "de")
        var octets = try octets("5553 1112 11 11") + GSM7.pack(Array("ru".utf8)) + [0x04, 0x11, 0x00, 0x0D, 0x00, 0x0D]
        #expect(try CellBroadcastPage(decoding: octets).text?.text == "\u{411}")
        #expect(try CellBroadcastPage(decoding: octets).text?.language == "ru")
        octets[4] = 0x44
        #expect(try CellBroadcastPage(decoding: octets).text == nil)
        #expect(CellBroadcastPage.text(joining: [try CellBroadcastPage(decoding: octets)]) == nil)
        let header = try #require(UserDataHeader([.init(id: 0x25, [1])])).encoded()
        let body = header + GSM7.pack([0x1C], offset: 3)
        let withHeader = try CellBroadcastPage(decoding: try self.octets("5553 1112 90 11") + body)
        #expect(withHeader.text?.text.hasPrefix("\u{15E}") == true)
    }

    private func octets(_ text: String) throws -> [UInt8] { try Hex.octets(text.filter { $0 != " " }) }

    @Test("Every prefix is read as far as it goes; a page too long is over the limit")
    func prefixes() throws {
        let whole = try page("Storm warning", 1, of: 1).encoded()
        for count in 0..<whole.count {
            let page = try? CellBroadcastPage(decoding: Array(whole.prefix(count)))
            #expect((page != nil) == (count >= 6))
            if let page {
                #expect("Storm warning".hasPrefix(page.text?.text ?? "x"))
                #expect(page.damage == [.truncated(field: "content", missing: 88 - count)])
            }
        }
        var failure: DecodeError?
        do { _ = try CellBroadcastPage(decoding: whole + [0]) } catch { failure = error }
        #expect(failure?.kind == .overLimit)
    }

    @Test("What does not fit is not made")
    func limits() {
        let serial = BroadcastSerialNumber(rawValue: 0)
        for (page, pages, count) in [(0, 1, 0), (2, 1, 0), (1, 16, 0), (1, 1, 83)] {
            #expect(
                CellBroadcastPage(
                    serialNumber: serial, messageIdentifier: 0, coding: .gsm7, page: page, pages: pages,
                    content: [UInt8](repeating: 0, count: count)) == nil)
        }
        #expect(CellBroadcastMessage(serialNumber: serial, messageIdentifier: 0, coding: .gsm7, pages: []) == nil)
    }

    @Test("A message of UMTS has all its pages")
    func message() throws {
        let pages = [GSM7.pack(Array("Storm ".utf8) + [0x0D, 0x0D]), GSM7.pack(Array("warning".utf8) + [0x0D])]
        let message = try #require(
            CellBroadcastMessage(
                serialNumber: BroadcastSerialNumber(scope: .cell, code: 1, update: 0), messageIdentifier: 4370,
                coding: BroadcastCoding(rawValue: 0x01), pages: pages))
        let octets = message.encoded()
        #expect(octets.count == 7 + 2 * 83)
        #expect(try CellBroadcastMessage(decoding: octets) == message)
        #expect(message.text == "Storm warning")
        for count in 0..<octets.count {
            var failure: DecodeError?
            do { _ = try CellBroadcastMessage(decoding: Array(octets.prefix(count))) } catch { failure = error }
            #expect(failure?.kind == .truncated, "\(count)")
        }
        for (place, octet) in [(0, UInt8(2)), (6, 0), (6, 16), (89, 83)] {
            var wrong = octets
            wrong[place] = octet
            var failure: DecodeError?
            do { _ = try CellBroadcastMessage(decoding: wrong) } catch { failure = error }
            #expect(failure != nil)
        }
    }
}
