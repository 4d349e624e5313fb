import HandsetAT

/// What a command comes to.
enum Answer {
    /// Information lines, then OK.
    case ok([String])
    case failure(FinalResult)
    /// A prompt; the text decides.
    case prompt(TextRequest)
    /// The final result comes when the network knows it.
    case later

    static let done = Answer.ok([])
    static func cme(_ error: CMEError) -> Answer { .failure(.cme(error)) }
    static func cms(_ error: CMSError) -> Answer { .failure(.cms(error)) }
}

/// What the text after a prompt is for.
struct TextRequest {
    enum Purpose {
        case send
        case write(StoredStatus)
        /// The RP-ERROR's own TPDU that +CNMA=2 brings.
        case refuse
    }

    /// The command that asked.
    var command: String
    var purpose: Purpose
    /// Octets of the TPDU that were announced.
    var length: Int
}

extension SimulatedModem {
    /// Carries a command line out, command by command until one fails (ITU-T V.250, clause 5.2.1).
    func execute(_ octets: [UInt8]) {
        let line: CommandLine
        do throws(ATError) {
            line = try CommandLine(parsing: octets)
        } catch {
            // Noise without AT is no command line (clause 5.2.1).
            guard isCommandLine(octets) else { return }
            return finish([], .error, command: "")
        }
        var information: [[String]] = []
        for command in line.commands {
            if faults.take({ $0.strikes(.ignoring, command.name) }) != nil { return }
            if faults.take({ $0.strikes(.stopping, command.name) }) != nil {
                voice.isStuck = true
                return
            }
            if !Self.prompting.contains(command.name),
                faults.take({ $0.strikes(.cut(.beforeExecution), command.name) }) != nil
            {
                return cutConnection()
            }
            let answer: Answer
            if let failure = faults.take({ $0.failure(of: command.name) }) {
                answer = .failure(failure)
            } else {
                answer = perform(command)
            }
            // A text's faults strike once the text is here.
            if case .prompt(let request) = answer {
                self.request = request
                reader.awaitsText = true
                for lines in information { write(framed(lines)) }
                return write(Array("\r\n> ".utf8))
            }
            if faults.take({ $0.strikes(.cut(.beforeExecution), command.name) }) != nil { return cutConnection() }
            switch answer {
            case .ok(let lines): if !lines.isEmpty { information.append(lines) }
            case .failure(let result): return finish(information, result, command: command.name)
            case .prompt: break
            case .later:
                for lines in information { write(framed(lines)) }
                return
            }
        }
        finish(information, .ok, command: line.commands.last?.name ?? "")
    }

    /// Commands whose text may follow: what strikes before they are carried out, strikes once it is here.
    private static let prompting: Set = ["+CMGS", "+CMGW", "+CNMA"]

    private func isCommandLine(_ octets: [UInt8]) -> Bool {
        octets.drop { $0 == 0x20 }.prefix(2).map { $0 & 0xDF }.elementsEqual("AT".utf8)
    }

    private func perform(_ command: Command) -> Answer {
        general(command) ?? identity(command) ?? network(command) ?? messageSettings(command) ?? messages(command)
            ?? calls(command) ?? unstructuredData(command) ?? .failure(.error)
    }

    /// The text after a prompt, or `nil` when it was given up with ESC.
    func finishText(_ text: [UInt8]?) {
        guard let request else { return }
        self.request = nil
        guard let text else { return finish([], .ok, command: request.command) }
        if faults.take({ $0.strikes(.ignoring, request.command) }) != nil { return flushWaitingCodes() }
        if faults.take({ $0.strikes(.cut(.beforeExecution), request.command) }) != nil { return cutConnection() }
        switch carryOut(request, text) {
        case .ok(let lines): finish(lines.isEmpty ? [] : [lines], .ok, command: request.command)
        case .failure(let result): finish([], result, command: request.command)
        case .prompt, .later: break
        }
    }

    func overlong() {
        if let request {
            self.request = nil
            return finish([], .cms(.invalidPDUParameter), command: request.command)
        }
        finish([], .error, command: "")
    }

    // MARK: Answers

    func finish(_ information: [[String]], _ result: FinalResult, command: String) {
        var octets: [UInt8] = []
        for lines in information { octets += framed(lines) }
        octets += framed(result)
        if let delay = faults.take({ $0.delay(of: command) }) {
            heldAnswer = world.timeline.schedule(after: delay) { [weak self] in
                guard let self else { return }
                heldAnswer = nil
                answer(octets, command)
                readTokens()
            }
        } else {
            answer(octets, command)
        }
    }

    private func answer(_ octets: [UInt8], _ command: String) {
        if faults.take({ $0.strikes(.cut(.beforeAnswer), command) }) != nil {
            settle(answered: false)
            return cutConnection()
        }
        if faults.take({ $0.strikes(.losingAnswer, command) }) != nil {
            settle(answered: false)
            return flushWaitingCodes()
        }
        write(octets)
        settle(answered: link.isConnected)
        if faults.take({ $0.strikes(.cut(.afterAnswer), command) }) != nil {
            return link.afterFlush { [weak self] in self?.cutConnection() }
        }
        flushWaitingCodes()
    }

    /// Logs whether the TE was told what became of its submission.
    private func settle(answered: Bool) {
        guard let entry = unansweredSubmission else { return }
        unansweredSubmission = nil
        world.note(entry, answered ? .answered : .unanswered)
    }

    /// The lines of one command's information (ITU-T V.250, clause 5.7.1).
    private func framed(_ lines: [String]) -> [UInt8] {
        var octets: [UInt8] = settings.isVerbose ? [13, 10] : []
        for line in lines { octets += Array(line.utf8) + [13, 10] }
        return octets
    }

    func framed(_ result: FinalResult) -> [UInt8] {
        var result = result
        if case .cme(let error) = result {
            switch settings.errorDetail {
            case 0: result = .error
            case 2: result = .worded(isMessageService: false, Array(error.meaning.utf8))
            default: break
            }
        }
        if settings.isVerbose { return [13, 10] + result.encoded + [13, 10] }
        // ATV0 knows numbers for these alone (clause 5.7.1, table 1).
        switch result {
        case .ok: return Array("0\r".utf8)
        case .noCarrier: return Array("3\r".utf8)
        case .error: return Array("4\r".utf8)
        case .noDialtone: return Array("6\r".utf8)
        case .busy: return Array("7\r".utf8)
        case .noAnswer: return Array("8\r".utf8)
        default: return result.encoded + [13]
        }
    }
}

extension Fault {
    enum CommandStrike: Equatable {
        case ignoring, losingAnswer, stopping
        case cut(CutPoint)
    }

    /// A value when it strikes `command` in that way.
    func strikes(_ strike: CommandStrike, _ command: String) -> Void? {
        switch (self, strike) {
        case (.ignoreCommand(let name), .ignoring): Self.matches(name, command)
        case (.stopResponding(let name), .stopping): Self.matches(name, command)
        case (.loseAnswer(let name), .losingAnswer): Self.matches(name, command)
        case (.cutConnection(let point, let name), .cut(let asked)) where point == asked: Self.matches(name, command)
        default: nil
        }
    }

    func failure(of command: String) -> FinalResult? {
        guard case .failCommand(let name, let code) = self, Self.matches(name, command) != nil else { return nil }
        return code.map { .cme(CMEError(rawValue: $0)) } ?? .error
    }

    func delay(of command: String) -> Duration? {
        guard case .delayAnswer(let duration, let name) = self, Self.matches(name, command) != nil else { return nil }
        return duration
    }

    private static func matches(_ name: String?, _ command: String) -> Void? {
        guard let name else { return () }
        return name.uppercased() == command ? () : nil
    }
}
