import Testing

@testable import HandsetMMSTransport

/// An answer as a server makes it: the question, then records whose names point back to it.
func dnsAnswer(to query: [UInt8], addresses: [[UInt8]], code: UInt8 = 0) -> [UInt8] {
    var octets = Array(query.prefix(2)) + [0x81, 0x80 | code, 0, 1, 0, UInt8(addresses.count + 1), 0, 0, 0, 0]
    octets += query.dropFirst(12)
    // A CNAME first: mms.example is a.example.
    octets += [0xC0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 4, 1, 0x61, 0xC0, 16]
    for address in addresses {
        octets += [0xC0, 12, 0, address.count == 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, UInt8(address.count)] + address
    }
    return octets
}

@Suite struct DNSMessageTests {
    @Test func aQueryIsAsTheStandardHasIt() throws {
        let query = try #require(DNSMessage.query(id: 0x1234, host: "mms.example", type: .a))
        #expect(
            query == [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0x6D, 0x6D, 0x73, 7] + Array("example".utf8)
                + [0, 0, 1, 0, 1])
    }

    @Test(arguments: ["", ".", "a..b", String(repeating: "a", count: 64), String(repeating: "a.", count: 200)])
    func whatIsNoNameIsNotAskedFor(_ host: String) {
        #expect(DNSMessage.query(id: 1, host: host, type: .a) == nil)
    }

    @Test func addressesAreFoundBehindAnAlias() throws {
        let query = try #require(DNSMessage.query(id: 7, host: "mms.example", type: .a))
        let answer = dnsAnswer(to: query, addresses: [[192, 0, 2, 1], [192, 0, 2, 2]])
        #expect(DNSMessage.answer(answer, to: query, type: .a) == .addresses([[192, 0, 2, 1], [192, 0, 2, 2]]))
        #expect(DNSMessage.answer(answer, to: query, type: .aaaa) == .addresses([]))
        let none = dnsAnswer(to: query, addresses: [], code: 3)
        #expect(DNSMessage.answer(none, to: query, type: .a) == .noName)
    }

    @Test func anotherQuestionsAnswerIsNone() throws {
        let query = try #require(DNSMessage.query(id: 7, host: "mms.example", type: .a))
        for other in [(8, "mms.example"), (7, "evil.example")] as [(UInt16, String)] {
            let asked = try #require(DNSMessage.query(id: other.0, host: other.1, type: .a))
            #expect(DNSMessage.answer(dnsAnswer(to: asked, addresses: [[6, 6, 6, 6]]), to: query, type: .a) == nil)
        }
        #expect(DNSMessage.answer(query, to: query, type: .a) == nil)
    }

    @Test func everyPrefixAndEveryFlippedOctetIsReadWithoutHarm() throws {
        let query = try #require(DNSMessage.query(id: 7, host: "mms.example", type: .a))
        let answer = dnsAnswer(to: query, addresses: [[192, 0, 2, 1], [192, 0, 2, 2]])
        for count in answer.indices { _ = DNSMessage.answer(Array(answer.prefix(count)), to: query, type: .a) }
        for place in answer.indices {
            for value in [0x00, 0xFF, 0xC0, 0x40] as [UInt8] {
                var damaged = answer
                damaged[place] = value
                if case .addresses(let found)? = DNSMessage.answer(damaged, to: query, type: .a) {
                    #expect(found.allSatisfy { $0.count == 4 })
                }
            }
        }
    }
}
