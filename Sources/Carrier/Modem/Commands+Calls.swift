import HandsetAT

// Calls (ITU-T V.250, clauses 6.3.1, 6.3.5 and 6.3.6; 3GPP TS 27.007, clauses 6 to 8 and C.2.11).
extension SimulatedModem {
    func calls(_ command: Command) -> Answer? {
        switch command {
        case .basic("D", let argument): dial(argument)
        case .basic("A", _): answerCall()
        case .basic("H", let argument):
            argument.isEmpty || argument.decimal == 0
                // 3GPP TS 27.007, clause 6.20: with <mode> 1 this leaves calls alone, and says OK.
                ? (settings.voice.hangUpControl == 1 ? .done : hangUp()) : .failure(.error)
        case .basic: nil
        case .extended(let name, let form): callControl(name, form) ?? callSetting(name, form)
        }
    }

    // MARK: Making, taking and ending calls

    private func dial(_ argument: [UInt8]) -> Answer {
        guard let string = DialString(argument) else { return .failure(.error) }
        switch string.target {
        case .ussd(let code): return isEmergencyNumber(code) ? dial(code, string) : sendUSSD(code)
        case .data(let number):
            if let refusal = refusalOfDialling(number) { return refusal }
            voice.lastCause = CallCause(rawValue: 57)
            return .failure(.noCarrier)
        case .voice(let number): return dial(number, string)
        }
    }

    private func dial(_ number: String, _ string: DialString) -> Answer {
        if let refusal = refusalOfDialling(number) { return refusal }
        let isEmergency = isEmergencyNumber(number)
        let isWithheld = string.withholds ?? (settings.voice.withholding == 1)
        // Asked of a copy first: a call that the modem refuses never reaches the switch.
        var trial = voice.table
        guard (try? trial.dial(CallID(number: 0), number: number, isEmergency: isEmergency)) != nil else {
            return .cme(.operationNotAllowed)
        }
        let call = world.voice.open(
            by: .modem(self), to: number, network: home ?? world.networks.values.first(where: \.isInService),
            isWithheld: isWithheld, isEmergency: isEmergency)
        carryOutCallSteps { table throws(CallTable.Refusal) in
            try table.dial(call.id, number: number, isEmergency: isEmergency)
        }
        guard configuration.voice.answersDialLate else {
            world.voice.place(call)
            return .done
        }
        voice.pendingDial = call.id
        world.voice.place(call)
        return .later
    }

    /// Why a number cannot be dialled now; `nil` where it can.
    private func refusalOfDialling(_ number: String) -> Answer? {
        guard settings.functionality == 1 else { return .cme(.operationNotAllowed) }
        if isEmergencyNumber(number) { return hasEmergencyService ? nil : .failure(.noDialtone) }
        if let cardError { return .cme(cardError) }
        guard isRegistered else {
            return hasEmergencyService ? .cme(CMEError(rawValue: 32)) : .failure(.noDialtone)
        }
        return nil
    }

    private func answerCall() -> Answer {
        carryOutCallSteps { table throws(CallTable.Refusal) in try table.answer() } == nil
            ? .done : .failure(.noCarrier)
    }

    private func hangUp() -> Answer {
        carryOutCallSteps { $0.hangUp() }
        return .done
    }

    private func callControl(_ name: String, _ form: Command.Form) -> Answer? {
        switch (name, form) {
        case ("+CHUP", .execute): return hangUp()
        case ("+CHUP", .test), ("+CLCC", .test): return .done
        case ("+CHLD", .test): return .ok(["+CHLD: (0,1,1x,2,2x,3,4)"])
        case ("+CHLD", .set(let values)):
            guard values.count == 1, let command = values[at: 0].octets.flatMap({ CallHold($0) }) else {
                return .cme(.incorrectParameters)
            }
            let refusal = carryOutCallSteps { table throws(CallTable.Refusal) in try table.carryOut(command) }
            switch refusal {
            case nil: return .done
            case .notAllowed: return .cme(.operationNotAllowed)
            case .noSuchCall: return .cme(CMEError(rawValue: 21))
            }
        case ("+CLCC", .execute): return .ok(voice.table.entries.map(listing))
        case ("+CPAS", .execute): return .ok(["+CPAS: \(activity)"])
        case ("+CPAS", .test): return .ok(["+CPAS: (0,3,4)"])
        case ("+CEER", .execute): return .ok(["+CEER: \(causeReport)"])
        case ("+CEER", .test): return .done
        case ("+VTS", .set(let values)): return tones(values)
        case ("+VTS", .test): return .ok(["+VTS: (),(),(1-255)"])
        default: return nil
        }
    }

    /// One line of +CLCC (clause 7.18).
    private func listing(_ entry: CallTable.Entry) -> String {
        let values = [
            entry.index, entry.direction.rawValue, entry.state.rawValue, CallMode.voice.rawValue,
            entry.isMultiparty ? 1 : 0,
        ]
        let number = "\"\(entry.number)\",\(Self.typeOfNumber(entry.number))"
        let rest = entry.validity == .valid ? "" : ",,,\(entry.validity.rawValue)"
        return "+CLCC: " + values.map(String.init).joined(separator: ",") + "," + number + rest
    }

    /// Type of address (3GPP TS 24.008, clause 10.5.4.7): international, unknown, or 128 for none.
    static func typeOfNumber(_ number: String) -> Int { number.isEmpty ? 128 : number.hasPrefix("+") ? 145 : 129 }

    /// `<pas>` (clause 8.1): ready, ringing, call in progress.
    private var activity: Int { voice.table.has(.incoming) ? 3 : voice.table.entries.isEmpty ? 0 : 4 }

    private var causeReport: String {
        guard let cause = voice.lastCause else {
            return configuration.voice.causeReport == .number ? "0" : "\"no call has ended\""
        }
        return switch configuration.voice.causeReport {
        case .words: "\"\(cause.meaning)\""
        case .number: "\(cause.rawValue)"
        case .both: "\(cause.rawValue),\"\(cause.meaning)\""
        }
    }

    // MARK: Tones

    /// `<DTMF>`, several of them, or `{<DTMF>,<duration>}` with tenths of a second. Several in one string are taken as
    /// well, as many modems do.
    private func tones(_ values: [Parameter]) -> Answer {
        var tones: [(digit: Character, tenths: Int)] = []
        var index = 0
        while index < values.count {
            guard var text = values[index].text else { return .cme(.incorrectParameters) }
            var tenths = settings.voice.toneTenths
            if text.hasPrefix("{") {
                text.removeFirst()
                index += 1
                guard let end = values[at: index].text, end.hasSuffix("}"),
                    let asked = Array(end.utf8.dropLast()).decimal,
                    1...255 ~= asked
                else { return .cme(.incorrectParameters) }
                tenths = asked
            }
            guard !text.isEmpty else { return .cme(.incorrectParameters) }
            for character in text.uppercased() {
                guard "0123456789*#ABCD".contains(character) else { return .cme(.incorrectParameters) }
                tones.append((character, tenths))
            }
            index += 1
        }
        guard !tones.isEmpty, tones.count <= 64 else { return .cme(.incorrectParameters) }
        let active = voice.table.calls(in: .active)
        guard !active.isEmpty else { return .cme(.operationNotAllowed) }
        for tone in tones {
            for id in active {
                guard let side = world.voice[id]?.side(of: self) else { continue }
                world.voice.tone(tone.digit, for: .milliseconds(tone.tenths * 100), on: id, by: side)
            }
        }
        return .done
    }

    // MARK: Settings

    private func callSetting(_ name: String, _ form: Command.Form) -> Answer? {
        switch name {
        case "+CLIP": return flag(name, form, \.showsCaller, read: { "\($0),1" })
        case "+COLP": return flag(name, form, \.showsCallee, read: { "\($0),1" })
        case "+CRC": return flag(name, form, \.showsRingType, read: { "\($0)" })
        case "+CCWA": return callWaiting(form)
        case "+CSSN": return notices(form)
        case "+CLIR":
            return number(name, form, \.withholding, 0...2, read: { "\($0),4" })
        case "+CVHU": return number(name, form, \.hangUpControl, 0...2, read: { "\($0)" })
        case "+VTD": return number(name, form, \.toneTenths, 1...255, read: { "\($0)" })
        case "+CMUT": return mute(form)
        case "+CMOD":
            switch form {
            case .test: return .ok(["+CMOD: (0)"])
            case .read: return .ok(["+CMOD: 0"])
            case .set(let values): return values[at: 0].number == 0 ? .done : .cme(.operationNotSupported)
            case .execute: return .done
            }
        default: return nil
        }
    }

    private func flag(
        _ name: String, _ form: Command.Form, _ path: WritableKeyPath<VoiceSettings, Bool>, read: (Int) -> String
    ) -> Answer {
        switch form {
        case .test: return .ok(["\(name): (0,1)"])
        case .read: return .ok(["\(name): " + read(settings.voice[keyPath: path] ? 1 : 0)])
        case .set(let values):
            guard values.count <= 1, let value = values.isEmpty ? 0 : values[at: 0].number, value <= 1 else {
                return .cme(.incorrectParameters)
            }
            settings.voice[keyPath: path] = value == 1
            return .done
        case .execute: return .failure(.error)
        }
    }

    private func number(
        _ name: String, _ form: Command.Form, _ path: WritableKeyPath<VoiceSettings, Int>, _ range: ClosedRange<Int>,
        read: (Int) -> String
    ) -> Answer {
        switch form {
        case .test: return .ok(["\(name): (\(range.lowerBound)-\(range.upperBound))"])
        case .read: return .ok(["\(name): " + read(settings.voice[keyPath: path])])
        case .set(let values):
            guard values.count == 1, let value = values[at: 0].number, range ~= value else {
                return .cme(.incorrectParameters)
            }
            settings.voice[keyPath: path] = value
            return .done
        case .execute: return .failure(.error)
        }
    }

    /// Clause 7.12: `<n>` is the modem's, `<mode>` the network's, for each class of service; voice is class 1.
    private func callWaiting(_ form: Command.Form) -> Answer {
        switch form {
        case .test: return .ok(["+CCWA: (0,1)"])
        case .read: return .ok(["+CCWA: \(settings.voice.showsWaiting ? 1 : 0)"])
        case .execute: return .failure(.error)
        case .set(let values):
            var shows = settings.voice.showsWaiting
            if !values[at: 0].isEmpty {
                guard let value = values[at: 0].number, value <= 1 else { return .cme(.incorrectParameters) }
                shows = value == 1
            }
            guard !values[at: 1].isEmpty else {
                settings.voice.showsWaiting = shows
                return .done
            }
            guard let mode = values[at: 1].number, mode <= 2, values[at: 2].isEmpty || values[at: 2].number != nil
            else {
                return .cme(.incorrectParameters)
            }
            if let cardError { return .cme(cardError) }
            guard isRegistered, let card else { return .cme(.noNetworkService) }
            settings.voice.showsWaiting = shows
            let classes = values[at: 2].number ?? 7
            if mode == 2 {
                return .ok([
                    "+CCWA: \(card.hasCallWaiting && classes & 1 == 1 ? 1 : 0),\(classes & 1 == 1 ? 1 : classes)"
                ])
            }
            if classes & 1 == 1 { card.hasCallWaiting = mode == 1 }
            return .done
        }
    }

    private func notices(_ form: Command.Form) -> Answer {
        switch form {
        case .test: return .ok(["+CSSN: (0,1),(0,1)"])
        case .read:
            return .ok(["+CSSN: \(settings.voice.showsSetUpNotices ? 1 : 0),\(settings.voice.showsNotices ? 1 : 0)"])
        case .execute: return .failure(.error)
        case .set(let values):
            let asked = [0, 1].map { values[at: $0].isEmpty ? 0 : values[at: $0].number ?? 2 }
            guard asked.allSatisfy({ $0 <= 1 }) else { return .cme(.incorrectParameters) }
            settings.voice.showsSetUpNotices = asked[0] == 1
            settings.voice.showsNotices = asked[1] == 1
            return .done
        }
    }

    private func mute(_ form: Command.Form) -> Answer {
        switch form {
        case .test: return .ok(["+CMUT: (0,1)"])
        case .read: return .ok(["+CMUT: \(voice.isMuted ? 1 : 0)"])
        case .execute: return .failure(.error)
        case .set(let values):
            guard values.count == 1, let value = values[at: 0].number, value <= 1 else {
                return .cme(.incorrectParameters)
            }
            // Clause 8.24: during voice calls.
            guard voice.table.has(.active, .held, .dialing, .alerting) else { return .cme(.operationNotAllowed) }
            voice.isMuted = value == 1
            world.changed()
            return .done
        }
    }
}
