import Testing

@testable import HandsetCarrier

@Suite struct HTTPRequestTests {
    static let post = Array(
        "POST http://mmsc.example/mms?x HTTP/1.1\r\nHost: mmsc.example\r\ncontent-length: 5\r\n\r\nhello".utf8)
    static let chunked = Array(
        "POST /mms HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n".utf8)

    @Test(arguments: [post, chunked]) func aRequestIsReadHoweverItIsCut(_ octets: [UInt8]) throws {
        for cut in octets.indices {
            var reader = HTTPRequestReader()
            let early = try reader.take(octets[..<cut])
            #expect(early == nil)
            let request = try #require(try reader.take(octets[cut...]))
            #expect(request.method == "POST")
            #expect(request.body == Array("hello".utf8))
        }
    }

    @Test func twoRequestsComeOneAfterTheOther() throws {
        var reader = HTTPRequestReader()
        let first = try #require(try reader.take(Self.post + Self.chunked))
        #expect(first.isAbsolute)
        #expect(first.path == "/mms?x")
        let second = try #require(try reader.take([]))
        #expect(second.path == "/mms")
        #expect(try reader.take([]) == nil)
    }

    @Test(arguments: [
        ("\r\n\r\n", HTTPRequestReader.Failure.malformed), ("GET / SPDY/9\r\n\r\n", .malformed),
        ("GET / HTTP/1.1\r\nnonsense\r\n\r\n", .malformed),
        ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", .malformed),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", .tooLarge),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", .tooLarge),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .malformed),
        ("GET /" + String(repeating: "a", count: 40_000), .tooLarge),
    ])
    func whatIsNoRequestIsRefused(_ text: String, _ failure: HTTPRequestReader.Failure) {
        var reader = HTTPRequestReader()
        #expect(throws: failure) { try reader.take(Array(text.utf8)) }
    }
}
