import HandsetAT
import HandsetSMS

// Sending, listing, reading, deleting (3GPP TS 27.005, clauses 3.5 and 4, PDU mode).
extension SimulatedModem {
    func messages(_ command: Command) -> Answer? {
        guard case .extended(let name, let form) = command else { return nil }
        switch (name, form) {
        case ("+CMGS", .set(let values)): return prompt(name, .send, values[at: 0])
        case ("+CMGW", .set(let values)):
            guard let status = StoredStatus(rawValue: values[at: 1].number ?? 2) else {
                return .cms(.operationNotAllowed)
            }
            return prompt(name, .write(status), values[at: 0])
        case ("+CMSS", .set(let values)): return sendStored(values)
        case ("+CMGL", .execute): return list(0)
        case ("+CMGL", .set(let values)): return list(values[at: 0].number)
        case ("+CMGL", .test): return .ok(["+CMGL: (0-4)"])
        case ("+CMGR", .set(let values)): return read(values)
        case ("+CMGD", .set(let values)): return delete(values)
        case ("+CMGD", .test):
            guard let storage = self[memory: readingMemory] else {
                return .cms(error(of: readingMemory) ?? .memoryFailure)
            }
            return .ok(["+CMGD: (\(storage.indices.map(String.init).joined(separator: ","))),(0-4)"])
        case ("+CNMA", .execute): return acknowledge()
        case ("+CNMA", .test): return .ok(["+CNMA: (0-2)"])
        case ("+CNMA", .set(let values)): return acknowledge(values)
        case ("+CMGS", .test), ("+CMGW", .test), ("+CMSS", .test), ("+CMGR", .test): return .done
        default: return nil
        }
    }

    // MARK: Sending

    /// The longest TPDU is a SUBMIT of 164 octets (3GPP TS 23.040, clause 9.2.2.2).
    private func prompt(_ command: String, _ purpose: TextRequest.Purpose, _ length: Parameter) -> Answer {
        if let messageCardError { return .cms(messageCardError) }
        guard let length = length.number, 1...176 ~= length else { return .cms(.invalidPDUParameter) }
        return .prompt(TextRequest(command: command, purpose: purpose, length: length))
    }

    func carryOut(_ request: TextRequest, _ text: [UInt8]) -> Answer {
        let digits = String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self)
        guard let pdu = try? PDU(hex: digits), pdu.tpdu.count == request.length else {
            if case .refuse = request.purpose { return refuseRouted() }
            return .cms(.invalidPDUParameter)
        }
        switch request.purpose {
        case .send: return send(pdu, answer: "+CMGS")
        case .refuse: return refuseRouted()
        case .write(let status):
            guard var storage = self[memory: writingMemory] else {
                return .cms(error(of: writingMemory) ?? .memoryFailure)
            }
            let stored = StoredPDU(status: status, pdu: pdu.encoded(), length: pdu.tpdu.count, entry: nil)
            guard let index = storage.store(stored) else { return .cms(.memoryFull) }
            self[memory: writingMemory] = storage
            return .ok(["+CMGW: \(index)"])
        }
    }

    private func sendStored(_ values: [Parameter]) -> Answer {
        guard let storage = self[memory: writingMemory] else { return .cms(error(of: writingMemory) ?? .memoryFailure) }
        guard let index = values[at: 0].number, let stored = storage[index], let pdu = try? PDU(decoding: stored.pdu)
        else {
            return .cms(.invalidMemoryIndex)
        }
        let answer = send(pdu, answer: "+CMSS")
        if case .ok = answer, stored.status == .storedUnsent {
            self[memory: writingMemory]?[index]?.status = .storedSent
        }
        return answer
    }

    private func send(_ pdu: PDU, answer: String) -> Answer {
        if let refusal = faults.take({ $0.refusal }) ?? home?.faults.take({ $0.refusal }) {
            world.noteRefusal(pdu.tpdu, by: self, code: refusal.code)
            return .failure(refusal.result)
        }
        guard let card, messageCardError == nil else { return .cms(messageCardError ?? .simNotInserted) }
        guard isRegistered else {
            world.noteRefusal(pdu.tpdu, by: self, code: CMSError.noNetworkService.rawValue)
            return .cms(.noNetworkService)
        }
        let centre = pdu.serviceCentre.address?.value ?? card.serviceCentre
        guard world.isServiceCentre(centre) else {
            world.noteRefusal(pdu.tpdu, by: self, code: 330)
            return .cms(CMSError(rawValue: 330))  // service centre's address unknown
        }
        switch world.submit(pdu.tpdu, by: self, card: card) {
        case .success(let (reference, entry)):
            unansweredSubmission = entry
            return .ok(["\(answer): \(reference)"])
        case .failure(let cause):
            world.noteRefusal(pdu.tpdu, by: self, code: cause.rawValue)
            return .cms(CMSError(rawValue: cause.rawValue))
        }
    }

    // MARK: Storages

    /// `<index>,<stat>,[<alpha>],<length>` and the PDU; reading marks a message read (clauses 4.1 and 4.2).
    private func list(_ status: Int?) -> Answer {
        guard let status, status <= 4 else { return .cms(.invalidPDUParameter) }
        guard var storage = self[memory: readingMemory] else { return .cms(error(of: readingMemory) ?? .memoryFailure) }
        var lines: [String] = []
        for index in storage.indices {
            guard let stored = storage[index], status == 4 || stored.status.rawValue == status else { continue }
            lines.append("+CMGL: \(index),\(stored.status.rawValue),,\(stored.length)")
            lines.append(shown(stored))
            markRead(index, in: &storage)
        }
        self[memory: readingMemory] = storage
        return .ok(lines)
    }

    private func read(_ values: [Parameter]) -> Answer {
        guard var storage = self[memory: readingMemory] else { return .cms(error(of: readingMemory) ?? .memoryFailure) }
        guard let index = values[at: 0].number, let stored = storage[index] else { return .cms(.invalidMemoryIndex) }
        markRead(index, in: &storage)
        self[memory: readingMemory] = storage
        return .ok(["+CMGR: \(stored.status.rawValue),,\(stored.length)", shown(stored)])
    }

    private func shown(_ stored: StoredPDU) -> String {
        let digits = Hex.encode(stored.pdu).text
        return faults.take(.garblePDU) ? "ZZ" + digits.dropFirst(2) : digits
    }

    private func markRead(_ index: Int, in storage: inout MessageStorage) {
        guard let stored = storage[index] else { return }
        if stored.status == .receivedUnread { storage[index]?.status = .receivedRead }
        world.note(stored.entry, .read)
    }

    /// By index, or by `<delflag>`: 1 the read ones, 2 and the sent, 3 and the unsent, 4 all (clause 3.5.4).
    private func delete(_ values: [Parameter]) -> Answer {
        guard var storage = self[memory: readingMemory] else { return .cms(error(of: readingMemory) ?? .memoryFailure) }
        guard let index = values[at: 0].number, let flag = values[at: 1].isEmpty ? 0 : values[at: 1].number, flag <= 4
        else {
            return .cms(.operationNotAllowed)
        }
        if flag == 0, !storage.isPlace(index) { return .cms(.invalidMemoryIndex) }
        let doomed =
            flag == 0
            ? [index]
            : storage.indices.filter { index in
                switch storage[index]?.status {
                case .receivedRead: true
                case .storedSent: flag >= 2
                case .storedUnsent: flag >= 3
                case .receivedUnread: flag == 4
                case nil: false
                }
            }
        var entries: [Int] = []
        for index in doomed {
            if let entry = storage[index]?.entry { entries.append(entry) }
            storage[index] = nil
        }
        self[memory: readingMemory] = storage
        for entry in entries { world.note(entry, .deleted) }
        if !doomed.isEmpty { memoryAvailable() }
        return .done
    }
}

extension Fault {
    /// What a submission is refused with.
    var refusal: (result: FinalResult, code: Int)? {
        switch self {
        case .refuseSubmissionCMS(let code): (.cms(CMSError(rawValue: code)), code)
        case .refuseSubmissionCME(let code): (.cme(CMEError(rawValue: code)), code)
        default: nil
        }
    }
}
