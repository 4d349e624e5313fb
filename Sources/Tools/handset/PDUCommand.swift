import Glibc
import HandsetSMS
import HandsetWireCore

/// `handset pdu`: short messages between the octets of PDU mode and what they mean.
enum PDUCommand {
    static let usage = """
        usage: handset pdu decode [--direction mt|mo] [--no-smsc] [--error] HEX...
               handset pdu encode --to NUMBER [--smsc NUMBER] [--report] [--class 0-3] [--reference N]
                                  [--validity N[s|m|h|d|w]] [--alphabet auto|gsm7|ucs2] TEXT
               handset pdu explain [--direction mt|mo] [--no-smsc] [--error] HEX

        decode   prints one JSON object a PDU. A damaged PDU prints what could be read, and what is wrong in `damage`.
                 With - the PDUs are read from standard input, one a line. Spaces in HEX are passed over.
        encode   prints one line of hexadecimal digits a part.
        explain  prints the octets field by field.

          --direction  mt: to a mobile (default), mo: from a mobile
          --no-smsc    HEX starts with the TPDU, not with the address of the service centre
          --error      HEX is a report that came in an RP-ERROR

          NUMBER       up to 20 digits, among which may be * # a b c; + in front of an international number
          --report     asks for a status report
          --reference  0 to 65535, what the parts have in common; above 255 it takes 16 bits
          --validity   seconds, or minutes, hours, days, weeks; 63w at most

        exit codes: 0, 64 (usage), 65 (nothing could be read of a PDU, or the text does not fit the alphabet)
        """

    /// How a command ends other than well (sysexits.h).
    struct Stop: Error {
        var code: Int32
        var message: String

        static func usage(_ message: String) -> Stop { Stop(code: 64, message: message) }
        static func data(_ message: String) -> Stop { Stop(code: 65, message: message) }
    }

    static func run(_ arguments: [String]) -> Int32 {
        run(
            arguments, output: { print($0) },
            error: { message in
                let line = "handset pdu: \(message)\n"
                _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            })
    }

    static func run(_ arguments: [String], output: (String) -> Void, error report: (String) -> Void) -> Int32 {
        do {
            switch arguments.first {
            case "decode": return try PDUDecode(arguments.dropFirst()).run(output: output, error: report)
            case "encode": try PDUEncode(arguments.dropFirst()).run(output: output)
            case "explain": try PDUExplain(arguments.dropFirst()).run(output: output, error: report)
            case "--help", "-h", "help": output(usage)
            case let name?: throw Stop.usage("there is no \(name); see handset pdu --help")
            case nil: throw Stop.usage("what to do? see handset pdu --help")
            }
            return 0
        } catch {
            let stop = error as? Stop ?? Stop(code: 70, message: "\(error)")
            guard stop.code != 0 else {
                output(usage)
                return 0
            }
            report(stop.message)
            return stop.code
        }
    }
}

/// Options in front of operands, as `getopt_long` reads them.
struct PDUArguments {
    private(set) var values: [String: String] = [:]
    private(set) var flags: Set<String> = []
    private(set) var operands: [String] = []

    init(_ arguments: ArraySlice<String>, valued: Set<String>, flags allowed: Set<String>) throws {
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--"), argument != "--" else {
                if argument == "--" {
                    operands += rest
                    return
                }
                operands.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            if name == "help" { throw PDUCommand.Stop(code: 0, message: "") }
            if allowed.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if allowed.contains(name) {
                throw PDUCommand.Stop.usage("--\(name) takes no value")
            } else if valued.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw PDUCommand.Stop.usage("--\(name) needs a value")
                }
                values[name] = value
            } else {
                throw PDUCommand.Stop.usage("there is no option --\(name); see handset pdu --help")
            }
        }
    }
}
