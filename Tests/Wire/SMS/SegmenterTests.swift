import HandsetSMS
import Testing

@Suite("Segmenter")
struct SegmenterTests {
    static let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
    static let texts = [
        "", "hello", String(repeating: "a", count: 160), String(repeating: "a", count: 161),
        String(repeating: "a", count: 159) + "\\", String(repeating: "\u{20AC}", count: 200),
        String(repeating: "\u{1F433}", count: 36), String(repeating: "d\u{0308}\u{0301}x", count: 60),
        String(repeating: "\u{4F60}\u{597D}", count: 100), "a\nb\rc\r\nd", String(repeating: "\r\n", count: 100),
        String(repeating: family, count: 20), String(repeating: "\u{0915}\u{094D}\u{0937}", count: 70),
        "e" + String(repeating: "\u{0301}", count: 300), String(repeating: "{}[]~^|\\", count: 60),
        "\u{0}\u{FFFD}\u{FFFF}",
    ]

    private func check(_ text: String, _ segmenter: Segmenter, _ location: SourceLocation = #_sourceLocation) throws {
        let parts = try segmenter.segments(of: text, reference: 0x1234)
        let count = try segmenter.count(text)
        #expect(UserData.text(joining: parts) == text, sourceLocation: location)
        #expect(count.parts == parts.count, sourceLocation: location)
        for (index, part) in parts.enumerated() {
            #expect(part.octets.count <= 140, sourceLocation: location)
            #expect(!part.isTruncated, sourceLocation: location)
            #expect(part.alphabet == count.alphabet, sourceLocation: location)
            let place = Concatenation(
                reference: 0x1234, isWide: segmenter.usesWideReference, part: UInt8(index + 1),
                total: UInt8(parts.count))
            #expect(part.concatenation == (parts.count > 1 ? place : nil), sourceLocation: location)
        }
        let units = count.alphabet == .gsm7 ? 160 : 140
        if let last = parts.last {
            let free = units - Int(last.length)
            #expect(count.remaining == (count.alphabet == .gsm7 ? free : free / 2), sourceLocation: location)
        }
    }

    @Test("Segments joined are the text again, and the counter agrees", arguments: texts)
    func roundTrip(text: String) throws {
        for wide in [false, true] {
            for choice in [Segmenter.Choice.automatic, .ucs2] {
                try check(text, Segmenter(alphabet: choice, usesWideReference: wide))
            }
            try check(text, Segmenter(languages: [.turkish, .hindi], usesWideReference: wide))
        }
    }

    @Test("Random texts of many scripts")
    func random() throws {
        let alphabets: [[String]] = [
            ["a", "b", " ", "\u{E9}", "{", "\u{20AC}", "\u{3A9}"], ["\u{434}", "\u{43B}", " ", ".", "\u{2026}"],
            ["\u{1F433}", "a", Self.family, "\u{2764}\u{FE0F}"],
            ["\u{4F60}", "\u{3042}", "\u{304C}", "\u{304B}\u{3099}"],
            ["\u{0915}", "\u{093E}", "\u{094D}", " "], ["\r\n", "\n", "\r", "x", "\u{E9}"],
            ["\u{1112}\u{1161}", "\u{11AB}", "a"],
        ]
        var random = SplitMix(seed: 3)
        for _ in 0..<400 {
            let alphabet = alphabets.randomElement(using: &random) ?? []
            let count = Int.random(in: 0...300, using: &random)
            let text = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
            try check(text, Segmenter(usesWideReference: Bool.random(using: &random)))
        }
    }

    @Test("No character as people see it is cut where it fits a part", arguments: texts)
    func clusters(text: String) throws {
        let parts = try Segmenter().segments(of: text, reference: 1)
        guard parts.count > 1, !text.contains(where: { $0.utf16.count > 66 }) else { return }
        let alone = try parts.map { try #require($0.text) }
        #expect(alone.joined() == text)
        #expect(alone.flatMap { Array($0) } == Array(text))
    }

    @Test("A character that fits no part is cut between its scalars")
    func giant() throws {
        let text = "e" + String(repeating: "\u{0301}", count: 300)
        #expect(text.count == 1)
        let parts = try Segmenter().segments(of: text, reference: 1)
        #expect(parts.count == 5)
        #expect(UserData.text(joining: parts) == text)
    }

    @Test("B19: an escape pair counts two septets and is never cut")
    func escapePair() throws {
        #expect(try Segmenter().segments(of: String(repeating: "a", count: 159) + "\\", reference: 1).count == 2)
        #expect(try Segmenter().segments(of: String(repeating: "a", count: 158) + "\\", reference: 1).count == 1)
        let parts = try Segmenter().segments(
            of: String(repeating: "a", count: 152) + "\u{20AC}" + "bcdefghijk", reference: 1)
        #expect(parts.map(\.text) == [String(repeating: "a", count: 152), "\u{20AC}bcdefghijk"])
    }

    @Test("B23: no surrogate pair is cut: 66 units, not 67, before a pair")
    func surrogatePair() throws {
        let parts = try Segmenter().segments(of: String(repeating: "\u{1F433}", count: 36), reference: 1)
        #expect(parts.map { $0.text?.count } == [33, 3])
        #expect(parts.first?.octets.count == 6 + 66 * 2)
        #expect(try Segmenter().segments(of: String(repeating: "\u{1F433}", count: 35), reference: 1).count == 1)
    }

    @Test("Room of a part, alone and joined, by alphabet and width of reference")
    func room() throws {
        let wide = Segmenter(usesWideReference: true)
        for (segmenter, character, alone, joined) in [
            (Segmenter(), "a", 160, 153), (wide, "a", 160, 152), (Segmenter(), "\u{416}", 70, 67),
            (wide, "\u{416}", 70, 66),
        ] {
            #expect(try segmenter.count(String(repeating: character, count: alone)).parts == 1)
            #expect(try segmenter.count(String(repeating: character, count: alone)).remaining == 0)
            let two = try segmenter.count(String(repeating: character, count: alone + 1))
            #expect(two.parts == 2)
            #expect(two.used == alone + 1 - joined)
            #expect(try segmenter.count(String(repeating: character, count: joined * 2)).parts == 2)
            #expect(try segmenter.count(String(repeating: character, count: joined * 2 + 1)).parts == 3)
        }
        #expect(try Segmenter().count("").remaining == 160)
    }

    @Test("255 parts and no more")
    func most() throws {
        let parts = try Segmenter().segments(of: String(repeating: "a", count: 153 * 255), reference: 1)
        #expect(parts.count == 255)
        #expect(parts.last?.concatenation?.part == 255)
        #expect(throws: Segmenter.Failure.tooLong) {
            try Segmenter().segments(of: String(repeating: "a", count: 153 * 255 + 1), reference: 1)
        }
        #expect(throws: Segmenter.Failure.tooLong) {
            try Segmenter().count(String(repeating: "\u{416}", count: 67 * 255 + 1))
        }
    }

    @Test("The alphabet asked for is used, or refused")
    func alphabets() throws {
        #expect(try Segmenter(alphabet: .ucs2).segments(of: "abc", reference: 1).first?.octets.count == 6)
        #expect(throws: Segmenter.Failure.notInAlphabet) {
            try Segmenter(alphabet: .gsm7).segments(of: "\u{416}", reference: 1)
        }
        #expect(
            try Segmenter(messageClass: .immediate).segments(of: "abc", reference: 1).first?.dataCodingScheme.rawValue
                == 0x10)
    }

    @Test("Messages made of a text: references, flags, order")
    func messages() throws {
        let peer = try #require(Address("+447700900123"))
        let text = String(repeating: "abcdefgh ", count: 40)
        let submits = try Submit.messages(
            text, to: peer, reference: 513, statusReportRequest: true, messageReference: 254,
            validityPeriod: .relative(11))
        #expect(submits.map(\.messageReference) == [254, 255, 0])
        #expect(submits.allSatisfy { $0.statusReportRequest && $0.destinationAddress == peer })
        #expect(submits.allSatisfy { $0.userData.concatenation?.reference == 1 })
        let time = Timestamp(secondsSince1970: 1_700_000_000)
        let delivers = try Deliver.messages(text, from: peer, timestamp: time, reference: 7)
        #expect(delivers.map(\.firstOctet.moreMessagesToSend) == [true, true, false])
        #expect(UserData.text(joining: delivers.map(\.userData)) == text)
        for message in submits { #expect(try Submit(decoding: message.encoded()) == message) }
        for message in delivers { #expect(try Deliver(decoding: message.encoded()) == message) }
    }
}
