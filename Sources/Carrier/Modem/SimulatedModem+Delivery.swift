import HandsetAT
import HandsetSMS

/// A message that was given to the TE and waits for +CNMA (3GPP TS 27.005, clause 3.4.4).
struct RoutedDelivery {
    var entry: Int
    var completion: (DeliveryOutcome) -> Void
    var timer: Timeline.Token
}

// What comes from the network (3GPP TS 27.005, clause 3.4.1, the tables of +CNMI).
extension SimulatedModem {
    private enum Route { case store(String), terminal }

    /// Takes a TPDU; `completion` is called when it is stored, acknowledged, or refused.
    func deliver(
        _ tpdu: [UInt8], from network: Network, entry: Int, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        guard isRegistered else { return completion(.absent) }
        let centre = ServiceCentreAddress(Address(network.configuration.serviceCentre))
        let pdu = PDU(serviceCentre: centre, tpdu: tpdu)
        // TP-MTI 2 is a status report (3GPP TS 23.040, clause 9.2.3.1).
        let isReport = tpdu.first.map { $0 & 3 == 2 } ?? false
        switch isReport ? routeOfReport : route(of: tpdu) {
        case .store(let memory):
            store(pdu, in: memory, code: isReport ? "+CDSI" : "+CMTI", entry: entry, completion: completion)
        case .terminal:
            giveToTerminal(pdu, code: isReport ? "+CDS: " : "+CMT: ,", entry: entry, completion: completion)
        case nil:
            // Reports that nobody asked to see are acknowledged and forgotten.
            world.note(entry, .acknowledged)
            completion(.acknowledged)
        }
    }

    private var mayRoute: Bool { settings.indications.mode != 0 && link.isConnected && routed == nil }

    private func route(of tpdu: [UInt8]) -> Route? {
        let messageClass = (try? Deliver(decoding: tpdu))?.dataCodingScheme.messageClass
        if messageClass == .immediate, configuration.routesClassZero, mayRoute { return .terminal }
        guard mayRoute else { return .store(receivingMemory) }
        switch (settings.indications.mt, messageClass) {
        case (2, .sim): return .store("SM")
        case (2, _), (3, .terminal): return .terminal
        default: return .store(receivingMemory)
        }
    }

    private var routeOfReport: Route? {
        switch settings.indications.ds {
        case 1 where mayRoute: .terminal
        case 1, 2: .store(receivingMemory)
        default: nil
        }
    }

    // MARK: Stored

    private func store(
        _ pdu: PDU, in memory: String, code: String, entry: Int, completion: (DeliveryOutcome) -> Void
    ) {
        let stored = StoredPDU(status: .receivedUnread, pdu: pdu.encoded(), length: pdu.tpdu.count, entry: entry)
        guard var storage = self[memory: memory], let index = storage.store(stored) else {
            hasRefusedForMemory = true
            world.note(entry, .refused(RPCause.memoryCapacityExceeded.rawValue))
            emitIndicator(.smsfull, 1)
            return completion(.memoryFull)
        }
        self[memory: memory] = storage
        world.note(entry, .stored(storage: memory, index: index))
        let isWanted = code == "+CMTI" ? settings.indications.mt > 0 : settings.indications.ds > 0
        if isWanted, !faults.take(.loseIndication) { indicate("\(code): \"\(memory)\",\(index)") }
        if storage.isFull { emitIndicator(.smsfull, 1) }
        completion(.acknowledged)
    }

    private func indicate(_ line: String) {
        guard settings.indications.mode == 0 else { return emit(line) }
        if bufferedCodes.count < 100 { bufferedCodes.append(framed(line)) }
    }

    /// Tells the network that there is room again (RP-SMMA, 3GPP TS 24.011, clause 7.3.2).
    func memoryAvailable() {
        emitIndicator(.smsfull, receivingStorage?.isFull ?? false ? 1 : 0)
        guard hasRefusedForMemory, let card else { return }
        hasRefusedForMemory = false
        world.serviceCentre.alert(card.configuration.number)
    }

    // MARK: Routed

    private func giveToTerminal(
        _ pdu: PDU, code: String, entry: Int, completion: @escaping (DeliveryOutcome) -> Void
    ) {
        if !faults.take(.loseRoutedMessage) { emit(octets: framed("\(code)\(pdu.tpdu.count)\r\n\(pdu.hex)")) }
        guard settings.messageService == 1 else {
            // Phase 2: the modem answers for the TE (clause 3.2.1).
            world.note(entry, .acknowledged)
            return completion(.acknowledged)
        }
        let timer = world.timeline.schedule(after: configuration.acknowledgementTimeout) { [weak self] in
            self?.endRouting()
        }
        routed = RoutedDelivery(entry: entry, completion: completion, timer: timer)
        world.changed()
    }

    /// No acknowledgement came: the network is told so, and routing is switched off until the TE asks again (clause
    /// 3.4.4).
    func endRouting() {
        guard routed != nil else { return }
        settings.indications.mt = 0
        settings.indications.ds = 0
        refuse()
    }

    func acknowledge() -> Answer {
        guard let routed else { return .cms(.noAcknowledgementExpected) }
        self.routed = nil
        world.timeline.cancel(routed.timer)
        world.note(routed.entry, .acknowledged)
        // The next message may come of this; it waits until the TE has its OK.
        routed.completion(.acknowledged)
        return .done
    }

    /// `<n>`: 0 and 1 acknowledge, 2 refuses with RP-ERROR; a length announces a TPDU to go with it.
    func acknowledge(_ values: [Parameter]) -> Answer {
        guard routed != nil else { return .cms(.noAcknowledgementExpected) }
        switch values[at: 0].number {
        case 0, 1: return acknowledge()
        case 2:
            guard let length = values[at: 1].number, length > 0 else { return refuseRouted() }
            return .prompt(TextRequest(command: "+CNMA", purpose: .refuse, length: length))
        default: return .cms(.operationNotSupported)
        }
    }

    func refuseRouted() -> Answer {
        guard routed != nil else { return .cms(.noAcknowledgementExpected) }
        refuse()
        return .done
    }

    private func refuse() {
        guard let routed else { return }
        self.routed = nil
        world.timeline.cancel(routed.timer)
        world.note(routed.entry, .unacknowledged)
        routed.completion(.failed)
    }
}
