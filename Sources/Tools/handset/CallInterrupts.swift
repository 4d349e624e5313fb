import Dispatch
import Foundation
import Handset

/// What an interrupt or the end of the terminal does from the moment that a call is asked for: it hangs up.
///
/// Until the service has answered, the call has no id here: it is the one that was begun since.
actor CallInterrupts {
    private let began = Date(timeIntervalSinceNow: -0.001)
    private var call: Call.ID?
    private var isInterrupted = false
    private var sources: [any DispatchSourceSignal] = []

    func begin() {
        // Also when the terminal is closed: nobody would know of the call.
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { [weak self] in Task { await self?.interrupted(number) } }
            source.resume()
            return source
        }
    }

    func end() {
        for source in sources { source.cancel() }
        sources = []
    }

    /// The service has said which call it is.
    func found(_ call: Call.ID) async {
        self.call = call
        if isInterrupted { await hangUp(call) }
    }

    private func interrupted(_ number: Int32) async {
        isInterrupted = true
        if let call { return await hangUp(call) }
        let calls = (try? await HandsetClient.shared.calls()) ?? []
        let begun = calls.filter { !$0.isIncoming && $0.state != .ended && $0.connected == nil && $0.started >= began }
        // Nothing to hang up, as while a service code is asked about: the wait is over.
        guard !begun.isEmpty else { exit(128 + number) }
        for call in begun { await hangUp(call.id) }
    }

    private func hangUp(_ call: Call.ID) async { try? await HandsetClient.shared.perform(.hangUp, on: call) }
}
