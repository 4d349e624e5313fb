import HandsetAT

// The SIM card: PIN, identities, elementary files (3GPP TS 27.007, clauses 5.6, 7.1, 7.4, 7.5, 8.3, 8.18).
extension SimulatedModem {
    /// `<code>` of +CPIN, `nil` when the card does not answer.
    var cardStatus: String? {
        switch card?.lock {
        case .ready: "READY"
        case .pinNeeded: "SIM PIN"
        case .pukNeeded: "SIM PUK"
        case .blocked, nil: nil
        }
    }

    /// Why the card cannot serve, as +CME ERROR.
    var cardError: CMEError? {
        guard settings.functionality != 0 else { return .simFailure }
        return switch card?.lock {
        case nil: .simNotInserted
        case .ready: nil
        case .pinNeeded: .simPINRequired
        case .pukNeeded: .simPUKRequired
        case .blocked: .simFailure
        }
    }

    func identity(_ command: Command) -> Answer? {
        guard case .extended(let name, let form) = command else { return nil }
        switch (name, form) {
        case ("+CPIN", .read):
            // A locked card answers; one that is absent or blocked does not.
            guard settings.functionality != 0, let cardStatus else { return .cme(cardError ?? .simFailure) }
            return .ok(["+CPIN: \(cardStatus)"])
        case ("+CPIN", .set(let values)): return enterCode(values)
        case ("+CPIN", .test): return .done
        case ("+CPINR", .execute), ("+CPINR", .set):
            guard let card else { return .cme(.simNotInserted) }
            return .ok(["+CPINR: SIM PIN,\(card.pinAttempts),3", "+CPINR: SIM PUK,\(card.pukAttempts),10"])
        case ("+CLCK", .test): return .ok(["+CLCK: (\"SC\",\"FD\")"])
        case ("+CLCK", .set(let values)): return lock(values)
        case ("+CPWD", .test): return .ok(["+CPWD: (\"SC\",8)"])
        case ("+CPWD", .set(let values)): return changePassword(values)
        // The ICCID can be read before the PIN (3GPP TS 31.102, clause 4.2.2: READ is ALWays allowed).
        case ("+CCID", .execute), ("+ICCID", .execute), ("+CCID", .read), ("+ICCID", .read):
            guard settings.functionality != 0, let card else { return .cme(cardError ?? .simFailure) }
            return .ok(["\(name): \(card.configuration.iccid)"])
        case ("+CIMI", .execute):
            if let cardError { return .cme(cardError) }
            return .ok([card?.configuration.imsi ?? ""])
        case ("+CNUM", .execute):
            if let cardError { return .cme(cardError) }
            guard let card, card.configuration.knowsItsNumber else { return .done }
            let number = card.configuration.number
            return .ok(["+CNUM: \"\",\"\(number)\",\(number.hasPrefix("+") ? 145 : 129)"])
        case ("+CRSM", .set(let values)): return readFile(values)
        case ("+CSIM", .set(let values)): return attempts(values)
        case ("+CSIM", .test), ("+CRSM", .test), ("+CIMI", .test), ("+CNUM", .test), ("+CCID", .test): return .done
        default: return nil
        }
    }

    // MARK: PIN

    private func enterCode(_ values: [Parameter]) -> Answer {
        guard settings.functionality != 0, let card else { return .cme(cardError ?? .simNotInserted) }
        guard let code = values[at: 0].text, isCode(code) else { return .cme(.incorrectParameters) }
        switch card.lock {
        case .ready: return .cme(.operationNotAllowed)
        case .blocked: return .cme(.simFailure)
        case .pinNeeded: return answer(card.verify(code))
        case .pukNeeded:
            guard let new = values[at: 1].text, isCode(new) else { return .cme(.simPUKRequired) }
            return answer(card.unblock(puk: code, newPIN: new))
        }
    }

    /// VERIFY and RESET RETRY COUNTER without data, which ask for the attempts left (ETSI TS 102 221, clauses 11.1.9 and
    /// 11.1.10). No other command passes.
    private func attempts(_ values: [Parameter]) -> Answer {
        guard settings.functionality != 0, let card else { return .cme(cardError ?? .simNotInserted) }
        let left: Int? =
            switch values[at: 1].text {
            case "0020000100": card.pinAttempts
            case "002C000100": card.pukAttempts
            default: nil
            }
        guard let left else { return .cme(.operationNotSupported) }
        return .ok(["+CSIM: 4,\"63C\(String(left, radix: 16, uppercase: true))\""])
    }

    private func answer(_ outcome: SIMCard.Outcome) -> Answer {
        switch outcome {
        case .success:
            reportRegistration()
            return .done
        case .wrong: return .cme(.incorrectPassword)
        case .pukNeeded: return .cme(.simPUKRequired)
        case .blocked: return .cme(.simFailure)
        case .notAllowed: return .cme(.operationNotAllowed)
        }
    }

    private func isCode(_ code: String) -> Bool { 4...8 ~= code.count && code.allSatisfy(\.isASCIIDigit) }

    private func lock(_ values: [Parameter]) -> Answer {
        guard settings.functionality != 0, let card else { return .cme(cardError ?? .simNotInserted) }
        guard let mode = values[at: 1].number else { return .cme(.incorrectParameters) }
        switch (values[at: 0].text, mode) {
        case ("SC", 2): return .ok(["+CLCK: \(card.isPINEnabled ? 1 : 0)"])
        case ("FD", 2): return .ok(["+CLCK: 0"])
        case ("SC", 0), ("SC", 1):
            guard let code = values[at: 2].text, isCode(code) else { return .cme(.incorrectParameters) }
            return answer(card.enablePIN(mode == 1, code))
        default: return .cme(.operationNotSupported)
        }
    }

    private func changePassword(_ values: [Parameter]) -> Answer {
        guard settings.functionality != 0, let card else { return .cme(cardError ?? .simNotInserted) }
        guard values[at: 0].text == "SC", let old = values[at: 1].text, let new = values[at: 2].text, isCode(old),
            isCode(new)
        else { return .cme(.incorrectParameters) }
        return answer(card.changePIN(from: old, to: new))
    }

    // MARK: Files

    /// READ BINARY of the files that a TE identifies a card by (3GPP TS 31.102, clause 4.2), and its emergency numbers.
    private func readFile(_ values: [Parameter]) -> Answer {
        guard settings.functionality != 0, let card else { return .cme(cardError ?? .simNotInserted) }
        if values[at: 1].number == EmergencyNumberFile.identifier { return emergencyNumbers(of: card, values) }
        let content: String?
        switch (values[at: 0].number, values[at: 1].number) {
        case (176, 0x2FE2): content = swapped(card.configuration.iccid, octets: 10)
        case (176, _) where card.lock != .ready: return .ok(["+CRSM: 105,130"])  // security status not satisfied
        case (176, 0x6F07):
            let imsi = card.configuration.imsi
            // The first half of the first digit octet is parity and type (3GPP TS 24.008, clause 10.5.1.4).
            let digits = swapped((imsi.count % 2 == 1 ? "9" : "1") + imsi, octets: 8)
            content = (imsi.count / 2 + 1 < 16 ? "0" : "") + String(imsi.count / 2 + 1, radix: 16) + digits
        case (176, 0x6FAD): content = "0000000" + String(home?.configuration.mnc.count ?? 2)
        case (176, 0x6F46):
            let name = (home?.configuration.name ?? "").utf8.prefix(16)
            content = "01" + hex(name) + String(repeating: "FF", count: 16 - name.count)
        default: content = nil
        }
        guard let content else { return .ok(["+CRSM: 106,130"]) }  // file not found
        let asked = values[at: 4].number.map { $0 == 0 ? content.count : min($0 * 2, content.count) } ?? content.count
        return .ok(["+CRSM: 144,0,\"\(content.prefix(asked))\""])
    }

    /// EF_ECC, which may be read before the PIN.
    private func emergencyNumbers(of card: SIMCard, _ values: [Parameter]) -> Answer {
        let file = EmergencyNumberFile(
            numbers: card.configuration.emergencyNumbers, isSIM: card.configuration.isSIM)
        switch file.answer(
            to: values[at: 0].number ?? 0, record: values[at: 2].number ?? 0, mode: values[at: 3].number ?? 0,
            length: values[at: 4].number ?? 0)
        {
        case .success(let octets): return .ok(["+CRSM: 144,0,\"\(hex(octets))\""])
        case .failure(let status): return .ok(["+CRSM: \(status.sw1),\(status.sw2)"])
        }
    }

    /// Digits as semi-octets, the first in the low half, filled with F.
    private func swapped(_ digits: String, octets: Int) -> String {
        var characters = Array(digits.prefix(octets * 2))
        characters += Array(repeating: "F", count: octets * 2 - characters.count)
        for index in stride(from: 0, to: characters.count - 1, by: 2) { characters.swapAt(index, index + 1) }
        return String(characters)
    }

    private func hex(_ octets: some Collection<UInt8>) -> String { String(decoding: Hex.encode(octets), as: UTF8.self) }
}
