import Foundation
package import Handset

/// The dialer's door to cellular calls.
public final class TelephonyConversationManager: Sendable {
    /// The one manager of the process.
    public static let sharedInstance = TelephonyConversationManager(client: .shared)

    private let client: HandsetClient

    package init(client: HandsetClient) { self.client = client }

    /// The lines that can call, for the app that is the default dialer; empty for every other app, and while the service
    /// does not answer.
    final public var cellularServices: [CellularService] {
        guard client.holds(.dialer), let lines = try? client.lines else { return [] }
        return lines.filter { $0.sim != .absent }.map { CellularService(id: UUID(naming: $0.id), label: $0.label) }
    }

    /// Starts a call. It goes to the default calling app first, and to the cellular network when there is none or that one
    /// declines.
    ///
    /// Of the default dialer it goes out at once; of every other app after the person has agreed. Returns when the call is on
    /// its way. A service code, such as `*#06#`, is no call: its answer is shown to the person.
    ///
    /// - Throws: a `HandsetError` that says why no call was started and what to do.
    final public func startCellularConversation(_ action: StartCellularConversationAction) async throws {
        guard let handle = action.handles.first else {
            throw HandsetError(
                .invalidArgument, "The call was not started: nobody is named. The other party hid its number.")
        }
        var line: Line.ID?
        if let service = action.cellularService {
            line = try client.lines.first { UUID(naming: $0.id) == service.id }?.id
            guard line != nil else { throw HandsetError(.noSuchLine) }
        }
        let outcome = try await client.dial(CallParty(handle), on: line)
        guard outcome.kind == .failed else { return }
        throw HandsetError(outcome.cause == .refused ? .refused : .unavailable, outcome.reason)
    }
}

extension UUID {
    /// The identity of a line, made of its id: the same on every machine and for ever. FNV-1a over 128 bits, marked as a UUID
    /// of the application's own making (RFC 9562, clause 5.8).
    init(naming line: Line.ID) {
        let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for octet in line.rawValue.utf8 { hash = (hash ^ UInt128(octet)) &* prime }
        var octets = (0..<16).map { UInt8(truncatingIfNeeded: hash >> (8 * (15 - $0))) }
        octets[6] = octets[6] & 0x0F | 0x80
        octets[8] = octets[8] & 0x3F | 0x80
        self = octets.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) }
    }
}
