import HandsetSMS

/// How handing a TPDU to a modem or subscriber ended.
enum DeliveryOutcome: Hashable {
    case acknowledged
    /// Nobody is there; an alert follows when the recipient is back.
    case absent
    /// RP cause 22; an alert follows when there is room (RP-SMMA).
    case memoryFull
    /// Another RP cause (3GPP TS 24.011, annex E), or no answer.
    case failed
}

/// A message that the service centre has and the recipient has not.
final class StoredItem {
    struct ReportRequest {
        var number: String
        var reference: UInt8
    }

    let message: MessageID
    let network: Network
    let kind: LogEntry.Kind
    let sender: String
    let tpdu: [UInt8]
    let messageReference: UInt8?
    let acceptedAt: Duration
    let expiresAt: Duration
    let report: ReportRequest?
    var expiry: Timeline.Token?
    /// Held back on purpose: by a delay, or until another has passed.
    var isHeld = false
    var isWaitingForAnother = false
    /// Faults strike an item once.
    var hasMetFaults = false
    var isDuplicated = false
    var truncation: Int?

    init(
        message: MessageID, network: Network, kind: LogEntry.Kind, sender: String, tpdu: [UInt8],
        messageReference: UInt8? = nil, acceptedAt: Duration, validity: Duration, report: ReportRequest? = nil
    ) {
        self.message = message
        self.network = network
        self.kind = kind
        self.sender = sender
        self.tpdu = tpdu
        self.messageReference = messageReference
        self.acceptedAt = acceptedAt
        expiresAt = acceptedAt + validity
        self.report = report
    }

    var octets: [UInt8] { truncation.map { Array(tpdu.prefix($0)) } ?? tpdu }
}

/// The service centres of all networks: they keep each message until its recipient has it or its time is over.
///
/// One delivery at a time goes to a recipient, in the order of acceptance (3GPP TS 23.040, clause 3.2).
final class ServiceCentre {
    private final class Mailbox {
        var items: [StoredItem] = []
        var isBusy = false
        var isPumping = false
        /// Waits for an alert or for `retry`.
        var isPaused = false
        var retry: Timeline.Token?
    }

    private unowned let world: World
    private var mailboxes: [String: Mailbox] = [:]

    init(world: World) { self.world = world }

    func accept(_ item: StoredItem, for recipient: String) {
        mailbox(recipient).items.append(item)
        pump(recipient)
    }

    /// The recipient is back, or has room again.
    func alert(_ recipient: String) {
        guard let mailbox = mailboxes[recipient] else { return }
        resume(mailbox)
        pump(recipient)
    }

    func waitingCount(for recipient: String) -> Int { mailboxes[recipient]?.items.count ?? 0 }
    var waitingCounts: [String: Int] { mailboxes.mapValues(\.items.count).filter { $0.value > 0 } }

    private func mailbox(_ recipient: String) -> Mailbox {
        if let mailbox = mailboxes[recipient] { return mailbox }
        let mailbox = Mailbox()
        mailboxes[recipient] = mailbox
        return mailbox
    }

    private func resume(_ mailbox: Mailbox) {
        mailbox.isPaused = false
        world.timeline.cancel(mailbox.retry)
        mailbox.retry = nil
    }

    private func pump(_ recipient: String) {
        let mailbox = mailbox(recipient)
        guard !mailbox.isPumping else { return }
        mailbox.isPumping = true
        while !mailbox.isBusy, !mailbox.isPaused, let item = mailbox.items.first(where: { !$0.isHeld }) {
            begin(item, mailbox, recipient)
        }
        mailbox.isPumping = false
        world.changed()
    }

    private func begin(_ item: StoredItem, _ mailbox: Mailbox, _ recipient: String) {
        guard let destination = world.destination(recipient) else {
            return finish(item, mailbox, recipient, status: Status(rawValue: 0x43))
        }
        guard world.isReachable(destination) else {
            pause(mailbox, recipient, retryAfter: nil)
            return watchExpiry(mailbox, recipient)
        }
        if meetFaults(item, mailbox, recipient, destination) { return }
        mailbox.isBusy = true
        world.handOver(item, to: destination) { [weak self] outcome in
            self?.ended(outcome, item, mailbox, recipient)
        }
    }

    private func ended(_ outcome: DeliveryOutcome, _ item: StoredItem, _ mailbox: Mailbox, _ recipient: String) {
        mailbox.isBusy = false
        switch outcome {
        case .acknowledged where item.isDuplicated: item.isDuplicated = false
        case .acknowledged: finish(item, mailbox, recipient, status: .delivered)
        case .absent: pause(mailbox, recipient, retryAfter: nil)
        case .memoryFull, .failed: pause(mailbox, recipient, retryAfter: item.network.configuration.retryInterval)
        }
        if outcome != .acknowledged { watchExpiry(mailbox, recipient) }
        pump(recipient)
    }

    private func pause(_ mailbox: Mailbox, _ recipient: String, retryAfter interval: Duration?) {
        mailbox.isPaused = true
        guard let interval, mailbox.retry == nil else { return }
        mailbox.retry = world.timeline.schedule(after: interval) { [weak self] in
            mailbox.retry = nil
            self?.alert(recipient)
        }
    }

    // MARK: Ends

    private func finish(
        _ item: StoredItem, _ mailbox: Mailbox, _ recipient: String, status: Status
    ) {
        mailbox.items.removeAll { $0 === item }
        world.timeline.cancel(item.expiry)
        for other in mailbox.items where other.isWaitingForAnother {
            other.isWaitingForAnother = false
            other.isHeld = false
        }
        if let request = item.report { report(status, of: item, recipient, request) }
    }

    private func report(
        _ status: Status, of item: StoredItem, _ recipient: String, _ request: StoredItem.ReportRequest
    ) {
        let network = item.network
        guard let address = address(of: recipient) else { return }
        let tpdu = StatusReport(
            messageReference: request.reference, recipientAddress: address,
            timestamp: network.timestamp(item.acceptedAt), dischargeTime: network.timestamp(world.timeline.now),
            status: status
        ).encoded()
        accept(
            StoredItem(
                message: world.log.newMessage(), network: network, kind: .statusReport, sender: recipient,
                tpdu: tpdu, messageReference: request.reference, acceptedAt: world.timeline.now,
                validity: .seconds(2 * 86_400)),
            for: request.number)
    }

    /// Only what could not be handed over at once needs a deadline.
    private func watchExpiry(_ mailbox: Mailbox, _ recipient: String) {
        for item in mailbox.items where item.expiry == nil {
            let rest = item.expiresAt - world.timeline.now
            item.expiry = world.timeline.schedule(after: max(rest, .zero)) { [weak self] in
                guard let self, mailbox.items.contains(where: { $0 === item }) else { return }
                finish(item, mailbox, recipient, status: .expired)
                pump(recipient)
            }
        }
    }

    // MARK: Faults

    /// Whether a fault took the item out of the way.
    private func meetFaults(
        _ item: StoredItem, _ mailbox: Mailbox, _ recipient: String, _ destination: Destination
    ) -> Bool {
        guard !item.hasMetFaults else { return false }
        item.hasMetFaults = true
        guard let fault = world.takePartFault(for: destination) else { return false }
        switch fault {
        case .losePart:
            world.noteLost(item, to: destination)
            finish(item, mailbox, recipient, status: .delivered)
            return true
        case .duplicatePart: item.isDuplicated = true
        case .truncatePart(let count): item.truncation = max(0, count)
        case .delayPart(let duration):
            hold(item, recipient, for: duration)
            return true
        case .reorderPart:
            item.isWaitingForAnother = true
            hold(item, recipient, for: .seconds(30))
            return true
        default: break
        }
        return false
    }

    private func hold(_ item: StoredItem, _ recipient: String, for duration: Duration) {
        item.isHeld = true
        world.timeline.schedule(after: duration) { [weak self] in
            item.isHeld = false
            item.isWaitingForAnother = false
            self?.pump(recipient)
        }
    }
}
