import HandsetAT

// Network registration, operator, signal, functionality (3GPP TS 27.007, clauses 7.2, 7.3, 8.2, 8.5, 8.9, 8.10).
extension SimulatedModem {
    func network(_ command: Command) -> Answer? {
        guard case .extended(let name, let form) = command else { return nil }
        switch (name, form) {
        case ("+CREG", _), ("+CGREG", _), ("+CEREG", _): return registration(name, form)
        case ("+COPS", _): return operatorSelection(form)
        case ("+CSQ", .execute): return .ok(["+CSQ: \(registrationStatus == 1 ? signal : 99),99"])
        case ("+CSQ", .test): return .ok(["+CSQ: (0-31,99),(0-7,99)"])
        case ("+CFUN", .read): return .ok(["+CFUN: \(settings.functionality)"])
        case ("+CFUN", .test): return .ok(["+CFUN: (0,1,4),(0,1)"])
        case ("+CFUN", .set(let values)): return functionality(values)
        case ("+CIND", .test):
            return .ok(["+CIND: " + Indicator.allCases.map { "(\"\($0)\",(\($0.range)))" }.joined(separator: ",")])
        case ("+CIND", .read):
            return .ok(["+CIND: " + Indicator.allCases.map { String(value(of: $0)) }.joined(separator: ",")])
        case ("+CMER", .test): return .ok(["+CMER: (0-3),(0),(0),(0,1),(0,1)"])
        case ("+CMER", .set(let values)):
            settings.reportsIndicators = (values[at: 0].number ?? 0) > 0 && (values[at: 3].number ?? 0) > 0
            return .done
        case ("+WS46", .read): return .ok(["+WS46: 28"])
        case ("+WS46", .test): return .ok(["+WS46: (28)"])
        case ("+CGATT", .read): return .ok(["+CGATT: \(isRegistered ? 1 : 0)"])
        case ("+CGATT", .set), ("+WS46", .set), ("+CGACT", .set): return .done
        case ("+CGACT", .read): return .ok(settings.contexts.keys.sorted().map { "+CGACT: \($0),0" })
        case ("+CGDCONT", _): return contexts(form)
        default: return nil
        }
    }

    // MARK: Registration

    /// What follows `+CREG: ` in an unsolicited code, and after `<n>,` in an answer.
    func registrationValues(_ name: String, _ status: Int) -> String {
        guard settings.registrationReports[name, default: 0] == 2, status == 1 else { return "\(status)" }
        // E-UTRAN, in a cell that is always the same.
        return "\(status),\"0001\",\"00000101\",7"
    }

    private func registration(_ name: String, _ form: Command.Form) -> Answer {
        switch form {
        case .read, .execute:
            let reports = settings.registrationReports[name, default: 0]
            return .ok(["\(name): \(reports),\(registrationValues(name, registrationStatus))"])
        case .test: return .ok(["\(name): (0-2)"])
        case .set(let values):
            guard let reports = values[at: 0].number, reports <= 2 else { return .cme(.incorrectParameters) }
            settings.registrationReports[name] = reports
            return .done
        }
    }

    private func operatorSelection(_ form: Command.Form) -> Answer {
        switch form {
        case .read:
            guard isRegistered, let home else { return .ok(["+COPS: \(settings.isDeregistered ? 2 : 0)"]) }
            return .ok(["+COPS: 0,\(settings.operatorFormat),\"\(operatorName(home))\",7"])
        case .test:
            let networks = world.networks.values.filter(\.isInService).sorted { $0.id.rawValue < $1.id.rawValue }
            let listed = networks.map { network in
                // 1 available, 2 current, 3 forbidden.
                let status = network === home ? (isRegistered ? 2 : 1) : 3
                let name = network.configuration.name
                return "(\(status),\"\(name)\",\"\(name.prefix(8))\",\"\(network.id.rawValue)\",7)"
            }
            return .ok(["+COPS: " + (listed + [",(0-4)", "(0-2)"]).joined(separator: ",")])
        case .set(let values): return selectOperator(values)
        case .execute: return .failure(.error)
        }
    }

    private func operatorName(_ network: Network) -> String {
        switch settings.operatorFormat {
        case 0: network.configuration.name
        case 1: String(network.configuration.name.prefix(8))
        default: network.id.rawValue
        }
    }

    private func selectOperator(_ values: [Parameter]) -> Answer {
        if let format = values[at: 1].number, values[at: 0].number == 3 {
            guard format <= 2 else { return .cme(.incorrectParameters) }
            settings.operatorFormat = format
            return .done
        }
        switch values[at: 0].number {
        case 0: settings.isDeregistered = false
        case 2: settings.isDeregistered = true
        case 1, 4:
            guard let home, let asked = values[at: 2].text else { return .cme(.incorrectParameters) }
            let name = home.configuration.name
            guard [name, String(name.prefix(8)), home.id.rawValue].contains(asked) else {
                return .cme(.noNetworkService)
            }
            settings.isDeregistered = false
        default: return .cme(.incorrectParameters)
        }
        reportRegistration()
        return .done
    }

    // MARK: Functionality and indicators

    private func functionality(_ values: [Parameter]) -> Answer {
        guard let level = values[at: 0].number, [0, 1, 4].contains(level) else { return .cme(.operationNotSupported) }
        if values[at: 1].number == 1 { restart() }
        if level == 0, settings.functionality != 0 { card?.power() }
        settings.functionality = level
        reportRegistration()
        return .done
    }

    func value(of indicator: Indicator) -> Int {
        switch indicator {
        case .signal: registrationStatus == 1 ? min(5, max(0, signal) * 5 / 31) : 0
        case .service: registrationStatus == 1 ? 1 : 0
        case .call: voice.table.has(.active, .held) ? 1 : 0
        case .roam: 0
        case .smsfull: receivingStorage?.isFull ?? false ? 1 : 0
        }
    }

    func emitIndicator(_ indicator: Indicator, _ value: Int) {
        if settings.reportsIndicators { emit("+CIEV: \(indicator.rawValue),\(value)") }
    }

    // MARK: Packet data, as far as a TE asks for it before it sends texts

    private func contexts(_ form: Command.Form) -> Answer {
        switch form {
        case .test: return .ok(["IP", "IPV6", "IPV4V6"].map { "+CGDCONT: (1-4),\"\($0)\",,,(0),(0)" })
        case .read:
            return .ok(
                settings.contexts.sorted { $0.key < $1.key }.map { id, values in
                    "+CGDCONT: \(id),\(values.encoded.text),\"\",0,0"
                })
        case .set(let values):
            guard let id = values[at: 0].number, 1...4 ~= id else { return .cme(.incorrectParameters) }
            settings.contexts[id] = values.count > 1 ? [values[at: 1], values[at: 2]] : nil
            return .done
        case .execute: return .failure(.error)
        }
    }
}
