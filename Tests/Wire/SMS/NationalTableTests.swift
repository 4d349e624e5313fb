import Foundation
import HandsetSMS
import Testing

/// The tables as they are printed (TS 23.038, 6.2.1 and Annex A), read from a file of their own and looked at through the
/// decoder and the encoder alone.
@Suite("National tables")
struct NationalTableTests {
    struct File: Decodable {
        struct Table: Decodable {
            var id: UInt8
            var locking: [String: String]?
            var single: [String: String]
        }

        var `default`: [String: String]
        var `extension`: [String: String]
        var tables: [String: Table]
    }

    static let file: File? = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Fixtures/gsm-tables.json")
        return (try? Data(contentsOf: path)).flatMap { try? JSONDecoder().decode(File.self, from: $0) }
    }()

    private func character(_ table: [String: String], _ septet: Int) -> String? {
        let key = String(septet, radix: 16, uppercase: true)
        return table[key.count == 1 ? "0" + key : key].flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init)
            .map { String(Character($0)) }
    }

    private func text(_ septets: [UInt8], locking: UInt8?, single: UInt8?) throws -> String {
        var elements: [UserDataHeader.Element] = []
        if let single { elements.append(.init(id: 0x24, [single])) }
        if let locking { elements.append(.init(id: 0x25, [locking])) }
        let header = elements.isEmpty ? [] : try #require(UserDataHeader(elements)).encoded()
        let start = (header.count * 8 + 6) / 7
        let body = header + GSM7.pack(septets, offset: start * 7 - header.count * 8)
        let message = try Deliver(
            decoding: octets(header.isEmpty ? "00" : "40") + octets("0181F1 0000 00101000000000")
                + [UInt8(start + septets.count)] + body)
        return try #require(message.text)
    }

    @Test("Every septet of every table reads as printed", arguments: UInt8(0)...13)
    func decode(id: UInt8) throws {
        let file = try #require(Self.file)
        let table = file.tables.values.first { $0.id == id }
        #expect((table != nil) == (id > 0))
        let locking = table?.locking ?? file.default
        let single = table?.single ?? file.extension
        for septet in 0..<128 where septet != 0x1B {
            let plain = try text([UInt8(septet)], locking: id == 0 ? nil : id, single: nil)
            #expect(plain == character(locking, septet) ?? "\u{FFFD}", "locking \(id) \(septet)")
            let shifted = try text([0x1B, UInt8(septet)], locking: nil, single: id == 0 ? nil : id)
            #expect(shifted == character(single, septet) ?? character(file.default, septet), "single \(id) \(septet)")
            let both = try text([0x1B, UInt8(septet)], locking: id == 0 ? nil : id, single: id == 0 ? nil : id)
            #expect(
                both == character(single, septet) ?? character(locking, septet) ?? "\u{FFFD}", "both \(id) \(septet)")
        }
    }

    @Test("An escape after an escape is a space, and one at the end as well")
    func escapes() throws {
        #expect(try text([0x1B, 0x1B, 0x41], locking: nil, single: nil) == " A")
        #expect(try text([0x41, 0x1B], locking: nil, single: nil) == "A ")
        #expect(try text([0x1B, 0x1B, 0x41], locking: 1, single: 1) == " A")
    }

    @Test("Every character of a language's tables makes a round trip when the language is asked for")
    func encode() throws {
        let file = try #require(Self.file)
        for language in NationalLanguage.allCases {
            let table = try #require(file.tables.values.first { $0.id == language.rawValue })
            var cells = Array((table.locking ?? [:]).values) + Array(table.single.values)
            // A receiver that goes by the print shows the letter e, so it is never written (docs/wire-sms.md).
            if language == .telugu { cells.removeAll { $0 == "20AC" } }
            for cell in cells {
                let scalar = try #require(UInt32(cell, radix: 16).flatMap(Unicode.Scalar.init))
                let text = String(Character(scalar))
                let segments = try Segmenter(alphabet: .gsm7, languages: [language]).segments(of: text, reference: 0)
                #expect(segments.count == 1)
                #expect(segments.first?.text == text, "\(language) \(cell)")
            }
        }
        #expect(throws: Segmenter.Failure.notInAlphabet) {
            try Segmenter(alphabet: .gsm7, languages: [.telugu]).segments(of: "\u{0C66}\u{20AC}", reference: 0)
        }
    }

    @Test("A table is named only when it saves parts, the plainest first")
    func choice() throws {
        let turkish = Segmenter(languages: [.turkish])
        #expect(try turkish.segments(of: "abc", reference: 0).first?.hasHeader == false)
        let shifted = try #require(try turkish.segments(of: "\u{015F}", reference: 0).first)
        #expect(shifted.header?.singleShift == .turkish)
        #expect(shifted.header?.lockingShift == nil)
        // 80 letters that are double in the single-shift table and single in the locking one.
        let letters = String(repeating: "\u{015F}", count: 100)
        let locked = try turkish.segments(of: letters, reference: 0)
        #expect(locked.count == 1)
        #expect(locked.first?.header?.lockingShift == .turkish)
        #expect(locked.first?.text == letters)
        #expect(try Segmenter().segments(of: letters, reference: 0).count == 2)
    }

    @Test("A header with tables leaves 155 septets alone, 149 joined")
    func room() throws {
        let turkish = Segmenter(alphabet: .gsm7, languages: [.turkish])
        let fits = "\u{011E}" + String(repeating: "a", count: 153)
        #expect(try turkish.count(fits).parts == 1)
        #expect(try turkish.segments(of: fits, reference: 0).count == 1)
        let long = String(repeating: "\u{011E}", count: 149 * 2)
        let parts = try turkish.segments(of: long, reference: 0)
        #expect(parts.count == 2)
        #expect(parts.allSatisfy { $0.length == 160 && $0.octets.count == 140 })
    }

    @Test("B22: no header, no national table", arguments: [UInt8(0x53), 0x73])
    func withoutHeader(septet: UInt8) throws {
        #expect(try text([0x1B, septet], locking: nil, single: nil) == String(Character(Unicode.Scalar(septet))))
        #expect(try text([0x1B, septet], locking: nil, single: 1) == (septet == 0x53 ? "\u{015E}" : "\u{015F}"))
    }

    @Test("A reserved language is ignored, the last of several counts")
    func reserved() throws {
        #expect(try text([0x41], locking: 14, single: nil) == "A")
        let header = try #require(
            UserDataHeader([.init(id: 0x25, [1]), .init(id: 0x25, [3]), .init(id: 0x25, [0x60])]))
        #expect(header.lockingShift == .portuguese)
        #expect(header.singleShift == nil)
    }
}
