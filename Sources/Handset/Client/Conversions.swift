import Foundation
import HandsetInterface

// The interface's values as an app has them. A value that is out of its range is left out: the service may be newer.

extension HandsetError {
    init(_ error: ServiceError) {
        let words = error.message.isEmpty ? nil : error.message
        switch error.kind {
        case .notPermitted: self.init(.notPermitted, words)
        case .invalidArgument: self.init(.invalidArgument, words)
        case .noSuchLine: self.init(.noSuchLine, words)
        case .noSuchApp: self.init(.noSuchApp, words)
        case .busy: self.init(.busy, words)
        case .refused: self.init(.refused, words)
        case .unavailable: self.init(.unavailable, words)
        case .unreachable: self.init(.unreachable, diagnostics: error.message)
        case .cancelled: self.init(.cancelled)
        case .unexpected: self.init(.failed, diagnostics: error.message)
        }
    }
}

extension SessionState {
    init(_ info: StateInfo) {
        self.init(app: info.app, roles: Set(info.roles.map(Role.init)), lines: info.lines.map(Line.init))
    }
}

extension Role {
    init(_ role: HandsetInterface.Role) { self.init(rawValue: role.rawValue) }
}

extension Line {
    init(_ info: LineInfo) {
        self.init(
            id: ID(rawValue: info.id), label: info.label, isPresent: info.isPresent, canSendSMS: info.canSendSMS,
            canCall: info.canCall, number: info.number, iccid: info.iccid,
            registration: (info.registration?.rawValue).flatMap(Registration.init(rawValue:)) ?? .unknown,
            signal: info.signal.flatMap { 0...100 ~= $0 ? $0 : nil }, network: info.network, sim: SIM(info.sim),
            modem: info.modem)
        region = info.region
        multimedia = info.multimedia.map(Multimedia.init)
    }
}

extension Line.Multimedia {
    init(_ info: MultimediaInfo) {
        self.init(
            isReady: info.isReady, obstacle: info.obstacle, maximumSize: info.maximumSize,
            maximumRecipients: info.maximumRecipients, maximumSubject: info.maximumSubject,
            maximumImageWidth: info.maximumImageWidth,
            maximumImageHeight: info.maximumImageHeight)
    }
}

extension Line.SIM {
    init(_ sim: LineInfo.SIM?) { self = (sim?.rawValue).flatMap(Line.SIM.init(rawValue:)) ?? .unknown }
}

extension UnlockResult {
    init(_ info: UnlockInfo) {
        self.init(outcome: Outcome(rawValue: info.outcome.rawValue) ?? .failed, attemptsLeft: info.attemptsLeft)
    }
}

extension App {
    init(_ info: AppInfo) {
        self.init(
            id: info.id, name: info.name, path: info.path, entitlements: info.entitlements,
            eligibleRoles: Set(info.eligible.map(Role.init)), roles: Set(info.holds.map(Role.init)),
            isTrusted: info.isTrusted)
    }
}

extension IncomingMessage {
    init(_ info: IncomingMessageInfo) {
        self.init(
            id: info.id, service: MessageService(rawValue: info.service), line: Line.ID(rawValue: info.line),
            sender: info.sender, senderKind: SenderKind(rawValue: info.senderKind.rawValue) ?? .unknown,
            text: info.text, sent: info.sent.map(Date.init(seconds:)), sentOffset: info.utcOffset,
            received: Date(seconds: info.received), isIncomplete: info.isIncomplete)
        recipients = info.recipients
        subject = info.subject
        headers = info.headers
        guard let body = info.body.flatMap({ try? MessageBody.octets(of: $0) }) else { return }
        parts = info.parts.compactMap { part in
            part.octets(in: body).map { octets in
                MessagePart(
                    type: part.type, id: part.id, fileName: part.name, isAttachment: part.disposition == .attachment,
                    data: Data(octets))
            }
        }
    }
}

extension SendRequest {
    init(_ message: OutgoingMessage) throws(ServiceError) {
        self.init(
            service: message.service.rawValue, line: message.line.rawValue, recipients: message.recipients,
            id: message.id, text: message.text, wantsReport: message.wantsReport)
        subject = message.subject
        wantsReadReport = message.wantsReadReport
        guard !message.parts.isEmpty else { return }
        let size = message.parts.reduce(0) { $0 + $1.data.count }
        guard message.parts.count <= InterfaceLimits.parts, size <= InterfaceLimits.body else {
            throw ServiceError(.invalidArgument, "the message has too many parts, or they are too large")
        }
        var octets: [UInt8] = []
        octets.reserveCapacity(size)
        for part in message.parts {
            parts.append(
                MessagePartInfo(
                    type: part.type, id: part.id, name: part.fileName,
                    disposition: part.isAttachment ? .attachment : .inline, offset: octets.count, size: part.data.count)
            )
            octets += part.data
        }
        body = try MessageBody.descriptor(of: octets)
    }
}

extension Download {
    init(_ info: DownloadInfo) {
        self.init(
            id: info.id, line: Line.ID(rawValue: info.line), sender: info.sender, subject: info.subject,
            size: info.size, announced: Date(seconds: info.announced), expires: Date(seconds: info.expires),
            state: State(rawValue: info.state.rawValue) ?? .waiting, reason: info.reason)
    }
}

extension SendResult {
    init(_ result: HandsetInterface.SendResult) {
        switch result.outcome {
        case .taken: self.init(outcome: .taken, code: result.code)
        case .refused(let isPermanent, let reason):
            self.init(
                outcome: isPermanent ? .refusedPermanently : .refusedTemporarily, reason: reason, code: result.code)
        case .unknown: self.init(outcome: .unknown, code: result.code)
        }
    }
}

extension SentMessage {
    init(_ info: SentInfo) {
        self.init(
            serial: info.serial, messageID: info.id, service: MessageService(rawValue: info.service),
            line: Line.ID(rawValue: info.line), recipients: info.recipients,
            state: State(rawValue: info.state.rawValue) ?? .unknown, parts: info.parts, date: Date(seconds: info.time),
            reportDate: info.reportTime.map(Date.init(seconds:)))
    }
}

extension NotificationInfo {
    init(_ notification: LocalNotification) {
        self.init(
            id: notification.id, title: notification.title, subtitle: notification.subtitle, body: notification.body,
            sound: notification.sound, category: notification.category, thread: notification.thread,
            urgency: Urgency(rawValue: UInt32(notification.urgency.rawValue)) ?? .normal, info: notification.info,
            actions: notification.actions.map { action in
                Action(
                    id: action.id, title: action.title, takesText: action.asksForText, opensApp: action.isForeground)
            })
    }
}

extension LocalNotification {
    init(_ info: NotificationInfo) {
        self.init(
            id: info.id, title: info.title, subtitle: info.subtitle, body: info.body, sound: info.sound,
            category: info.category ?? "", thread: info.thread ?? "",
            urgency: Urgency(rawValue: Int(info.urgency.rawValue)) ?? .normal, info: info.info ?? "{}",
            actions: info.actions.map { action in
                Action(id: action.id, title: action.title, asksForText: action.takesText, isForeground: action.opensApp)
            })
    }
}

extension NotificationResponse {
    init(_ info: NotificationResponseInfo) {
        self.init(
            notification: info.notification.map(LocalNotification.init) ?? LocalNotification(id: info.id),
            action: info.action, text: info.text)
    }
}

extension ServiceStatus {
    init(_ info: StatusInfo) {
        self.init(
            version: info.version,
            modems: info.modems.map { modem in
                Modem(
                    name: modem.name, isReachable: modem.isReachable, trouble: modem.trouble, sim: Line.SIM(modem.sim),
                    line: modem.line.map(Line.ID.init(rawValue:)))
            },
            waiting: info.waiting, parked: info.parked, held: info.held, incomplete: info.incomplete,
            sending: info.sending, agents: info.agents, trouble: info.trouble,
            heldKinds: info.heldKinds, heldLost: info.heldLost,
            configuredRoles: [Role: String](
                uniqueKeysWithValues: info.configuredRoles.map { (Role(rawValue: $0.key.rawValue), $0.value) }))
    }
}

extension Date {
    init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }
}
