internal import HandsetMMS

/// What clients ask over HTTP: interface MM1 (OMA-TS-MMS_ENC-V1_3, 6; the HTTP of it is WAP-229's).
extension MultimediaCentre {
    func serve(_ request: HTTPRequest, of card: SIMCard, _ exchange: MultimediaServer.Exchange) {
        let network = card.configuration.network
        let habits = habits(of: network)
        guard request.isAbsolute == habits.wantsProxy else { return exchange.answer(HTTPAnswer(status: 400)) }
        switch request.method {
        case "GET":
            respond(to: .fetch, network, exchange) { self.fetch(request.path, by: card, habits, answer: $0) }
        case "POST":
            guard request["Content-Type"]?.lowercased() == HTTPAnswer.messageType else {
                return exchange.answer(HTTPAnswer(status: 415))
            }
            guard let pdu = try? MMSPDU(decoding: request.body) else {
                return exchange.answer(HTTPAnswer(status: 400))
            }
            notePosted(request.body)
            post(pdu, request.body, by: card, habits, exchange)
        default: exchange.answer(HTTPAnswer(status: 405))
        }
    }

    private func post(
        _ pdu: MMSPDU, _ octets: [UInt8], by card: SIMCard, _ habits: MultimediaHabits,
        _ exchange: MultimediaServer.Exchange
    ) {
        let network = card.configuration.network
        switch pdu {
        case .sendRequest(let request):
            respond(to: .send, network, exchange) { self.take(request, octets, by: card, habits, answer: $0) }
        case .notifyResponse(let response):
            respond(to: .acknowledge, network, exchange) { _ in
                self.answered(response.transactionID, by: card, response.status, response.reportAllowed)
                return HTTPAnswer(status: 204)
            }
        case .acknowledge(let acknowledgement):
            respond(to: .acknowledge, network, exchange) { _ in
                self.answered(acknowledgement.transactionID, by: card, .retrieved, acknowledgement.reportAllowed)
                return HTTPAnswer(status: 204)
            }
        case .readRecipient(let report):
            respond(to: .acknowledge, network, exchange) { _ in
                self.report(report.status, of: report.messageID.string, by: card.configuration.number)
                return HTTPAnswer(status: 204)
            }
        default: exchange.answer(HTTPAnswer(status: 400))
        }
    }

    /// Carries a request out and answers it, unless a fault is due.
    ///
    /// `carryOut` gets the status that a fault wants in the answer.
    private func respond(
        to request: MultimediaFault.Request, _ network: NetworkID, _ exchange: MultimediaServer.Exchange,
        carryOut: @escaping (UInt8?) -> HTTPAnswer
    ) {
        var isChunked = habits(of: network).answersChunked
        func answer(_ status: UInt8? = nil) -> HTTPAnswer {
            var answer = carryOut(status)
            answer.isChunked = isChunked && !answer.body.isEmpty
            return answer
        }
        switch takeFault(request, network: network) {
        case nil: exchange.answer(answer())
        case .status(let status): exchange.answer(HTTPAnswer(status: status))
        case .delay(let duration): world.timeline.schedule(after: duration) { exchange.answer(carryOut(nil)) }
        case .drip: exchange.drip(answer())
        case .cut(let count): exchange.cut(answer(), after: count)
        case .wrongType:
            var page = HTTPAnswer(Array("<html><body>Top up now!</body></html>".utf8))
            page.contentType = "text/html"
            exchange.answer(page)
        case .oversized(let count):
            isChunked = false
            var big = answer()
            big.body += [UInt8](repeating: 0x20, count: max(0, count - big.body.count))
            exchange.answer(big)
        case .loseAnswer:
            _ = answer()
            exchange.cut()
        case .refuse: exchange.cut()
        case .garble:
            _ = answer()
            exchange.answer(HTTPAnswer(Array(repeating: 0x41, count: 64)))
        case .redirect(let location):
            var elsewhere = HTTPAnswer(status: 302)
            elsewhere.location = location
            exchange.answer(elsewhere)
        case .wrongTransaction:
            exchange.answer(
                HTTPAnswer(MMSSendConfirmation(transactionID: "other", status: .ok, messageID: "other").encoded()))
        case .answer(let status): exchange.answer(answer(status))
        }
    }

    // MARK: A message from a line

    private func take(
        _ request: MMSSendRequest, _ octets: [UInt8], by card: SIMCard, _ habits: MultimediaHabits,
        answer status: UInt8?
    ) -> HTTPAnswer {
        let transactionID = request.transactionID ?? ""
        let sender = card.configuration.number
        func confirm(_ status: MMSResponseStatus, _ messageID: String? = nil) -> HTTPAnswer {
            HTTPAnswer(
                MMSSendConfirmation(
                    transactionID: transactionID, status: status, messageID: messageID.map { TextValue($0) },
                    version: habits.version
                ).encoded())
        }
        if let status { return confirm(MMSResponseStatus(rawValue: status)) }
        let recipients = request.to + request.cc + request.bcc
        guard octets.count <= habits.sizeLimit, recipients.count <= habits.recipientLimit else {
            return confirm(.contentNotAccepted)
        }
        if habits.recognisesRepeats, let known = repeated(transactionID.string, from: sender) {
            return confirm(.ok, known)
        }
        guard let body = request.body else { return confirm(.formatCorrupt) }
        let message = Message(
            id: newMessageID(card.configuration.network), network: card.configuration.network, from: sender,
            to: request.to, cc: request.cc, subject: request.subject, body: body, date: request.date ?? now,
            wantsDeliveryReport: request.deliveryReport == true, wantsReadReport: request.readReport == true,
            size: octets.count)
        let isKnown = recipients.contains { resolve($0, on: message.network).flatMap(world.destination) != nil }
        guard isKnown else { return confirm(.addressUnresolved) }
        note(
            SubmittedMultimedia(
                messageID: message.id, from: sender, recipients: recipients.map(\.value),
                transactionID: transactionID.string, offers: 1, octets: octets))
        let unknown = relay(message, to: recipients)
        return confirm(unknown.isEmpty ? .ok : .partialSuccess, message.id)
    }

    // MARK: A message for a line

    private func fetch(
        _ path: String, by card: SIMCard, _ habits: MultimediaHabits, answer status: UInt8?
    ) -> HTTPAnswer {
        let item = stored.first { $0.path == path && $0.recipient == card.configuration.number }
        guard status == nil, let item, item.state != .expired, item.state != .rejected else {
            guard habits.version.minor > 0 else { return HTTPAnswer(status: 404) }
            let status = status.map { MMSRetrieveStatus(rawValue: $0) } ?? .notFound
            return HTTPAnswer(
                MMSRetrieveConfirmation(transactionID: nil, status: status, date: now, version: habits.version)
                    .encoded())
        }
        item.fetches += 1
        if item.state != .acknowledged { move(item, to: .fetched) }
        let message = item.message
        var confirmation = MMSRetrieveConfirmation(
            transactionID: TextValue(item.transactionID), messageID: TextValue(message.id),
            from: .address(.phoneNumber(message.from)), to: message.to, cc: message.cc, date: message.date,
            body: message.body, version: habits.version)
        confirmation.subject = message.subject
        if message.wantsReadReport { confirmation.readReport = true }
        return HTTPAnswer(confirmation.encoded())
    }

    private func answered(_ transactionID: TextValue?, by card: SIMCard, _ status: MMSStatus, _ mayReport: Bool?) {
        guard
            let item = stored.last(where: {
                $0.transactionID == transactionID?.string && $0.recipient == card.configuration.number
            })
        else { return }
        switch status {
        case .deferred: if item.state == .pushed { move(item, to: .deferred) }
        case .rejected: move(item, to: .rejected)
        case .unrecognised: move(item, to: .unrecognised)
        default:
            let isFirst = item.state != .acknowledged
            move(item, to: .acknowledged)
            guard isFirst, item.message.wantsDeliveryReport, mayReport != false else { return }
            report(.retrieved, of: item.message, by: item.recipient)
            return
        }
        if status == .rejected, item.message.wantsDeliveryReport {
            report(.rejected, of: item.message, by: item.recipient)
        }
    }
}
