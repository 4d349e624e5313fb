import HandsetDialing
import Testing

/// Links of people who want something other than a call.
@Suite("Hostile links")
struct HostileLinkTests {
    /// What a modem would be told, or nil where the link is refused.
    static func dialled(_ link: String) -> String? {
        guard let uri = try? TelephoneURI(link), let dialling = try? Dialling(uri.sequence) else { return nil }
        if case .call(let call) = dialling { return call.dialString.text }
        return nil
    }

    @Test(
        "tel:1;+CFUN=0 and its kind never reach ATD",
        arguments: [
            "tel:1;+CFUN=0", "tel:1%3B+CFUN=0", "tel:1%3B%2BCFUN%3D0", "tel:1;%2BCFUN=0", "tel:1;CFUN=0",
            "tel:1,;+CFUN=0", "tel:1%0DAT+CFUN=0", "tel:1%0AATH", "tel:1\rATH", "tel:1\nATH", "tel:1%00", "tel:1\0ATH",
            "tel:1;ext=1%3B+CFUN=0", "tel:1;ext=1\r", "tel:1;isub=%0DATH", "tel:1;phone-context=%0DATH",
            "tel:1;phone-context=+1%0DATH", "tel:1%1A", "tel:1%1B", "tel:1;;+CFUN=0", "tel://1;+CFUN=0",
            "tel:1%253B+CFUN=0", "telephony:1;+CFUN=0", "tel:1!", "tel:1@T", "tel:1>SM1", "tel:1W2;+CFUN=0",
            "tel:1\u{2028}ATH", "tel:1%E2%80%A8ATH", "tel:1I", "tel:1G", "tel:1;I", "tel:>1", "tel:L", "tel:S=0",
        ])
    func commands(_ link: String) {
        let dialled = Self.dialled(link)
        #expect(dialled == nil || dialled == "1", "what is dialled is only the 1")
    }

    @Test("Whatever a link holds, what comes out is made of dialable characters")
    func fuzz() {
        var random = SplitMix(seed: 0x7E1)
        let seeds = [
            "tel:+44-114-272-6444;ext=1234;phone-context=+1-914-555;isub=a%3B", "tel:**21*+391234567890%23",
            "sms:+1,+2;phone-context=a.b?body=hello%20%F0%9F%98%80&x=y", "telephony:1%3B+CFUN=0,;pw*31#",
        ].map { Array($0.utf8) }
        let dialable = Set("0123456789*#+ABCD".utf8)
        let tones = Set("0123456789*#ABCD".utf8)
        var taken = 0
        for round in 0..<40_000 {
            var octets = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let place = Int.random(in: 0...octets.count, using: &random)
                let octet = UInt8.random(in: 0...255, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: octets.insert(octet, at: place)
                case 1 where place < octets.count: octets[place] = octet
                case 2 where place < octets.count: octets.remove(at: place)
                default: octets.insert(contentsOf: octets.prefix(place).suffix(8), at: place)
                }
            }
            let text = String(decoding: octets, as: UTF8.self)
            check(text, dialable, tones, &taken)
            check(String(text.split(separator: ":").last ?? ""), dialable, tones, &taken)
        }
        #expect(taken > 1_000, "the seeds are near enough to be read sometimes")
    }

    @Test("Random octets are refused or read, and never trap")
    func randomOctets() {
        var random = SplitMix(seed: 58)
        var taken = 0
        for _ in 0..<20_000 {
            let octets = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let text = String(decoding: octets, as: UTF8.self)
            for prefix in ["", "tel:", "sms:", "tel:1;", "sms:1?"] {
                check(prefix + text, Set("0123456789*#+ABCD".utf8), Set("0123456789*#ABCD".utf8), &taken)
            }
        }
    }

    private func check(_ text: String, _ dialable: Set<UInt8>, _ tones: Set<UInt8>, _ taken: inout Int) {
        var sequences: [DialSequence] = []
        if let uri = try? TelephoneURI(text) {
            sequences.append(uri.sequence)
            #expect((try? TelephoneURI(uri.link))?.subscriber == uri.subscriber)
        }
        if let uri = try? SMSURI(text) {
            sequences += uri.recipients.map(\.sequence)
            #expect((try? SMSURI(uri.link))?.recipients == uri.recipients)
        }
        if let sequence = try? DialSequence(text) { sequences.append(sequence) }
        for sequence in sequences {
            taken += 1
            #expect(dialable.isSuperset(of: sequence.number.octets))
            for case .tones(let run) in sequence.steps { #expect(tones.isSuperset(of: run.text.utf8)) }
            if case .call(let call) = try? Dialling(sequence) {
                #expect(dialable.isSuperset(of: call.dialString.octets))
            }
        }
    }

    @Test("Every prefix of a link is read or refused")
    func prefixes() {
        for link in [
            "tel:+44-114-272-6444;ext=1234;isub=a%3Bb;phone-context=+1-914-555", "tel:%2A%2A21%2A%2B391234567890%23,12",
            "sms:+1;phone-context=a,2?body=hello%20%F0%9F%98%80&x=y",
        ] {
            for length in 0...link.utf8.count {
                let text = String(decoding: Array(link.utf8.prefix(length)), as: UTF8.self)
                var taken = 0
                check(text, Set("0123456789*#+ABCD".utf8), Set("0123456789*#ABCD".utf8), &taken)
            }
        }
    }
}
