import HandsetMMS
import HandsetWireCore
import Testing

/// Every limit of `MMSLimits`: what is at it is read, what is over it is `overLimit`.
@Suite("MMS: limits")
struct LimitTests {
    private func pdu(_ tail: [UInt8]) -> [UInt8] { [0x8C, 0x83, 0x98, 0x54, 0x00, 0x8D, 0x92, 0x95, 0x81] + tail }

    private func expectOverLimit(_ field: String, _ body: () throws -> Void) {
        let error = #expect(throws: DecodeError.self) { try body() }
        #expect(error?.kind == .overLimit)
        #expect(error?.field == field)
    }

    @Test("A PDU and a push")
    func pduOctets() throws {
        let head = pdu([0x84, 0x83])
        let full = head + [UInt8](repeating: 0x41, count: MMSLimits.pduOctets - head.count)
        #expect(try MMSPDU(decoding: full).fields.body?.parts.first?.data.count == MMSLimits.pduOctets - head.count)
        expectOverLimit("PDU") { _ = try MMSPDU(decoding: full + [0x41]) }
        expectOverLimit("push") { _ = try WAPPush(decoding: [1, 6, 1, 0xBE] + full) }
    }

    @Test("Headers of a push, and their octets")
    func pushHeaders() throws {
        func push(_ fields: [WSPHeader]) -> [UInt8] {
            WAPPush(
                transactionID: 1, contentType: ContentType(.mmsMessage), headers: WSPHeaders(fields), body: []
            ).encoded()
        }
        let flag = WSPHeader(.assigned(0x34), .token(0x80))
        _ = try WAPPush(decoding: push([WSPHeader](repeating: flag, count: MMSLimits.headers)))
        expectOverLimit("headers") {
            _ = try WAPPush(decoding: push([WSPHeader](repeating: flag, count: MMSLimits.headers + 1)))
        }
        // Type, name and end take three octets.
        let text = [UInt8](repeating: 0x41, count: MMSLimits.partHeaderOctets - 3)
        _ = try WAPPush(decoding: push([WSPHeader(.contentID, .text(TextValue(octets: text)))]))
        expectOverLimit("HeadersLen") {
            _ = try WAPPush(decoding: push([WSPHeader(.contentID, .text(TextValue(octets: text + [0x41])))]))
        }
    }

    @Test("Headers of a PDU")
    func headers() throws {
        let room = MMSLimits.headers - 4
        _ = try MMSPDU(decoding: pdu([[UInt8]](repeating: [0x97, 0x00], count: room).flatMap { $0 }))
        expectOverLimit("headers") {
            _ = try MMSPDU(decoding: pdu([[UInt8]](repeating: [0x97, 0x00], count: room + 1).flatMap { $0 }))
        }
    }

    @Test("A value: a text, a length, an unknown field", arguments: [0x96, 0x8B, 0xC5] as [UInt8])
    func value(field: UInt8) throws {
        let text = [UInt8](repeating: 0x41, count: MMSLimits.valueOctets)
        let name = MMSField(rawValue: field).name.isEmpty ? "header" : MMSField(rawValue: field).name
        _ = try MMSPDU(decoding: pdu([field] + text + [0]))
        expectOverLimit(name) { _ = try MMSPDU(decoding: pdu([field] + text + [0x41, 0])) }
        guard field != 0x8B else { return }
        _ = try MMSPDU(decoding: pdu([field, 0x1F, 0x81, 0x80, 0x00] + text))
        expectOverLimit(name) { _ = try MMSPDU(decoding: pdu([field, 0x1F, 0x81, 0x80, 0x01] + text + [0x41])) }
    }

    @Test("Parameters of a content type")
    func parameters() throws {
        let charset = Parameter.charset(.utf8)
        let most = ContentType(.plainText, [Parameter](repeating: charset, count: MMSLimits.parameters))
        let more = ContentType(.plainText, [Parameter](repeating: charset, count: MMSLimits.parameters + 1))
        #expect(try MMSFields(decoding: pdu([0x84] + most.octets)).body?.contentType == most)
        expectOverLimit("Content-Type") { _ = try MMSFields(decoding: pdu([0x84] + more.octets)) }
    }

    @Test("Parts, and octets and headers of one part")
    func parts() throws {
        let part = MMSPart(contentType: ContentType(.plainText), data: [])
        _ = try MMSMultipart(decoding: MMSMultipart([MMSPart](repeating: part, count: MMSLimits.parts)).encoded())
        expectOverLimit("nEntries") {
            _ = try MMSMultipart(
                decoding: MMSMultipart([MMSPart](repeating: part, count: MMSLimits.parts + 1)).encoded())
        }
        var crowded = part
        crowded.headers.fields = [WSPHeader](repeating: WSPHeader(.contentID, .text("")), count: MMSLimits.partHeaders)
        _ = try MMSMultipart(decoding: MMSMultipart([crowded]).encoded())
        crowded.headers.fields.append(WSPHeader(.contentID, .text("")))
        expectOverLimit("headers") { _ = try MMSMultipart(decoding: MMSMultipart([crowded]).encoded()) }
        var long = part
        let text = TextValue(octets: [UInt8](repeating: 0x41, count: MMSLimits.partHeaderOctets - 3))
        long.headers.fields = [WSPHeader(.contentID, .text(text))]
        _ = try MMSMultipart(decoding: MMSMultipart([long]).encoded())
        long.headers.fields.append(WSPHeader(.contentLocation, .token(0x80)))
        expectOverLimit("HeadersLen") { _ = try MMSMultipart(decoding: MMSMultipart([long]).encoded()) }
    }

    @Test("Parts in parts")
    func nesting() throws {
        var multipart = MMSMultipart([MMSPart(text: "core", name: "c")])
        for _ in 1..<MMSLimits.nesting {
            multipart = MMSMultipart([MMSPart(contentType: ContentType(.mixed), data: multipart.encoded())])
        }
        #expect(try multipart.leaves().map(\.text) == ["core"])
        let deeper = MMSMultipart([MMSPart(contentType: ContentType(.mixed), data: multipart.encoded())])
        expectOverLimit("multipart") { _ = try deeper.leaves() }
        let part = MMSPart(contentType: ContentType(.plainText), data: [])
        let wide = MMSPart(
            contentType: ContentType(.mixed), data: MMSMultipart([MMSPart](repeating: part, count: 300)).encoded())
        #expect(try MMSMultipart([wide]).leaves().count == 300)
        expectOverLimit("multipart") { _ = try MMSMultipart([wide, wide]).leaves() }
    }

    @Test("A presentation")
    func presentation() throws {
        func octets(_ text: String) -> [UInt8] { Array(text.utf8) }
        let space = String(repeating: " ", count: MMSLimits.presentationOctets)
        _ = try MMSPresentation(reading: octets(space))
        expectOverLimit("SMIL") { _ = try MMSPresentation(reading: octets(space + " ")) }
        let elements = String(repeating: "<x/>", count: MMSLimits.presentationElements)
        _ = try MMSPresentation(reading: octets(elements))
        expectOverLimit("SMIL.elements") { _ = try MMSPresentation(reading: octets(elements + "<x/>")) }
        let attributes = String(repeating: " a", count: MMSLimits.presentationAttributes)
        _ = try MMSPresentation(reading: octets("<x" + attributes + ">"))
        expectOverLimit("SMIL.attributes") { _ = try MMSPresentation(reading: octets("<x" + attributes + " a>")) }
        let depth = String(repeating: "<x>", count: MMSLimits.presentationDepth)
        _ = try MMSPresentation(reading: octets(depth))
        expectOverLimit("SMIL.depth") { _ = try MMSPresentation(reading: octets(depth + "<x>")) }
    }
}
