import Foundation
import HandsetPlatform
import HandsetTesting

/// Handset on a simulated carrier, for a person at a keyboard, or for one whole exchange without one.
@main struct HandsetDemo {
    static let help = """
        usage: handset-demo [--once | APP]

        Starts a private bus, a simulated carrier with two networks, two lines (Personal, Work), handsetd and handset-agent, in a folder
        of its own, and opens the messaging app for you. APP is your own: the folder of a bundle, or an executable. --once plays one exchange
        without a keyboard and exits 0 only if every step happened. Exit codes: 69 when it cannot run, 130 after Ctrl-C.
        """

    static func main() async {
        do {
            let options = try CommandLineOptions(CommandLine.arguments.dropFirst(), flags: ["once", "help"])
            if options.has("help") { return print(help) }
            guard options.operands.count <= (options.has("once") ? 0 : 1) else {
                throw CommandLineOptions.UsageError(help)
            }
            let stage = try await Stage(app: options.operands.first)
            let signals = endOnSignals(stage.machine)
            defer { withExtendedLifetime(signals) {} }
            do {
                try await (options.has("once") ? OneExchange(stage).play() : Visit(stage).run())
            } catch {
                exitIfInterrupted()
                let logs = stage.machine.logs
                await stage.machine.shutDown()
                fail("\(error)\n\(logs)", EX_UNAVAILABLE)
            }
            await stage.machine.shutDown()
            exitIfInterrupted()
        } catch let error as CommandLineOptions.UsageError {
            fail(error.description, EX_USAGE)
        } catch {
            fail("\(error)", EX_UNAVAILABLE)
        }
    }

    /// Ctrl-C ends what was started too: each program of the machine is in a session of its own and hears nothing of it.
    private static func endOnSignals(_ machine: TestMachine) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                // What was going on ends with its machine: its end is no success.
                interruption.withLock { $0 = number }
                Task {
                    await machine.shutDown()
                    exitIfInterrupted()
                }
            }
            source.resume()
            return source
        }
    }

    private static let interruption = Lock<Int32?>(nil)

    private static func exitIfInterrupted() {
        if let number = interruption.withLock({ $0 }) { exit(128 + number) }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data("handset-demo: \(message)\n".utf8))
        exit(code)
    }
}
