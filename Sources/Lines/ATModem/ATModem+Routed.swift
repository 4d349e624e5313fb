import HandsetAT
import HandsetLines
import HandsetPlatform

extension ATModem {
    /// A message or report that the modem has not stored.
    struct RoutedMessage {
        var octets: [UInt8]
        /// The line that it came for, where that was known.
        var line: LineID?
    }

    /// More than a network sends without acknowledgements.
    private static let routedLimit = 1024

    func takeRouted(_ pdu: UnsolicitedCode.RoutedPDU) {
        guard let line = pdu.line, routed.count < Self.routedLimit else {
            // Not acknowledged, so the network brings it again; the modem must be told to go on.
            pending.indications = true
            return
        }
        let octets = PDULine.decode(line, length: pdu.length) ?? line.raw
        routed.append(RoutedMessage(octets: octets, line: status.line?.id))
        serveRouted()
    }

    /// Stores what has come, one after the other, beside what the session does: the network does not wait long.
    func serveRouted() {
        guard routedTask == nil, !routed.isEmpty, card.isReady else { return }
        routedTask = Task {
            while card.isReady, let message = routed.first, let line = message.line ?? status.line?.id {
                let isStored = await store(message.octets, on: line)
                // A modem that acknowledges by itself has no other copy: it is tried again, by a probe at the latest.
                if !isStored, !messaging.acknowledges { break }
                if !routed.isEmpty { routed.removeFirst() }
                if messaging.acknowledges { await acknowledge(isStored) }
            }
            routedTask = nil
        }
    }

    /// `+CNMA` (3GPP TS 27.005, clause 3.4.4): a positive acknowledgement once the message is on disk, a negative one when
    /// it could not be stored, so that the network keeps it.
    private func acknowledge(_ isStored: Bool) async {
        let command = Command.extended("+CNMA", isStored ? .execute : .set([.number(2)]))
        let answer = await run(ATRequest([command], patience: configuration.times.slowCommand), urgent: true)
        if isStored { FaultPoint.pass("modem.acknowledged") }
        if !answer.isOK {
            // Too late, or not understood: the modem has turned delivery off.
            pending.indications = true
            wake()
        }
    }
}
