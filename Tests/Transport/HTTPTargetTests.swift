import Testing

@testable import HandsetMMSTransport

@Suite struct HTTPTargetTests {
    @Test(arguments: [
        ("http://mmsc.example/mms", "mmsc.example", 80, "/mms"),
        ("HTTP://mmsc.example:8080", "mmsc.example", 8080, "/"),
        (
            " http://10.0.0.1:80/m1?4stJ4iiQ684_Z_/4u1_~4/_/~4kc3_Gad7V", "10.0.0.1", 80,
            "/m1?4stJ4iiQ684_Z_/4u1_~4/_/~4kc3_Gad7V"
        ),
        ("http://mmsc.example?x=1", "mmsc.example", 80, "/?x=1"),
        ("http://mmsc.example/a/../b/./c#d|e", "mmsc.example", 80, "/a/../b/./c#d|e"),
        ("https://[2001:db8::1]:8443/x", "2001:db8::1", 8443, "/x"),
        ("http://mmsc.example/a b\r\nX: y", "mmsc.example", 80, "/a%20b%0D%0AX:%20y"),
    ])
    func whatFollowsTheHostStaysAsItIs(_ url: String, host: String, port: UInt16, path: String) throws {
        let target = try #require(HTTPTarget(Array(url.utf8)))
        #expect(target.host == host)
        #expect(target.port == port)
        #expect(target.path == Array(path.utf8))
    }

    @Test func octetsThatAreNoTextStay() throws {
        let target = try #require(HTTPTarget(Array("http://m.example/".utf8) + [0xE9, 0xFF]))
        #expect(target.path == [0x2F, 0xE9, 0xFF])
        #expect(target.absolute == Array("http://m.example/".utf8) + [0xE9, 0xFF])
    }

    @Test(arguments: [
        "", "mms", "ftp://a/b", "file:///etc/passwd", "http://", "http:///x", "http://a b/", "http://a:0/",
        "http://a:99999/",
        "http://user@host/", "http://a\r\nb/", "http://" + String(repeating: "a", count: 9_000),
    ])
    func whatIsNoURLOfAHostIsRefused(_ url: String) { #expect(HTTPTarget(Array(url.utf8)) == nil) }

    @Test(arguments: [
        ("http://a.example/x", "/y?z", "http://a.example:80/", "/y?z"),
        ("http://a.example/x", "https://b.example/y", "https://b.example:443/", "/y"),
        ("https://a.example/x", "http://a.example/x", nil, nil),
        ("http://a.example/x", "file:///etc/passwd", nil, nil),
        ("http://a.example/x", "//b.example/y", nil, nil),
    ])
    func redirects(_ from: String, _ to: String, _ url: String?, _ path: String?) throws {
        let target = try #require(HTTPTarget(Array(from.utf8))).redirected(to: Array(to.utf8))
        #expect(target?.url == url)
        #expect(target.map { String(decoding: $0.path, as: UTF8.self) } == path)
    }
}
