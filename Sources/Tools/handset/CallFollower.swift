import Dispatch
import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// Follows one call at the terminal until it ends; an interrupt or the end of the terminal hangs up.
struct CallFollower {
    let call: Call.ID
    let isJSON: Bool

    func follow() async throws {
        // Also when the terminal is closed: nobody would know of the call.
        let endings = [SIGINT, SIGTERM, SIGHUP].map(hangUp(on:))
        defer { for ending in endings { ending.cancel() } }
        var shown: String?
        for await calls in HandsetClient.shared.callUpdates {
            guard let call = calls.first(where: { $0.id == call }) else {
                // Ended so long ago that the service tells of it no more.
                if shown != nil { return }
                continue
            }
            if isJSON {
                Output.json(CallCommands.json(call))
            } else if call.state != .ended, call.stateInWords != shown {
                Output.line(printable(call.stateInWords))
            }
            shown = call.stateInWords
            guard call.state != .ended else { return try end(call) }
        }
    }

    private func end(_ call: Call) throws {
        let cause = call.cause ?? .unknown
        let words = printable(call.reason ?? cause.inWords)
        guard cause.exitCode == EX_OK else { throw Failure(words, cause.exitCode) }
        guard !isJSON else { return }
        if let connected = call.connected {
            let seconds = Int((call.ended ?? Date()).timeIntervalSince(connected).rounded())
            Output.line("\(words) after \(seconds) s")
        } else {
            Output.line(words)
        }
    }

    private func hangUp(on number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { [call] in
            Task { try? await HandsetClient.shared.perform(.hangUp, on: call) }
        }
        source.resume()
        return source
    }
}
