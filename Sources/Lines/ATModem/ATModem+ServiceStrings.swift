import HandsetAT
import HandsetLines
import HandsetPlatform

/// Service strings of the line in a modem.
struct ATServiceStrings: USSDCapability {
    let modem: ATModem

    func request(_ string: String) async throws(CallRefusal) -> USSDAnswer { try await modem.requestService(string) }
    func cancel() async { await modem.cancelService() }
}

extension ATModem {
    /// The dialogue of this connection: one at a time (3GPP TS 22.090).
    struct ServiceStrings {
        var isOffered = false
        var coding = USSDCoding()
        /// Whether it is known how the modem wants a request.
        var isCodingKnown = false
        var request: Request?
        /// Whether the end that comes next is the one that we asked for.
        var isCancelling = false
        var notices: [USSDAnswer] = []
        var teller: Task<Void, Never>?

        struct Request {
            var answer: USSDAnswer?
            var waiter: CheckedContinuation<USSDAnswer?, Never>?
            var timer: EventLoop.Timer?
        }
    }

    /// Unasked strings that wait to be told.
    private static let noticeLimit = 16

    /// `+CSCS`: a set that says most, and does not change what other answers look like. Whether that is settled.
    func chooseCharacterSet() async -> Bool {
        let answer = await run(.extended("+CSCS", .test))
        guard let offer = answer.value({ parameters throws(ATError) in parameters }) else { return answer.isOK }
        let wanted: [CharacterSet] = [.utf8, .gsm, .ira, .ucs2, .hex]
        for set in wanted where offer.contains(where: { $0.allows(set.name) }) {
            guard await run(.extended("+CSCS", .set([.string(set.name)]))).isOK else { continue }
            strings.coding.characterSet = set
            return true
        }
        return false
    }

    func requestService(_ string: String) async throws(CallRefusal) -> USSDAnswer {
        guard link?.isOpen == true else { throw .noModem }
        guard strings.request == nil else { throw CallRefusal(.busy, reason: "another request waits for its answer") }
        guard let parameters = strings.coding.parameters(string) else {
            throw CallRefusal(.notSupported, reason: "no service string: empty, or longer than 182 characters")
        }
        strings.isCancelling = false
        strings.request = ServiceStrings.Request()
        var end = await sendString(parameters)
        if !strings.isCodingKnown, Self.mayBeCoding(end), strings.request?.answer == nil {
            // Some modems only take the octets of the network. This one has sent nothing yet.
            var packed = strings.coding
            packed.packs = true
            if let parameters = packed.parameters(string) {
                let second = await sendString(parameters)
                if second == .final(.ok) {
                    strings.coding = packed
                    end = second
                }
            }
        }
        let answer = strings.request?.answer
        guard end == .final(.ok) || answer != nil else {
            strings.request = nil
            throw refusal(end) ?? CallRefusal(.network, reason: "the network refused the request")
        }
        strings.isCodingKnown = true
        if let answer {
            strings.request = nil
            return answer
        }
        guard link?.isOpen == true else { throw CallRefusal(.silent, reason: "the modem went away") }
        let late: USSDAnswer? = await withCheckedContinuation { continuation in
            strings.request?.waiter = continuation
            strings.request?.timer = loop.schedule(at: .now + configuration.times.ussd) { self.stringTimedOut() }
        }
        guard let late else { throw CallRefusal(.silent, reason: "the modem went away") }
        return late
    }

    private func sendString(_ parameters: [Parameter]) async -> ATAnswer.End {
        var request = ATRequest([.extended("+CUSD", .set(parameters))], patience: configuration.times.slowCommand)
        request.expectation.names = []  // the network's answer is no part of the modem's
        return await run(request, urgent: true).end
    }

    /// Refusals that speak of the form of the request.
    private static func mayBeCoding(_ end: ATAnswer.End) -> Bool {
        [
            .final(.error), .final(.cme(.incorrectParameters)), .final(.cme(.unknown)),
            .final(.cme(.operationNotSupported)),
        ]
        .contains(end)
    }

    func cancelService() async {
        strings.isCancelling = true
        _ = await run(
            ATRequest([.extended("+CUSD", .set([.number(2)]))], patience: configuration.times.command), urgent: true)
        answerString(USSDAnswer(text: "", standing: .terminatedByNetwork))
    }

    // MARK: What comes

    func takeString(_ notice: USSDNotice) {
        let answer = USSDAnswer(notice, coding: strings.coding)
        if answerString(answer) { return }
        if strings.isCancelling, answer.standing == .terminatedByNetwork {
            strings.isCancelling = false
            return
        }
        guard strings.notices.count < Self.noticeLimit else { return }
        strings.notices.append(answer)
        guard strings.teller == nil else { return }
        strings.teller = Task {
            while let notice = strings.notices.first {
                strings.notices.removeFirst()
                await owner.ussdReceived(notice, on: name)
            }
            strings.teller = nil
        }
    }

    /// Gives the request its answer. Whether one waited.
    @discardableResult private func answerString(_ answer: USSDAnswer) -> Bool {
        guard let request = strings.request, request.answer == nil else { return false }
        guard let waiter = request.waiter else {
            strings.request?.answer = answer
            return true
        }
        if let timer = request.timer { loop.cancel(timer) }
        strings.request = nil
        waiter.resume(returning: answer)
        return true
    }

    private func stringTimedOut() {
        strings.request?.timer = nil
        guard strings.request?.waiter != nil else { return }
        answerString(USSDAnswer(text: "", standing: .timedOut))
    }

    /// The link is gone.
    func endString() {
        let request = strings.request
        strings.request?.waiter = nil
        if let timer = request?.timer { loop.cancel(timer) }
        guard let waiter = request?.waiter else { return }
        strings.request = nil
        waiter.resume(returning: nil)
    }
}

extension USSDAnswer {
    init(_ notice: USSDNotice, coding: USSDCoding) {
        let standing: Standing =
            switch notice.status {
            case .actionRequired: .awaitsReply
            case .terminatedByNetwork, .otherClientResponded: .terminatedByNetwork
            case .notSupported: .notSupported
            case .timedOut: .timedOut
            case .done, nil: .done
            }
        self.init(text: coding.text(notice), standing: standing)
    }
}
