import CHandsetSystemd
import Glibc
import HandsetATModem
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import HandsetService

/// `handsetd`: the telephony service of a machine.
@main struct Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        // Messages lie in the state folder.
        umask(0o077)
        let options: Options
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            let given = try CommandLineOptions(
                arguments, flags: ["help", "version"], valued: ["bus", "state", "apps", "modem"])
            if given.has("help") { return print(Options.help) }
            if given.has("version") { return print("handsetd \(handsetVersion)") }
            options = try Options(given)
        } catch let error as CommandLineOptions.UsageError {
            fail(EX_USAGE, "\(error.description) (handsetd --help)")
        } catch {
            fail(EX_USAGE, "\(error) (handsetd --help)")
        }
        // Before there is any other thread, so that all of them leave the signals to this one.
        var ends = sigset_t()
        sigemptyset(&ends)
        sigaddset(&ends, SIGTERM)
        sigaddset(&ends, SIGINT)
        pthread_sigmask(SIG_BLOCK, &ends, nil)
        ServiceActor.loop.takeGlobalJobs()
        let (signals, signalled) = AsyncStream.makeStream(of: Void.self)
        // Not on the main actor, whose thread waits for signals.
        Task { @ServiceActor in exit(await Run(options).run(until: signals)) }
        while true {
            var number: Int32 = 0
            if sigwait(&ends, &number) == 0 { signalled.yield() }
        }
    }

    static func fail(_ code: Int32, _ message: String) -> Never {
        Log.error(message)
        exit(code)
    }
}
