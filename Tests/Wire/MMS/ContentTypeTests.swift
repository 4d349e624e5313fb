import HandsetWireCore
import Testing

@testable import HandsetMMS

/// Content types and parameters in the forms that senders choose.
@Suite("MMS: content types")
struct ContentTypeTests {
    private func contentType(_ hex: String) throws -> ContentType {
        let octets = try Hex.octets(hex)
        var reader = Reader(octets.span.bytes)
        let type = try ContentType(from: &reader, field: "Content-Type")
        let rest = reader.remaining
        #expect(rest == 0)
        #expect(type.octets == octets)
        return type
    }

    @Test(
        "Forms of the type",
        arguments: [
            ("83", "text/plain"), ("0183", "text/plain"), ("746578742F706C61696E00", "text/plain"),
            ("0B746578742F506C61696E00", "text/plain"), ("9E", "image/jpeg"),
            ("A3", "application/vnd.wap.multipart.mixed"),
            ("B3", "application/vnd.wap.multipart.related"), ("BE", "application/vnd.wap.mms-message"),
            ("D2", "application/mikey"), ("FF", ""), ("03020201", ""), ("1F0183", "text/plain"),
        ])
    func forms(hex: String, name: String) throws {
        let type = try contentType(hex)
        #expect(type.mediaType.name == name)
        #expect(name.isEmpty || type.mediaType.isNamed(name.uppercased()))
    }

    @Test("Parameters by number, by the newer number and by name")
    func parameters() throws {
        // text/plain; charset=utf-8; name="a.txt"
        for hex in [
            "0A8381EA85612E74787400", "0A8381EA97612E74787400",
            "1A83" + "6368617273657400" + "7574662D3800" + "6E616D6500" + "612E74787400",
        ] {
            let type = try contentType(hex)
            #expect(type.charset == .utf8)
            #expect(type.name == "a.txt")
            #expect(type.description.hasPrefix("text/plain; charset="))
        }
    }

    @Test("A related type names its root")
    func related() throws {
        let type = try contentType("1BB389" + "6170706C69636174696F6E2F736D696C00" + "8A" + "3C534D494C3E00")
        #expect(type.mediaType == .related)
        #expect(type.rootType?.name == "application/smil")
        #expect(type.start == "<SMIL>")
        let short = try contentType("03B38983")
        #expect(short.rootType == .plainText)
    }

    @Test(
        "A type that we make comes back as it was",
        arguments: ["text/plain", "image/jpeg", "application/smil", "video/3gpp", "Audio/AMR"])
    func made(name: String) throws {
        for parameters in [
            [], [Parameter.charset(.utf8)],
            [.name("é.txt"), Parameter(.text("x-own"), .integer(300)), Parameter(.q, .text("1"))],
        ] {
            let type = ContentType(MediaType(name), parameters)
            var reader = Reader(type.octets.span.bytes)
            #expect(try ContentType(from: &reader, field: "") == type)
            #expect(type.mediaType.name == name.lowercased())
        }
    }

    @Test("Quotation marks, no value and values of octets")
    func values() throws {
        let type = try contentType("128385" + "22612E74787400" + "8100" + "90" + "0301020391" + "00")
        #expect(type.name == "a.txt")
        #expect(type.charset == nil)
        #expect(type[Parameter.Assigned(rawValue: 0x10)]?.content == [1, 2, 3])
    }

    @Test(
        "Wrong types",
        arguments: [
            ("", DecodeError.Kind.truncated), ("61", .truncated), ("00", .truncated), ("05", .truncated),
            ("0281", .truncated),
            ("1F", .truncated), ("1F8080808080", .malformed), ("7F", .malformed), ("0283", .truncated),
            ("038381", .truncated),
            ("03830201", .truncated),
        ])
    func wrong(hex: String, kind: DecodeError.Kind) throws {
        let octets = try Hex.octets(hex)
        let error = #expect(throws: DecodeError.self) {
            var reader = Reader(octets.span.bytes)
            _ = try ContentType(from: &reader, field: "Content-Type")
        }
        #expect(error?.kind == kind)
        #expect(error?.field == "Content-Type")
    }
}
