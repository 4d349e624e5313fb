import HandsetDBus
import HandsetPlatform
import HandsetService

/// The command line, read.
struct Options: Sendable {
    var bus = BusAddress.system
    var state = "/var/lib/handset"
    var apps = ["/usr/share/handset/apps"]
    var modems: [Configuration.Modem] = []

    init(_ given: CommandLineOptions) throws {
        if let operand = given.operands.first { throw CommandLineOptions.UsageError("\(operand): no operands here") }
        switch given.value("bus") {
        case nil, "system": bus = .system
        case "session": bus = .session
        case let address?: bus = .address(address)
        }
        if let folder = given.value("state") { state = folder }
        if !given.values("apps").isEmpty { apps = given.values("apps") }
        modems = try given.values("modem").map { try Configuration.modem(argument: $0) }
    }

    static let help = """
        usage: handsetd [--bus ADDRESS|system|session] [--state DIR] [--apps DIR]... [--modem NAME=PORT]...

        The telephony service: receives and sends texts over modems, and hands them to the app that the person chose.

          --bus ADDRESS   the bus to be found on: system (default), session, or a D-Bus address
          --state DIR     the folder for the store and config.json (default /var/lib/handset)
          --apps DIR      a folder of app bundles to be trusted; may be repeated (default /usr/share/handset/apps)
          --modem NAME=unix:PATH | NAME=/dev/ttyX[@BAUD]
                          a modem that speaks AT; may be repeated, and adds to those of config.json
          --help, --version

        exit status: 0 stopped by SIGTERM or SIGINT; 64 wrong usage; 65 the store is damaged or of a newer version;
        69 the name on the bus is taken; 73 the store cannot be made; 74 the disk failed or is full; 75 another handsetd
        uses the state folder; 77 no permission; 78 wrong configuration

        docs/operating.md says what to do for each trouble.
        """
}
