import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// Follows one call at the terminal until it ends.
struct CallFollower {
    let call: Call.ID
    let isJSON: Bool

    func follow() async throws {
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
}
