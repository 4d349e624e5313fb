import HandsetAT
import HandsetSMS

// Settings of the message service (3GPP TS 27.005, clauses 3.1 to 3.4).
extension SimulatedModem {
    func messageSettings(_ command: Command) -> Answer? {
        guard case .extended(let name, let form) = command else { return nil }
        switch (name, form) {
        case ("+CSMS", .test): return .ok(["+CSMS: (0,1)"])
        case ("+CSMS", .read): return .ok(["+CSMS: \(settings.messageService),1,1,0"])
        case ("+CSMS", .set(let values)):
            guard let service = values[at: 0].number, service <= 1 else { return .cms(.operationNotSupported) }
            settings.messageService = service
            return .ok(["+CSMS: 1,1,0"])
        case ("+CMGF", .test): return .ok(["+CMGF: (0)"])
        case ("+CMGF", .read): return .ok(["+CMGF: 0"])
        case ("+CMGF", .set(let values)):
            return values[at: 0].number == 0 ? .done : .cms(.operationNotSupported)
        case ("+CPMS", _): return storages(form)
        case ("+CNMI", .test):
            return .ok(["+CNMI: (0-3),(\(configuration.routesMessages ? "0,2" : "0-3")),(0-3),(0-2),(0,1)"])
        case ("+CNMI", .read): return .ok(["+CNMI: " + settings.indications.parameters.encoded.text])
        case ("+CNMI", .set(let values)): return indications(values)
        case ("+CSCA", .read):
            if let messageCardError { return .cms(messageCardError) }
            let address = card?.serviceCentre ?? ""
            return .ok(["+CSCA: \"\(address)\",\(address.hasPrefix("+") ? 145 : 129)"])
        case ("+CSCA", .set(let values)): return serviceCentre(values)
        case ("+CSCA", .test): return .done
        case ("+CMMS", .test): return .ok(["+CMMS: (0-2)"])
        case ("+CMMS", .read): return .ok(["+CMMS: \(settings.moreMessages)"])
        case ("+CMMS", .set(let values)):
            guard let mode = values[at: 0].number, mode <= 2 else { return .cms(.operationNotSupported) }
            settings.moreMessages = mode
            return .done
        case ("+CSCB", .set), ("+CGSMS", .set): return .done
        default: return nil
        }
    }

    /// Why the card cannot serve, as +CMS ERROR.
    var messageCardError: CMSError? {
        switch cardError {
        case nil: nil
        case .simNotInserted?: .simNotInserted
        case .simPINRequired?: .simPINRequired
        case .simPUKRequired?: .simPUKRequired
        default: .simFailure
        }
    }

    // MARK: Storages

    /// The storage `memory`; `SM` is gone without a card.
    subscript(memory memory: String) -> MessageStorage? {
        get { memory == "ME" ? storage : memory == "SM" && messageCardError == nil ? card?.storage : nil }
        set {
            guard let newValue else { return }
            if memory == "ME" { storage = newValue } else { card?.storage = newValue }
        }
    }

    /// `mem1`, for reading and deleting.
    var readingMemory: String { settings.memories[0] }
    /// `mem2`, for writing and sending.
    var writingMemory: String { settings.memories[1] }
    /// `mem3`, for what comes.
    var receivingMemory: String { settings.memories[2] }
    var receivingStorage: MessageStorage? { self[memory: receivingMemory] }

    /// Why a storage cannot be used.
    func error(of memory: String) -> CMSError? { memory == "SM" ? messageCardError : nil }

    private func storages(_ form: Command.Form) -> Answer {
        switch form {
        case .test: return .ok(["+CPMS: (\"SM\",\"ME\"),(\"SM\",\"ME\"),(\"SM\",\"ME\")"])
        case .read:
            for memory in settings.memories { if let error = error(of: memory) { return .cms(error) } }
            return .ok(["+CPMS: " + settings.memories.map { "\"\($0)\",\(usage($0))" }.joined(separator: ",")])
        case .set(let values):
            guard !values.isEmpty, values.count <= 3 else { return .cms(.operationNotAllowed) }
            var memories = settings.memories
            for (index, value) in values.enumerated() {
                guard let memory = value.text, ["SM", "ME"].contains(memory) else {
                    return .cms(.operationNotSupported)
                }
                if let error = error(of: memory) { return .cms(error) }
                memories[index] = memory
            }
            settings.memories = memories
            if !(receivingStorage?.isFull ?? true) { memoryAvailable() }
            return .ok(["+CPMS: " + memories.map(usage).joined(separator: ",")])
        case .execute: return .failure(.error)
        }
    }

    private func usage(_ memory: String) -> String {
        "\(self[memory: memory]?.count ?? 0),\(self[memory: memory]?.capacity ?? 0)"
    }

    // MARK: Indications

    private func indications(_ values: [Parameter]) -> Answer {
        let limits = [3, 3, 3, 2, 1]
        let current = settings.indications
        var numbers = [current.mode, current.mt, current.bm, current.ds, 0]
        for (index, value) in values.enumerated() where !value.isEmpty {
            guard index < limits.count, let number = value.number, number <= limits[index],
                index != 1 || !configuration.routesMessages || number == 0 || number == 2
            else {
                return .cms(.operationNotSupported)
            }
            numbers[index] = number
        }
        settings.indications = MessageIndications(
            mode: numbers[0], mt: numbers[1], bm: numbers[2], ds: numbers[3], bfr: numbers[4])
        if numbers[0] != 0 {
            let codes = bufferedCodes
            bufferedCodes = []
            if numbers[4] == 0 { for code in codes { emit(octets: code) } }
        }
        world.changed()
        return .done
    }

    private func serviceCentre(_ values: [Parameter]) -> Answer {
        if let messageCardError { return .cms(messageCardError) }
        guard var number = values[at: 0].text, !number.isEmpty else { return .cms(.operationNotAllowed) }
        if values[at: 1].number == 145, !number.hasPrefix("+") { number = "+" + number }
        guard Address(number) != nil else { return .cms(.operationNotAllowed) }
        card?.serviceCentre = number
        return .done
    }
}
