import Foundation
import Handset
import HandsetPlatform

/// The command line of Handset: lines, apps, roles, texts, calls, status, and the codecs.
@main struct HandsetCommand {
    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.isEmpty, ProcessInfo.processInfo.environment["HANDSET_LAUNCH"] != nil {
            arguments = ["messages", "--collect"]  // launched as the messaging app: nobody typed anything
        }
        exit(await run(arguments))
    }

    private static func run(_ arguments: [String]) async -> Int32 {
        guard let word = arguments.first else {
            Output.error(Help.overview)
            return EX_USAGE
        }
        let rest = Array(arguments.dropFirst())
        do {
            let needsService = ["lines", "line", "send", "messages", "push", "status", "held"].contains(word)
            if needsService || CallCommands.words.contains(word), !rest.contains("--help"), !rest.contains("-h") {
                try requireBundle()
            }
            switch word {
            case "--help", "-h", "help": print(Help.overview)
            case "--version": print("handset \(handsetVersion)")
            case "lines": try await LineCommands.list(rest)
            case "line": try await LineCommands.change(rest)
            case "apps": try await RoleCommands.apps(rest)
            case "role": try await RoleCommands.role(rest)
            case "send": try await MessageCommands.send(rest)
            case "messages": try await MessageCommands.messages(rest)
            case "push": try await PushCommand.run(rest)
            case "status": try await StatusCommand.run(rest)
            case "held": try await HeldCommand.run(rest)
            case "pdu": return PDUCommand.run(rest)
            case "mms":
                guard DownloadCommands.words.contains(rest.first ?? "") else { return MMSCommand.run(rest) }
                try requireBundle()
                try await DownloadCommands.run(rest)
            case let word where CallCommands.words.contains(word): try await CallCommands.run(word, rest)
            default: throw CommandLineOptions.UsageError("no command \(word); handset --help lists them")
            }
            return EX_OK
        } catch let error as CommandLineOptions.UsageError {
            Output.error("handset: \(error.description)")
            return EX_USAGE
        } catch let error as HandsetError {
            Output.error("handset: \(error.message)")
            return error.exitCode
        } catch let failure as Failure {
            Output.error("handset: \(failure.message)")
            return failure.exitCode
        } catch {
            Output.error("handset: \(error)")
            return EX_SOFTWARE
        }
    }
}

/// Throws when this executable is in no bundle that handsetd knows: it would be told nothing, and could only mislead.
private func requireBundle() throws {
    guard try HandsetClient.shared.appID == nil else { return }
    throw Failure(
        "this executable is in no bundle that handsetd knows, so it is told nothing; use the installed handset, or the one in the "
            + "demonstration's folder", EX_NOPERM)
}

/// A command that could not do what it was asked, and its code of sysexits.h.
struct Failure: Error {
    var message: String
    var exitCode: Int32

    init(_ message: String, _ exitCode: Int32) {
        self.message = message
        self.exitCode = exitCode
    }
}

extension HandsetError {
    /// The nearest code of sysexits.h.
    var exitCode: Int32 {
        switch kind {
        case .notPermitted, .refused: EX_NOPERM
        case .invalidArgument: EX_DATAERR
        case .noSuchLine, .noSuchApp: EX_NOHOST
        case .busy: EX_TEMPFAIL
        case .unavailable, .unreachable: EX_UNAVAILABLE
        default: EX_SOFTWARE
        }
    }
}
