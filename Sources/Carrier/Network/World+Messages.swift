import HandsetSMS

extension World {
    // MARK: From the senders

    /// Takes a submission of a modem; throws the RP cause (3GPP TS 24.011, annex E) of a refusal.
    ///
    /// The card counts the references, not the TE: TP-MR is replaced (3GPP TS 23.040, clause 9.2.3.6).
    func submit(_ tpdu: [UInt8], by modem: SimulatedModem, card: SIMCard) -> Result<
        (reference: UInt8, entry: Int), RPCause
    > {
        guard let network = homeNetwork(of: card) else { return .failure(.networkOutOfOrder) }
        guard let submission = Submission(tpdu) else { return .failure(.invalidMandatoryInformation) }
        let reference = card.nextReference()
        let message = log.newMessage()
        let recipient = resolve(submission.recipient, on: network)
        let entry = log.open(
            message, .fromModem, .submit, party: modem.name, card: card.configuration.id, peer: recipient, octets: tpdu,
            messageReference: reference, state: .taken, at: timeline.now)
        publish(entry)
        store(
            submission, message: message, from: card.configuration.number, to: recipient, network: network,
            reference: reference)
        return .success((reference, entry))
    }

    func noteRefusal(_ tpdu: [UInt8], by modem: SimulatedModem, code: Int) {
        let peer = Submission(tpdu)?.recipient ?? ""
        let entry = log.open(
            log.newMessage(), .fromModem, .submit, party: modem.name, card: modem.card?.configuration.id, peer: peer,
            octets: tpdu, state: .refused(code), at: timeline.now)
        publish(entry)
    }

    /// Sends a text of a scripted subscriber, in as many parts as it takes.
    @discardableResult
    func send(_ text: String, from subscriber: Subscriber, to dialled: String, wantsReport: Bool = false)
        throws(CarrierError) -> [MessageID]
    {
        let network = try network(subscriber.configuration.network)
        let recipient = resolve(dialled, on: network)
        let parts = Submission.parts(
            of: text, to: recipient, reference: subscriber.nextConcatenation(), wantsReport: wantsReport)
        guard let parts else { throw .invalid("text or recipient") }
        return parts.map { submission in
            let message = log.newMessage()
            publish(
                log.open(
                    message, .fromSubscriber, .submit, party: subscriber.number, peer: recipient,
                    octets: submission.octets, state: .taken, at: timeline.now))
            store(
                submission, message: message, from: subscriber.number, to: recipient, network: network, reference: nil)
            return message
        }
    }

    /// Hands octets over as a DELIVER, whatever they are.
    @discardableResult
    func send(raw tpdu: [UInt8], from sender: String, to dialled: String, network: Network) -> MessageID {
        let message = log.newMessage()
        serviceCentre.accept(
            StoredItem(
                message: message, network: network, kind: .raw, sender: sender, tpdu: tpdu, acceptedAt: timeline.now,
                validity: .seconds(2 * 86_400)),
            for: resolve(dialled, on: network))
        return message
    }

    private func store(
        _ submission: Submission, message: MessageID, from sender: String, to recipient: String, network: Network,
        reference: UInt8?
    ) {
        let now = timeline.now
        let report =
            submission.wantsReport ? reference.map { StoredItem.ReportRequest(number: sender, reference: $0) } : nil
        let tpdu = submission.delivery(
            from: address(of: sender) ?? .empty, timestamp: network.timestamp(now))
        serviceCentre.accept(
            StoredItem(
                message: message, network: network, kind: .deliver, sender: sender, tpdu: tpdu, acceptedAt: now,
                validity: submission.validity(from: now), report: report),
            for: recipient)
    }

    // MARK: To the recipients

    /// Hands one item over and logs it; `completion` may be called at once.
    func handOver(
        _ item: StoredItem, to destination: Destination, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        switch destination {
        case .card(let card):
            guard let modem = modem(holding: card) else { return completion(.absent) }
            let entry = openEntry(item, to: destination, state: .handedOver)
            publish(entry)
            modem.deliver(item.octets, from: item.network, entry: entry, completion: completion)
        case .subscriber(let subscriber):
            publish(openEntry(item, to: destination, state: .delivered))
            completion(.acknowledged)
            guard let part = try? Deliver(decoding: item.octets),
                let text = subscriber.take(part, message: item.message)
            else {
                return
            }
            watchers.publish(.text(subscriber: subscriber.number, text))
            changed()
            guard let answer = subscriber.answer(to: text.text) else { return }
            timeline.schedule(after: subscriber.replyDelay) { [weak self, weak subscriber] in
                guard let self, let subscriber else { return }
                _ = try? send(answer, from: subscriber, to: text.from)
            }
        }
    }

    func noteLost(_ item: StoredItem, to destination: Destination) {
        publish(openEntry(item, to: destination, state: .lost))
    }

    private func openEntry(_ item: StoredItem, to destination: Destination, state: LogEntry.State) -> Int {
        let direction: LogEntry.Direction
        let party: String
        var id: CardID?
        switch destination {
        case .card(let card):
            (direction, party, id) = (.toModem, modem(holding: card)?.name ?? "", card.configuration.id)
        case .subscriber(let subscriber): (direction, party) = (.toSubscriber, subscriber.number)
        }
        return log.open(
            item.message, direction, item.kind, party: party, card: id, peer: item.sender, octets: item.octets,
            messageReference: item.messageReference, state: state, at: timeline.now)
    }

    /// The next fault for a part on its way there: of the modem first, then of its network.
    func takePartFault(for destination: Destination) -> Fault? {
        let network: Network?
        switch destination {
        case .card(let card):
            network = homeNetwork(of: card)
            if let fault = modem(holding: card)?.faults.take({ $0.isOfPart ? $0 : nil }) { return fault }
        case .subscriber(let subscriber): network = networks[subscriber.configuration.network]
        }
        return network?.faults.take { $0.isOfPart ? $0 : nil }
    }
}

extension Fault {
    /// Whether it strikes between network and modem.
    var isOfPart: Bool {
        switch self {
        case .losePart, .duplicatePart, .delayPart, .reorderPart, .truncatePart: true
        default: false
        }
    }
}

/// Causes with which the network refuses (3GPP TS 24.011, table 8.4); the same numbers as +CMS ERROR (3GPP TS 27.005,
/// clause 3.2.5).
enum RPCause: Int, Error {
    case unassignedNumber = 1
    case memoryCapacityExceeded = 22
    case networkOutOfOrder = 38
    case temporaryFailure = 41
    case invalidMandatoryInformation = 96
}
