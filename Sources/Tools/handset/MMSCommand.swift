import Glibc
import HandsetMMS
import HandsetWireCore

/// `handset mms`: multimedia messages between their octets and what they mean.
enum MMSCommand {
    static let usage = """
        usage: handset mms decode FILE
               handset mms explain FILE

        decode   prints one JSON object: the fields of the message, its parts, and the push around it.
        explain  prints the octets field by field, as far as they can be read.

        FILE holds a PDU or a WAP push, as octets or as hexadecimal digits; - is standard input.

        exit codes: 0, 64 (usage), 65 (the octets cannot be read as a message), 66 (FILE cannot be read)
        """

    /// How a command ends other than well (sysexits.h).
    struct Stop: Error {
        var code: Int32
        var message: String
    }

    static func run(_ arguments: [String]) -> Int32 {
        run(
            arguments, output: { print($0) },
            error: { message in
                let line = "handset mms: \(message)\n"
                _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            })
    }

    static func run(_ arguments: [String], output: (String) -> Void, error report: (String) -> Void) -> Int32 {
        do throws(Stop) {
            if arguments.dropFirst().contains(where: { $0 == "--help" || $0 == "-h" }) {
                output(usage)
                return 0
            }
            switch (arguments.first, arguments.count) {
            case ("decode", 2): output(try decode(try read(arguments[1])).text)
            case ("explain", 2): try explain(try read(arguments[1]), output)
            case ("decode", _), ("explain", _): throw Stop(code: 64, message: "one file is needed")
            case ("--help", _), ("-h", _), ("help", _): output(usage)
            default: throw Stop(code: 64, message: "decode or explain? see handset mms --help")
            }
            return 0
        } catch {
            report(error.message)
            return error.code
        }
    }

    static func decode(_ octets: [UInt8]) throws(Stop) -> PDUJSON {
        do throws(DecodeError) {
            return try MMSDescription(of: octets).json
        } catch {
            throw Stop(code: 65, message: "\(error)")
        }
    }

    static func explain(_ octets: [UInt8], _ output: (String) -> Void) throws(Stop) {
        let explanation = MMSExplanation(of: octets)
        for line in explanation.lines {
            // The first octets show where one is; a picture's others would show nothing.
            let shown = Hex.string(line.octets.prefix(12)) + (line.octets.count > 12 ? ".." : "")
            let meaning = String(repeating: "  ", count: line.depth) + line.name + ": " + printable(line.value)
            output(pad("\(line.offset)", 8) + pad(shown, 28) + meaning)
        }
        if let failure = explanation.failure { throw Stop(code: 65, message: "\(failure)") }
        guard !octets.isEmpty else { throw Stop(code: 65, message: "there are no octets") }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// A stranger's text without the controls that a terminal would obey.
    private static func printable(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            let isControl = scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
            result += isControl ? "\\u{" + String(scalar.value, radix: 16) + "}" : String(scalar)
        }
    }

    // MARK: The file

    private static func read(_ path: String) throws(Stop) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Stop(code: 66, message: "\(path): \(String(cString: strerror(errno)))") }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var octets: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        // Digits and line ends make a file of text longer than its message.
        while octets.count <= MMSLimits.pduOctets * 3 {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Stop(code: 66, message: "\(path): \(String(cString: strerror(errno)))") }
            guard count > 0 else { return try message(octets) }
            octets += chunk[..<count]
        }
        throw Stop(code: 65, message: "the file is over the limit")
    }

    /// The octets that the digits of a text say, or those of the file. No message consists of digits alone.
    static func message(_ octets: [UInt8]) throws(Stop) -> [UInt8] {
        let digits = octets.filter { $0 > 0x20 }
        let isText = digits.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 }
        guard isText, !digits.isEmpty else { return octets }
        do throws(DecodeError) { return try Hex.octets(String(decoding: digits, as: UTF8.self)) } catch {
            throw Stop(code: 65, message: "\(error)")
        }
    }
}
