public import Foundation
import HandsetInterface

/// A part of a message that was received and that no app can be given: it could not be read, or nothing here takes its
/// kind.
public struct HeldMessage: Hashable, Sendable {
    /// Its number; later ones have greater ones.
    public let id: UInt64
    /// A word for what it is: `unreadable`, `wap-push`, `port`, `message-waiting`, `visual-voicemail`, `type-0`, `card`,
    /// `data`.
    public let kind: String
    /// The line that it came on.
    public let line: Line.ID
    /// When it came.
    public let received: Date
    /// Its octets' count.
    public let size: Int
    /// As they came from the modem, where they were asked for.
    public let octets: [UInt8]?
}

extension HandsetClient {
    /// What is kept that no app can be given; for the person's own tools.
    ///
    /// - Parameter withOctets: also what they hold; for root and the user that runs the service.
    /// - Throws: ``HandsetError``.
    public func heldMessages(withOctets: Bool = false) async throws(HandsetError) -> [HeldMessage] {
        var all: [HeldMessage] = []
        while true {
            let last = all.last?.id ?? 0
            let page = try await patientCall(.zero) { service throws(ServiceError) in
                try await service.held(after: last, withOctets: withOctets)
            }
            all += page.filter { $0.id > last }.map { held in
                HeldMessage(
                    id: held.id, kind: held.kind, line: Line.ID(rawValue: held.line),
                    received: Date(timeIntervalSince1970: TimeInterval(held.received)), size: held.size,
                    octets: held.octets)
            }
            guard page.count == InterfaceLimits.heldPage, let end = all.last?.id, end > last else { return all }
        }
    }

    /// Deletes what is kept under an id; for root and the user that runs the service.
    ///
    /// - Throws: ``HandsetError``.
    public func forgetHeldMessage(_ id: UInt64) async throws(HandsetError) {
        try await patientCall(.zero) { service throws(ServiceError) in try await service.forgetHeld(.id(id)) }
    }

    /// Deletes all that is kept of a kind; for root and the user that runs the service.
    ///
    /// - Throws: ``HandsetError``.
    public func forgetHeldMessages(ofKind kind: String) async throws(HandsetError) {
        try await patientCall(.zero) { service throws(ServiceError) in try await service.forgetHeld(.kind(kind)) }
    }
}
