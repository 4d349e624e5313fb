import Glibc
import HandsetPlatform

/// `carrier-sim`: a simulated carrier on this machine.
@main struct Main {
    static func main() {
        // A reader that goes away (`carrier-sim ctl ... | head`) is no reason to die half-way through a line.
        signal(SIGPIPE, SIG_IGN)
        let arguments = CommandLine.arguments.dropFirst()
        do {
            switch arguments.first {
            case "run": try Run(arguments.dropFirst()).start()
            case "ctl": try Control(arguments.dropFirst()).start()
            case "--help", "-h", "help": print(help)
            case "--version": print("carrier-sim \(handsetVersion)")
            case nil: throw Failure.usage("say what to do: run or ctl")
            case let other?: throw Failure.usage("no command \(other)")
            }
        } catch let error as CommandLineOptions.UsageError {
            Failure.usage(error.description).exit()
        } catch let error as Failure {
            error.exit()
        } catch {
            Failure(code: EX_SOFTWARE, message: String(describing: error)).exit()
        }
        fflush(nil)
    }

    private static let help = """
        usage: carrier-sim run (--demo | --config FILE) [--dir DIR] [--json] [--trace]
               carrier-sim ctl SOCKET COMMAND [NAME=VALUE | NAME:=JSON]...
               carrier-sim ctl SOCKET JSON
               carrier-sim --help | --version

        A simulated carrier: networks, SIM cards, subscribers who answer, and modems that speak AT.

        run   starts a carrier and prints where its modems and its control socket are. It ends on SIGINT or SIGTERM.
          --demo          two networks, two lines, four people
          --config FILE   the carrier that a JSON file describes ("-" is standard input)
          --dir DIR       the folder for the sockets; a new one under $XDG_RUNTIME_DIR or /tmp otherwise
          --json          prints one JSON object in place of lines
          --trace         shows what goes over the AT ports on standard error

        ctl   sends one request to the control socket of a running carrier and prints the answer.
          carrier-sim ctl DIR/control status
          carrier-sim ctl DIR/control send from=+15550123 to=+15550100 text="Hello"
          carrier-sim ctl DIR/control fault modem=personal fault=lose-indication times:=2
          carrier-sim ctl DIR/control wait party=personal state=deleted
          carrier-sim ctl DIR/control subscribe        (prints events until it is interrupted)

        Commands and faults are listed in docs/carrier.md.

        exit status: 0 done; 64 wrong usage; 65 the carrier refused the request; 66 no such file; 69 no carrier there;
        73 a port or folder cannot be made; 75 what was waited for did not happen; 78 wrong configuration
        """
}

/// An end with a status of sysexits.h and a sentence for the person.
struct Failure: Error {
    var code: Int32
    var message: String

    static func usage(_ message: String) -> Failure {
        Failure(code: EX_USAGE, message: message + " (carrier-sim --help)")
    }

    func exit() -> Never {
        fflush(nil)
        complain("carrier-sim: \(message)")
        Glibc.exit(code)
    }
}

/// Writes a line to standard error; `stderr` itself is shared mutable state to the language.
func complain(_ line: String) {
    let octets = Array((line + "\n").utf8)
    _ = octets.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// The octets of a file, or of standard input for `-`.
func contents(of path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(code: EX_NOINPUT, message: SystemError("open \(path)").description) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var octets: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { throw Failure(code: EX_NOINPUT, message: SystemError("read \(path)").description) }
        guard count > 0 else { return octets }
        octets += buffer.prefix(count)
    }
}
