public import Foundation
package import Handset

/// The app's way to the carrier's messages: the lines, and the services that send and receive on them.
///
/// Everything but ``isConfiguredForCarrierMessaging`` and the `isViable` functions needs the role *carrier-messaging*,
/// which the person gives to one app (`handset role carrier-messaging`, or the settings). Without it getters and calls
/// throw ``Error/invalidSession``; when the Handset service cannot be reached they throw ``Error/serviceUnavailable``.
public final class TelephonyMessagingSession: Identifiable, Sendable {
    /// As the conformance asks for.
    public typealias ID = UUID

    /// The only session of the process.
    public static let shared = TelephonyMessagingSession(client: .shared)

    /// Names this session; another in every process.
    public let id = UUID()

    package let client: HandsetClient
    private let sms: SMSService
    private let mms: MMSService
    private let rcs: RCSService

    package init(client: HandsetClient) {
        self.client = client
        sms = SMSService(client: client)
        mms = MMSService(client: client)
        rcs = RCSService(client: client)
    }

    /// Whether this app is the one that the person chose for the carrier's messages.
    ///
    /// False also while the service cannot be reached. The first look in a process may take up to two seconds, until the
    /// service has answered; later ones read what is known. Check it before anything else here.
    final public var isConfiguredForCarrierMessaging: Bool { client.holds(.carrierMessaging) }

    /// The lines that have a SIM, in the service's order. A line that is known but whose modem is not up yet is there.
    ///
    /// - Throws: ``Error/invalidSession`` without the role, ``Error/serviceUnavailable`` without the service.
    final public var cellularServices: [CellularServiceState] {
        get throws {
            try withSessionErrors { () throws(HandsetError) in
                try client.messagingLines().map(CellularServiceState.init)
            }
        }
    }

    /// Lines that came, went or got another label; read ``cellularServices`` again at each element.
    ///
    /// A loop starts with the lines of now. A slow loop gets the latest state of each line, not each change. A line that
    /// went comes once more with what was last known of it. Any number of loops may run; each sees everything.
    final public var cellularServiceStateUpdates: some AsyncSequence<CellularServiceState, Never> {
        client.lineNames.subscribe().map(CellularServiceState.init)
    }

    /// Texts (3GPP TS 23.040).
    final public var smsService: SMSService { sms }

    /// Multimedia messages (OMA MMS).
    final public var mmsService: MMSService { mms }

    /// RCS messages (GSMA RCC.07).
    final public var rcsService: RCSService { rcs }
}

extension TelephonyMessagingSession {
    /// What keeps any of the services from working for this app.
    public enum Error: Swift.Error, LocalizedError, Hashable, Codable, Sendable {
        /// The app has not the role, or lost it.
        case invalidSession
        /// The Handset service does not answer, or has nothing to do it with.
        case serviceUnavailable
        /// A value cannot be used: an unknown line, an empty address, a text over the limit.
        case invalidArgument
        /// Something failed inside Handset; its log says what.
        case internalError
    }
}

extension TelephonyMessagingSession.Error {
    package init(_ error: HandsetError) {
        switch error.kind {
        case .notPermitted: self = .invalidSession
        case .unreachable, .unavailable, .busy: self = .serviceUnavailable
        case .invalidArgument, .noSuchLine: self = .invalidArgument
        default: self = .internalError
        }
    }
}

/// The same work, its errors by the framework's names.
package func withSessionErrors<Result>(
    _ work: () throws(HandsetError) -> Result
) throws(TelephonyMessagingSession.Error) -> Result {
    do { return try work() } catch { throw TelephonyMessagingSession.Error(error) }
}
