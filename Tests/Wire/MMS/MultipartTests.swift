import HandsetMMS
import HandsetWireCore
import Testing

/// Bodies of parts: counts that lie, headers that cannot be read, parts in parts.
@Suite("MMS: multipart")
struct MultipartTests {
    private let one = MMSPart(text: "one", name: "1.txt")
    private let two = MMSPart(MediaType("image/gif"), name: "2.gif", data: [0, 1, 2])

    @Test("A count that lies costs no part", arguments: [0, 1, 3, 100_000])
    func count(declared: Int) throws {
        var multipart = MMSMultipart([one, two])
        multipart.declaredCount = declared
        let back = try MMSMultipart(decoding: multipart.encoded())
        #expect(back == multipart)
        #expect(back.isComplete == false)
    }

    @Test(
        "Padding behind the parts is kept and is no part",
        arguments: [[0], [0, 0], [0, 0, 0], [5], [1, 1, 0], [0x0D, 0x0A]] as [[UInt8]])
    func padding(octets: [UInt8]) throws {
        let back = try MMSMultipart(decoding: MMSMultipart([one]).encoded() + octets)
        #expect(back.parts == [one])
        #expect(back.trailing == octets)
        #expect(back.isComplete)
        #expect(back.encoded() == MMSMultipart([one]).encoded() + octets)
    }

    @Test("A part whose headers cannot be read is an octet stream, and the others are as they were")
    func unreadHeader() throws {
        let octets = try Hex.octets("02" + "0303" + "83007F" + "616263" + "0101" + "83" + "7A")
        let back = try MMSMultipart(decoding: octets)
        #expect(back.parts.map(\.contentType.mediaType) == [.octetStream, .plainText])
        #expect(back.parts.first?.unreadHeader == [0x83, 0x00, 0x7F])
        #expect(back.parts.first?.data == [0x61, 0x62, 0x63])
        #expect(back.parts.last?.text == "z")
        #expect(back.encoded() == octets)
    }

    @Test(
        "Data that ends early is an error", arguments: ["", "01", "0101", "010101", "01010283", "0101028361", "018F"])
    func truncated(hex: String) throws {
        // No octet at all has no count; a count alone is a body without its parts.
        let octets = try Hex.octets(hex)
        guard hex != "01" else {
            #expect(try MMSMultipart(decoding: octets).isComplete == false)
            return
        }
        let error = #expect(throws: DecodeError.self) { try MMSMultipart(decoding: octets) }
        #expect(error?.kind == .truncated)
    }

    @Test("What a part is called")
    func names() throws {
        #expect(one.name == "1.txt")
        #expect(one.contentID == "1.txt")
        var part = MMSPart(contentType: ContentType(.plainText), data: [])
        #expect(part.name == nil)
        part.headers.fields.append(WSPHeader(.contentID, .quotedText("<id>")))
        #expect(part.name == "id")
        part.headers.fields.append(WSPHeader("Content-Location", "loc"))
        #expect(part.name == "loc")
        part.contentType = ContentType(.plainText, [Parameter(.text("NAME"), .text("named"))])
        #expect(part.name == "named")
        // Content-Disposition of 1.1 and of 1.4: attachment; filename=f
        for number in [UInt8(0x2E), 0x45] {
            var disposed = part
            disposed.headers.fields.append(WSPHeader(.assigned(number), .lengthPrefixed([0x81, 0x86, 0x66, 0x00])))
            #expect(disposed.disposition?.kind == .attachment)
            #expect(disposed.name == "f")
        }
        part.headers.fields.append(WSPHeader("Content-Disposition", "inline; filename=x"))
        #expect(part.disposition?.kind == .inline)
    }

    @Test("Texts with and without a character set")
    func texts() {
        func text(_ parameters: [Parameter], _ data: [UInt8], _ type: MediaType = .plainText) -> String? {
            MMSPart(contentType: ContentType(type, parameters), data: data).text
        }
        #expect(text([], Array("é".utf8)) == "é")
        #expect(text([], [0xE9]) == "é")
        #expect(text([], [0xFE, 0xFF, 0x04, 0x16]) == "Ж")
        #expect(text([.charset(MIBCharset(rawValue: 2251))], [0xC6]) == "Ж")
        #expect(text([Parameter(.text("charset"), .text("Windows-1251"))], [0xC6]) == "Ж")
        #expect(text([Parameter(.charset, .token(0x80))], [0x41]) == "A")
        #expect(text([.charset(.shiftJIS)], [0x82, 0xA0]) == nil)
        #expect(text([], [0x41], MediaType("text/x-vCard")) == "A")
        #expect(text([], [0x41], MediaType("image/png")) == nil)
        #expect(text([.charset(.utf8)], Array("<smil/>".utf8), .smil) == "<smil/>")
    }

    @Test("Transfer encodings of mail")
    func transferEncodings() {
        func data(_ encoding: String, _ data: String) -> [UInt8]? {
            let headers = WSPHeaders([WSPHeader("Content-Transfer-Encoding", encoding)])
            return MMSPart(contentType: ContentType(.plainText), headers: headers, data: Array(data.utf8)).decodedData
        }
        #expect(data("BASE64", "aGVs\r\nbG8=") == Array("hello".utf8))
        #expect(data("base64", "aGVsbA") == Array("hell".utf8))
        #expect(data("base64", "a!") == nil)
        #expect(data("base64", "a") == nil)
        #expect(data("base64", "YQ==YQ==") == nil)
        #expect(data("quoted-printable", "a=3Db=\r\nc=\nd=zz=") == Array("a=bcd=zz=".utf8))
        #expect(data("binary", "a=3D") == Array("a=3D".utf8))
    }

    private func nested(_ type: MediaType, _ parts: [MMSPart]) -> MMSPart {
        MMSPart(contentType: ContentType(type), data: MMSMultipart(parts).encoded())
    }

    @Test("Parts in parts, in order; of alternatives the best")
    func leaves() throws {
        let html = MMSPart(MediaType("text/html"), name: "h", data: [0x68])
        let multipart = MMSMultipart([one, nested(.mixed, [two, nested(.alternative, [one, html])]), two])
        #expect(try multipart.leaves() == [one, two, html, two])
        #expect(try multipart.leaves { !$0.isNamed("text/html") } == [one, two, one, two])
        #expect(try multipart.leaves { _ in false } == [one, two, one, two])
        let broken = MMSPart(contentType: ContentType(.mixed), data: [9, 9])
        #expect(try MMSMultipart([broken, one]).leaves() == [broken, one])
        #expect(try MMSMultipart([nested(.alternative, [])]).leaves() == [])
    }
}
