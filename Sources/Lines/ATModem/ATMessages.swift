import HandsetAT
import HandsetLines
import HandsetPlatform
import HandsetSMS

/// Short messages of the line in a modem.
struct ATMessages: SMSCapability {
    let modem: ATModem
    let line: LineID

    func prepare(_ message: OutgoingSMS) throws(SendRefusal) -> [OutgoingPart] {
        guard let address = Address(message.recipient) else {
            throw SendRefusal(.permanent, reason: "the recipient is no number that a message can be sent to")
        }
        let messages: [Submit]
        do throws(Segmenter.Failure) {
            messages = try Submit.messages(
                message.text, to: address, reference: UInt16(message.concatenationReference),
                statusReportRequest: message.wantsReport)
        } catch {
            throw SendRefusal(.permanent, reason: "the text is too long for a message")
        }
        return messages.enumerated().map { OutgoingPart(number: $0.offset + 1, octets: $0.element.encoded()) }
    }

    func send(_ part: OutgoingPart) async -> PartOutcome { await modem.send(part, on: line) }
}

extension ATModem {
    /// Sends a TPDU (`+CMGS` in PDU mode, 3GPP TS 27.005, clause 4.3).
    func send(_ part: OutgoingPart, on line: LineID) async -> PartOutcome {
        guard link?.isOpen == true, card.isReady, messaging.isAvailable, status.line?.id == line else {
            return .refused(SendRefusal(.temporary, reason: "the line has no modem now"))
        }
        if part.opensSeries, messaging.keepsLinkOpen {
            messaging.keepsLinkOpen = await run(.extended("+CMMS", .set([.number(1)]))).isOK
        }
        guard status.line?.id == line, card.isReady else {
            return .refused(SendRefusal(.temporary, reason: "the line has no modem now"))
        }
        let times = configuration.times
        var request = ATRequest([.extended("+CMGS", .set([.number(part.octets.count)]))], patience: times.command)
        request.text = Hex.encode([0] + part.octets)  // no service centre: the card's own (clause 3.1, `<pdu>`)
        request.textPatience = times.sending
        let answer = await run(request)
        FaultPoint.pass("modem.answered")
        return PartOutcome(answer)
    }
}

extension OutgoingPart {
    /// Whether it is the first of several: one with a user data header (TP-UDHI, 3GPP TS 23.040, clause 9.2.3.23), which
    /// only concatenation puts into our messages.
    fileprivate var opensSeries: Bool { number == 1 && (octets.first ?? 0) & 0x40 != 0 }
}

extension PartOutcome {
    init(_ answer: ATAnswer) {
        switch answer.end {
        case .final(.ok) where answer.textHasLeft:
            let reference = answer.value { parameters throws(ATError) in try parameters.number(at: 0, "mr") }
            self = .taken(reference: reference.flatMap { UInt8(exactly: $0) })
        case .final(let result) where answer.textHasLeft:
            self = SendRefusal(result).map { .refused($0) } ?? .unknown
        case .final(let result):
            self = .refused(SendRefusal(result) ?? SendRefusal(.temporary, reason: "network time-out"))
        case .timedOut, .lost:
            self =
                answer.textHasLeft
                ? .unknown
                : .refused(SendRefusal(.temporary, reason: "the modem did not ask for the message"))
        }
    }
}
