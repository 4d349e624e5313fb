import Glibc
import HandsetDBus
import HandsetPlatform

/// What the command line and the environment ask for.
struct AgentOptions: Sendable {
    var bus = BusAddress.system
    var sessionBus = BusAddress.session
    var apps = ""
    /// Where apps' output goes, a file an app.
    var logs: String?
    var asksOnTerminal = false
    var environment: [String: String] = [:]

    enum Parsed {
        case run(AgentOptions)
        /// What it was asked to say, `--help` or `--version`.
        case answer(String)
        case usage(String)
    }

    static let help = """
        usage: handset-agent [--bus ADDRESS] [--session-bus ADDRESS] [--apps DIR] [--terminal]

        The agent of a session for handsetd: starts apps, posts their notifications and asks the person.

          --bus ADDRESS          the bus that handsetd is on (default: HANDSET_BUS, else the system bus)
          --session-bus ADDRESS  the bus of the desktop, for notifications (default: the session bus)
          --apps DIR             the folder of the user's own bundles (default: $XDG_DATA_HOME/handset/apps)
          --terminal             where no notification server runs, ask on the controlling terminal
          --help, --version

        An app is started with HANDSET_LAUNCH (message, call, push, notification, url) in its environment, with
        HANDSET_LAUNCH_URL for a url, and with HANDSET_BUS where handsetd is not on the system bus. Its output goes
        to $XDG_STATE_HOME/handset/apps/ID.log.

        exit codes: 64 (usage); otherwise it runs until it is told to end, and connects again by itself.
        """

    static func parse(_ arguments: [String]) -> Parsed {
        do {
            let given = try CommandLineOptions(
                arguments, flags: ["help", "version", "terminal"], valued: ["bus", "session-bus", "apps"])
            if given.has("help") { return .answer(help) }
            if given.has("version") { return .answer("handset-agent \(handsetVersion)") }
            if let operand = given.operands.first { return .usage("what is \(operand) for?") }
            var options = AgentOptions()
            options.environment = currentEnvironment()
            let environment = options.environment
            let home = environment["HOME"] ?? "/"
            if let address = given.value("bus") ?? environment["HANDSET_BUS"], !address.isEmpty {
                options.bus = .address(address)
            }
            if let address = given.value("session-bus") { options.sessionBus = .address(address) }
            options.apps =
                given.value("apps").map(absolute)
                ?? "\(environment["XDG_DATA_HOME"] ?? "\(home)/.local/share")/handset/apps"
            options.logs = "\(environment["XDG_STATE_HOME"] ?? "\(home)/.local/state")/handset/apps"
            options.asksOnTerminal = given.has("terminal")
            return .run(options)
        } catch {
            return .usage(error.description)
        }
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    private static func currentEnvironment() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let sign = text.firstIndex(of: "=") {
                variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            next += 1
        }
        return variables
    }
}
