// A carrier-messaging app at launch: may it work, on which lines, and which can do what.
import Foundation
import TelephonyMessagingKit

@MainActor
final class Lines {
    private(set) var labels: [CellularServiceID: String] = [:]
    private var watching: [Task<Void, Never>] = []

    func begin() {
        let session = TelephonyMessagingSession.shared
        guard session.isConfiguredForCarrierMessaging else { return }
        do {
            for service in try session.cellularServices { labels[service.id] = service.label }
        } catch TelephonyMessagingSession.Error.invalidSession {
            return
        } catch {
            print(error.localizedDescription)
        }
        watching = [
            Task {
                for await state in session.cellularServiceStateUpdates { labels[state.id] = state.label }
            },
            Task { await watchViability() },
        ]
    }

    private func watchViability() async {
        let session = TelephonyMessagingSession.shared
        guard let updates = try? session.smsService.viabilityNotifications else { return }
        for await update in updates where !update.isViable { labels[update.cellularServiceID] = nil }
    }

    func canSend(on id: CellularServiceID) -> (sms: Bool, mms: Bool, rcs: Bool) {
        let session = TelephonyMessagingSession.shared
        return (
            session.smsService.isViable(for: id), session.mmsService.isViable(for: id),
            session.rcsService.isViable(for: id)
        )
    }

    func end() { watching.forEach { $0.cancel() } }
}

func store(_ state: CellularServiceState) throws -> String {
    let id: CellularServiceState.ID = try JSONDecoder().decode(
        CellularServiceID.self, from: JSONEncoder().encode(state.id))
    return "\(id.description) \(id == state.id) \(TelephonyMessagingSession.shared.id.uuidString)"
}

func text(_ error: TelephonyMessagingSession.Error) -> String {
    switch error {
    case .invalidSession, .serviceUnavailable: return "later"
    case .invalidArgument, .internalError: return error.errorDescription ?? ""
    @unknown default: return ""
    }
}
