import HandsetSMS
import HandsetWireCore
import Testing

@Suite("User data")
struct UserDataTests {
    static func deliver(first: String = "00", dcs: String = "00", _ userData: String) throws -> Deliver {
        try Deliver(decoding: octets("\(first) 0181F1 00 \(dcs) 00101000000000 \(userData)"))
    }

    @Test("B04: fill bits bring the text to a septet, after a header of any length", arguments: 0...60)
    func fillBits(size: Int) throws {
        var elements: [UserDataHeader.Element] = []
        if size > 0 { elements = [.init(id: 0xA0, [UInt8](repeating: 0xFF, count: size))] }
        let header = try #require(UserDataHeader(elements))
        let text = "First to last, {all} of it"
        let septets = try #require(Segmented.septets(text))
        let octetsOfHeader = header.encoded()
        let start = (octetsOfHeader.count * 8 + 6) / 7
        let fill = (7 - octetsOfHeader.count * 8 % 7) % 7
        #expect(start * 7 - octetsOfHeader.count * 8 == fill)
        let body = octetsOfHeader + GSM7.pack(septets, offset: fill)
        let message = try Self.deliver(first: "40", hexString([UInt8(start + septets.count)] + body))
        #expect(message.text == text)
        #expect(message.userData.header?.elements == elements)
        #expect(message.damage == [])
        #expect(hexString(message.encoded()).hasSuffix(hexString(body)))
    }

    @Test("Every count of septets is read whole, and the spare bits are no character", arguments: 0...160)
    func septetCounts(count: Int) throws {
        let text = String(String(repeating: "@abcdefg", count: 20).prefix(count))
        let septets = try #require(Segmented.septets(text))
        let message = try Self.deliver(hexString([UInt8(count)] + GSM7.pack(septets)))
        #expect(message.text == text)
        #expect(GSM7.unpack(message.userData.octets, count: count) == septets)
    }

    @Test("Each character of the default alphabet stands at each place of a group")
    func places() throws {
        for place in 0..<8 {
            for septet in UInt8(0)..<128 where septet != 0x1B {
                var septets = [UInt8](repeating: 0x61, count: 16)
                septets[place] = septet
                let message = try Self.deliver(hexString([16] + GSM7.pack(septets)))
                let text = try #require(message.text)
                #expect(Segmented.septets(text) == septets)
                let utf8 = Array(text.utf8)
                #expect(String(validating: utf8, as: UTF8.self) == text)
            }
        }
    }

    @Test("B16: without TP-UDHI nothing is taken for a header")
    func noHeader() throws {
        let message = try Self.deliver("08 050003010201 4142")
        #expect(message.userData.header == nil)
        #expect(message.userData.concatenation == nil)
        #expect(message.userData.headerOctets == 0)
        #expect(message.text?.count == 8)
    }

    @Test("B11: one octet left over in the header: it is ignored and its octets are skipped")
    func leftOver() throws {
        let message = try Self.deliver(first: "40", dcs: "08", "0B 060003F3020206 06310645")
        #expect(message.userData.isHeaderMalformed)
        #expect(message.userData.concatenation == nil)
        #expect(message.text == "\u{0631}\u{0645}")
        #expect(message.damage == [.header])
        #expect(hexString(message.encoded()).hasSuffix("060003F302020606310645"))
    }

    @Test("A header longer than the user data leaves no text")
    func headerTooLong() throws {
        let message = try Self.deliver(first: "40", "05 FF000301 02")
        #expect(message.userData.isHeaderMalformed)
        #expect(message.text == "")
        let nothing = try Self.deliver(first: "40", "00")
        #expect(nothing.userData.header == nil)
        #expect(nothing.text == "")
    }

    @Test("Truncated user data shows what is there, at every length", arguments: 0...7)
    func truncated(count: Int) throws {
        let septets = try #require(Segmented.septets("PUMP ON"))
        let packed = Array(GSM7.pack(septets).prefix(count))
        let message = try Self.deliver(hexString([7] + packed))
        #expect(message.text == String("PUMP ON".prefix(count * 8 / 7)))
        #expect(message.damage == (count < 7 ? [.truncated(field: "TP-UD", missing: 7 - count)] : []))
    }

    @Test("UCS-2 is UTF-16: pairs are joined across parts, halves alone are marked")
    func surrogates() throws {
        let first = try Self.deliver(dcs: "08", "04 0041 D83D").userData
        let second = try Self.deliver(dcs: "08", "04 DC33 0042").userData
        #expect(UserData.text(joining: [first, second]) == "A\u{1F433}B")
        #expect(first.text == "A\u{FFFD}")
        #expect(second.text == "\u{FFFD}B")
        #expect(UserData.text(joining: [second, first]) == "\u{FFFD}BA\u{FFFD}")
        let twoHighs = try Self.deliver(dcs: "08", "06 D83D D83D DC33").userData
        #expect(twoHighs.text == "\u{FFFD}\u{1F433}")
    }

    @Test("An escape at the end of a part and its character in the next are a pair")
    func escapeAcrossParts() throws {
        let first = try Self.deliver(hexString([2] + GSM7.pack([0x41, 0x1B]))).userData
        let second = try Self.deliver(hexString([2] + GSM7.pack([0x65, 0x42]))).userData
        #expect(UserData.text(joining: [first, second]) == "A\u{20AC}B")
        let ucs2 = try Self.deliver(dcs: "08", "02 0043").userData
        #expect(UserData.text(joining: [first, ucs2, second]) == "A CeB")
    }

    @Test("B24: a byte-order mark is taken out and obeyed")
    func byteOrder() throws {
        #expect(try Self.deliver(dcs: "08", "06 FFFE 3000 3100").text == "01")
        #expect(try Self.deliver(dcs: "08", "06 FEFF 0030 0031").text == "01")
        #expect(try Self.deliver(dcs: "08", "06 0030 FEFF 0031").text == "0\u{FEFF}1")
        let first = try Self.deliver(dcs: "08", "04 FFFE 3000").userData
        let second = try Self.deliver(dcs: "08", "04 3100 3200").userData
        #expect(UserData.text(joining: [first, second]) == "012")
    }

    @Test("Half a unit at the end is damage, not a character")
    func halfUnit() throws {
        let message = try Self.deliver(dcs: "08", "03 0041 00")
        #expect(message.text == "A")
        #expect(message.damage == [.halfUnit])
    }

    @Test("8-bit and compressed data are no text")
    func data() throws {
        let message = try Self.deliver(first: "40", dcs: "04", "0A 0605040B8423F0 010203")
        #expect(message.text == nil)
        #expect(Array(message.userData.data) == [1, 2, 3])
        #expect(UserData.text(joining: [message.userData]) == nil)
        let compressed = try Self.deliver(dcs: "20", "03 010203")
        #expect(compressed.text == nil)
        #expect(compressed.userData.octets == [1, 2, 3])
        #expect(compressed.damage == [.compressed])
        #expect(try Self.deliver(dcs: "80", "01 41").damage == [.reservedCoding])
    }

    @Test("What does not fit 140 octets is not made")
    func limits() throws {
        #expect(UserData(data: [UInt8](repeating: 0, count: 140)) != nil)
        #expect(UserData(data: [UInt8](repeating: 0, count: 141)) == nil)
        let header = try #require(UserDataHeader([ApplicationPorts(destination: 2948, source: 9200).element]))
        #expect(
            UserData(data: [UInt8](repeating: 0, count: 133), header: header, class: .equipment)?.octets.count == 140)
        #expect(UserData(data: [UInt8](repeating: 0, count: 134), header: header) == nil)
        let long = try Self.deliver(dcs: "04", "FF " + String(repeating: "00", count: 255))
        #expect(long.damage == [.tooLong(field: "TP-UD")])
        #expect(long.userData.data.count == 255)
    }
}

/// The septets of a text by way of the encoder.
enum Segmented {
    static func septets(_ text: String) -> [UInt8]? {
        guard let data = try? Segmenter(alphabet: .gsm7).segments(of: text, reference: 0), data.count == 1 else {
            return nil
        }
        return data.first.map { GSM7.unpack($0.octets, count: Int($0.length)) }
    }
}
