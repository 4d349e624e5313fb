import Glibc
import Testing

@testable import handset

/// `handset mms`, from a file to what it prints.
@Suite("handset mms")
struct MMSCommandTests {
    private static let refusal = "8c81985431008d9292e19307ea6e6f70652100"

    /// What a run prints, complains of and returns.
    private func run(_ arguments: [String]) -> (output: [String], complaints: [String], code: Int32) {
        var output: [String] = []
        var complaints: [String] = []
        let code = MMSCommand.run(arguments, output: { output.append($0) }, error: { complaints.append($0) })
        return (output, complaints, code)
    }

    private func withFile<Result>(_ octets: [UInt8], _ body: (String) throws -> Result) rethrows -> Result {
        var path = Array("/tmp/handset-mms-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(name) }
        #expect(octets.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == octets.count)
        close(descriptor)
        return try body(name)
    }

    @Test("A file of digits, and the same file as octets")
    func decode() throws {
        let json = """
            {"type":"m-send-conf","transactionID":"T1","version":"1.2",\
            "responseStatus":"error-permanent-service-denied","responseText":"nope!"}
            """
        let octets = try MMSCommand.message(Array(Self.refusal.utf8))
        for file in [octets, Array(Self.refusal.utf8), Array((Self.refusal.uppercased() + "\n").utf8)] {
            let result = withFile(file) { run(["decode", $0]) }
            #expect(result.code == 0)
            #expect(result.output == [json])
            #expect(result.complaints.isEmpty)
        }
    }

    @Test("A message of parts, by itself and in a push")
    func parts() {
        let message =
            "8c848d928504000000058915802b31353535303130302f545950453d504c4d4e00"
            + "84a3010a05038381eac0223c743e0068656c6c6f"
        let members = """
            "type":"m-retrieve-conf","version":"1.2","date":5,"from":{"type":"PLMN","value":"+15550100"},\
            "contentType":"application/vnd.wap.multipart.mixed","parts":[{"contentType":"text/plain; charset=utf-8",\
            "name":"t","contentID":"t","octets":5,"text":"hello"}],"slides":[["t"]]}
            """
        #expect(withFile(Array(message.utf8)) { run(["decode", $0]) }.output == ["{" + members])
        let push = """
            {"push":{"transactionID":1,"contentType":"application/vnd.wap.mms-message",\
            "applicationID":"x-wap-application:mms.ua","subject":"mms","octets":53},
            """
        let inPush = withFile(Array(("010603beaf84" + message).utf8)) { run(["decode", $0]) }
        #expect(inPush.output == [push + members])
        let broken = withFile(Array("8c828940".utf8)) { run(["decode", $0]) }
        #expect(broken.code == 65)
        #expect(broken.complaints == ["From is wrong at octet 3"])
    }

    @Test("The octets field by field")
    func explain() {
        let result = withFile(Array(Self.refusal.utf8)) { run(["explain", $0]) }
        #expect(result.code == 0)
        #expect(result.output.count == 5)
        #expect(result.output.first?.hasSuffix("X-Mms-Message-Type: m-send-conf") == true)
        #expect(result.output.last?.hasSuffix("X-Mms-Response-Text: \"nope!\" (utf-8)") == true)
    }

    @Test("Of a damaged message, what can be read")
    func explainDamage() {
        let result = withFile(Array("8c828940".utf8)) { run(["explain", $0]) }
        #expect(result.code == 65)
        #expect(result.output.count == 2)
        #expect(result.complaints == ["From is wrong at octet 3"])
    }

    @Test("Controls of a stranger's text do not reach the terminal")
    func controls() {
        let result = withFile(Array("8c81985431008d9292e193071b5b324a0700".utf8)) { run(["explain", $0]) }
        #expect(!result.output.joined().unicodeScalars.contains { $0.value < 0x20 })
    }

    private static let endings: [([String], Int32)] = [
        ([], 64), (["decode"], 64), (["decode", "a", "b"], 64), (["draw", "x"], 64),
        (["decode", "/nonexistent/file"], 66),
        (["explain", "/dev/null"], 65), (["--help"], 0),
    ]

    @Test("How it ends otherwise", arguments: endings)
    func codes(arguments: [String], code: Int32) {
        let result = run(arguments)
        #expect(result.code == code)
        #expect(result.complaints.isEmpty == (code == 0))
    }
}
