import HandsetNumbers
import Testing

@testable import HandsetService

/// What is believed of the line's number, and what is not.
@Suite struct OwnNumberEvidenceTests {
    typealias Naming = OwnNumberEvidence.Naming

    static let own = "+12025550100"
    static let bob = "+12025550102"

    private static func friend(_ number: Int) -> String { "+1202555\(3_000 + number)" }

    private static func number(_ namings: [(from: String, to: [String])], in country: Country? = nil) -> String? {
        var evidence = OwnNumberEvidence()
        for (time, naming) in namings.enumerated() {
            _ = evidence.add(Naming(sender: naming.from, recipients: naming.to, at: Int64(time)), in: country)
        }
        return evidence.number(in: country)
    }

    @Test func twoSendersWhoNameOneNumberAreBelieved() {
        #expect(Self.number([]) == nil)
        #expect(Self.number([(Self.friend(1), [Self.own])]) == nil)
        #expect(Self.number([(Self.friend(1), [Self.own]), (Self.friend(2), [Self.own])]) == Self.own)
    }

    @Test func oneSenderIsNotHoweverOften() {
        let forms = [Self.friend(1), "1" + Self.friend(1).dropFirst(2), String(Self.friend(1).dropFirst(2))]
        #expect(Self.number(forms.map { ($0, [Self.own]) }, in: Country("US")) == nil)
    }

    @Test(arguments: [
        [own, "2025550100", "12025550100"], ["2025550100", own, "5550100"], ["12025550100", "(202) 555-0100", own],
    ])
    func nationalAndInternationalFormsAreOne(_ forms: [String]) {
        let namings = forms.enumerated().map { (Self.friend($0), [$1]) }
        #expect(Self.number(namings, in: Country("US")) == Self.own)
    }

    @Test func aGroupLeavesOnlyTheLineWhenEverybodyElseHasSpoken() {
        let others = (0..<19).map(Self.friend)
        let namings = others.map { sender in (from: sender, to: others.filter { $0 != sender } + [Self.own]) }
        #expect(Self.number(namings.dropLast()) == nil)
        #expect(Self.number(namings) == Self.own)
        // Or sooner, by messages to the line alone.
        let direct = (0..<2).map { (from: Self.friend(20 + $0), to: [Self.own]) }
        #expect(Self.number([namings[0]] + direct) == Self.own)
    }

    /// The sender of a blind copy names another alone, whom nobody else names.
    @Test func aBlindCopyTeachesNothing() {
        let blind = (Self.friend(1), [Self.bob])
        #expect(Self.number([blind, (Self.friend(2), [Self.own])]) == nil)
        #expect(Self.number([blind, (Self.friend(2), [Self.own]), (Self.friend(3), [Self.own])]) == Self.own)
        // Nor does one to a friend with whom one is in groups.
        let groups = (2...4).map { (Self.friend($0), [Self.own, Self.bob]) }
        #expect(Self.number([blind] + groups) == nil)
    }

    /// Whoever makes it up needs two senders, and is outvoted by as many and one more who do not.
    @Test func whatIsForgedLastsUntilOthersWrite() {
        var namings = [(Self.friend(1), [Self.bob]), (Self.friend(2), [Self.bob])]
        #expect(Self.number(namings) == Self.bob)
        namings += (3...4).map { (Self.friend($0), [Self.own]) }
        #expect(Self.number(namings) == nil)
        namings.append((Self.friend(5), [Self.own]))
        #expect(Self.number(namings) == Self.own)
    }

    @Test func whoSendsIsNotTheLine() {
        let forged = [(Self.friend(1), [Self.bob]), (Self.friend(2), [Self.bob])]
        #expect(Self.number(forged + [(Self.bob, [Self.own])]) == nil)
        // A message to oneself says nothing: it would make the line a sender.
        let known = [(Self.friend(1), [Self.own]), (Self.friend(2), [Self.own])]
        #expect(Self.number(known + [(Self.own, [Self.own, Self.bob])]) == Self.own)
    }

    @Test func aNumberThatChangedIsLearntAnew() {
        let new = "+12025550177"
        let before = (0..<6).map { (from: Self.friend($0), to: [Self.own]) }
        let after = (0..<6).map { (from: Self.friend($0), to: [new]) }
        #expect(Self.number(before) == Self.own)
        #expect(Self.number(before + after.prefix(3)) == nil)
        #expect(Self.number(before + after.prefix(4)) == new)
    }

    @Test func whatIsKeptIsBounded() {
        var evidence = OwnNumberEvidence()
        for time in 0..<100 {
            _ = evidence.add(Naming(sender: Self.friend(time), recipients: [Self.own], at: Int64(time)), in: nil)
        }
        #expect(evidence.namings.map(\.at) == Array(68..<100))
        let crowd = (0...OwnNumberEvidence.recipientLimit).map { Self.friend(200 + $0) }
        let added = [
            evidence.add(Naming(sender: Self.bob, recipients: crowd, at: 100), in: nil),
            evidence.add(Naming(sender: Self.bob, recipients: [], at: 100), in: nil),
            // The same again says nothing new.
            evidence.add(Naming(sender: Self.friend(99), recipients: [Self.own], at: 100), in: nil),
            evidence.add(Naming(sender: Self.friend(99), recipients: [Self.own, Self.bob], at: 100), in: nil),
        ]
        #expect(added == [false, false, false, true])
        #expect(evidence.namings.count == OwnNumberEvidence.senderLimit)
    }

    @Test func itIsKeptForTheCard() async throws {
        try await MultimediaStoreTests.withStore { store, _ in
            let line = MultimediaStoreTests.line
            let namings = [
                Naming(sender: Self.friend(1), recipients: [Self.own, Self.bob], at: 5),
                Naming(sender: "40404", recipients: [Self.own], at: 6),
            ]
            try await store.saveOwnNumberEvidence(namings, of: line)
            try await store.saveOwnNumberEvidence([namings[1]], of: .init(rawValue: "iccid-other"))
            #expect(
                try await store.ownNumberEvidence() == [line: namings, .init(rawValue: "iccid-other"): [namings[1]]])
            try await store.saveOwnNumberEvidence([namings[1]], of: line)
            #expect(try await store.ownNumberEvidence()[line] == [namings[1]])
            try await store.saveOwnNumberEvidence([], of: line)
            #expect(try await store.ownNumberEvidence()[line] == nil)
        }
    }
}

/// When two addresses are one.
@Suite struct PartyTests {
    @Test(arguments: [
        ("+12025550100", "2025550100", "US", true), ("+12025550100", "12025550100", nil, true),
        ("+12025550100", "5550100", "US", true), ("+12025550100", "+1 (202) 555-0100", nil, true),
        ("+442079460123", "020 7946 0123", "GB", true), ("+442079460123", "02079460123", nil, true),
        // Whole numbers that end alike.
        ("+4915550100", "+15550100", nil, false), ("+12025550100", "+13025550100", "US", false),
        ("Ann@Example.org", "ann@example.org", nil, true), ("ann@example.org", "5550100", nil, false),
        ("40404", "40404", "US", true), ("40404", "+12025540404", "US", false),
    ])
    func comparing(_ one: String, _ other: String, _ country: String?, _ same: Bool) {
        let country = country.flatMap { Country($0) }
        #expect(Party(one, in: country).isSame(Party(other, in: country)) == same)
        #expect(Party(other, in: country).isSame(Party(one, in: country)) == same)
    }
}
