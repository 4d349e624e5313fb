import HandsetDialing
package import HandsetInterface
package import HandsetLines

/// Strings that look like numbers and are none (3GPP TS 22.030), and service strings (3GPP TS 22.090).
extension Daemon {
    /// Asks the person about something that a link or another app wants done.
    func mayUse(_ what: String, _ app: String?) async -> CallEnding? {
        guard canAsk, let agent = agents.active() else { return CallRouter.nobodyToAsk }
        let asker = app.flatMap { apps.bundle(id: $0)?.name } ?? "A link"
        let question = QuestionInfo(
            title: "Send a service code?", body: "\(asker) wants to send \(what) to the network.", yes: "Send",
            no: "Cancel")
        guard let isAllowed = try? await agent.client.ask(question) else { return CallRouter.nobodyToAsk }
        return isAllowed ? nil : CallRouter.saidNo
    }

    /// A string for the network. What answers is shown.
    func service(
        _ string: DialString, _ line: String?, _ isAllowed: Bool, _ app: String?
    ) async throws(ServiceError) -> DialResult {
        if !isAllowed, let refusal = await mayUse(string.text, app) {
            return DialResult(.failed, cause: refusal.cause, reason: refusal.reason)
        }
        do throws(ServiceError) {
            let answer = try await ussd(string.text, line: line)
            switch answer.standing {
            case .notSupported:
                return DialResult(.failed, cause: .network, reason: "The network does not know this service code.")
            case .timedOut:
                return DialResult(
                    .failed, cause: .network, reason: "The network did not answer in time: try again.")
            // Who only dials cannot reply to a menu; `RequestUSSD` can.
            case .awaitsReply: await (try modem(for: line)).ussd?.cancel()
            case .done, .terminated: break
            }
            show(answer.text, to: app)
            return DialResult(.service, text: answer.text)
        } catch {
            return DialResult(.failed, cause: .network, reason: error.message)
        }
    }

    /// An app that dials has no place for an answer: the person is shown it. A person's tool prints it.
    private func show(_ text: String, to app: String?) {
        guard app.flatMap({ apps.bundle(id: $0)?.isPersonsTool }) != true, !text.isEmpty else { return }
        let notification = NotificationInfo(id: "service-code", title: "Answer to the service code", body: text)
        errands.add { [agents] in
            _ = try? await agents.active()?.client.notify(app: "", name: "Handset", notification)
        }
    }

    /// What the machine does by itself.
    func local(_ code: LocalCode, _ isAllowed: Bool, _ app: String?) async throws(ServiceError) -> DialResult {
        switch code {
        case .equipmentIdentity:
            if !isAllowed, let refusal = await mayUse("*#06#", app) {
                return DialResult(.failed, cause: refusal.cause, reason: refusal.reason)
            }
            var identities: [String] = []
            for name in lines.modemNames {
                if let identity = await lines.modem(named: name)?.equipmentIdentity { identities.append(identity) }
            }
            guard !identities.isEmpty else {
                return DialResult(.failed, cause: .modemLost, reason: "No modem has told its IMEI.")
            }
            show(identities.joined(separator: "\n"), to: app)
            return DialResult(.service, text: identities.joined(separator: "\n"))
        case .secret:
            // Never to the network, and never into a question or a log.
            return DialResult(
                .failed, cause: .unknown, reason: "Changing a PIN by a code is not supported here yet.")
        }
    }

    /// What a short string does during a call (3GPP TS 22.030, clause 6.5.5).
    func control(_ code: CallControlCode) async throws(ServiceError) -> DialResult {
        let live = phone.conversations.filter { $0.isLive && $0.modem != nil }
        func first(_ states: CallInfo.State...) -> Conversation? { live.first { states.contains($0.state) } }
        func at(_ index: Int) -> Conversation? {
            live.first { call in call.modem.flatMap { phone.board(of: $0)[call.id]?.index } == index }
        }
        let ringing = first(.incoming, .waiting)
        let target: (Conversation?, CallInfo.Action)
        switch code {
        case .releaseHeldOrRejectWaiting: target = ringing != nil ? (ringing, .decline) : (first(.held), .hangUp)
        case .releaseActiveAndAccept: target = ringing != nil ? (ringing, .endAndAnswer) : (first(.active), .hangUp)
        case .release(let call): target = (at(call), .hangUp)
        case .holdActiveAndAccept:
            target =
                ringing != nil
                ? (ringing, .holdAndAnswer)
                : first(.held) != nil
                    ? (first(.held), first(.active) == nil ? .resume : .swap) : (first(.active), .hold)
        case .holdAllBut(let call): target = (at(call), .split)
        case .addHeld: target = (first(.held), .merge)
        case .transfer, .deflect, .completeWhenFree:
            return DialResult(.failed, cause: .unknown, reason: "This is not supported here yet.")
        }
        guard let call = target.0 else {
            return DialResult(.failed, cause: .unknown, reason: "There is no call to do this to.")
        }
        do throws(ServiceError) {
            try await phone.control(call.id, target.1)
        } catch {
            return DialResult(.failed, cause: .unknown, reason: error.message)
        }
        return DialResult(.service, text: "")
    }

    // MARK: USSD

    private func dialerOrTool(_ caller: Caller) async throws(ServiceError) {
        let app = try await app(of: caller)
        guard roles(of: app).contains(.dialer) || app?.isPersonsTool == true else {
            throw ServiceError(.notPermitted, "only the app for calls may do this: `handset role dialer APP`")
        }
    }

    private func modem(for line: String?) throws(ServiceError) -> any Modem {
        let able = lines.callLines.filter { $0.modem != nil }
        let chosen: CallSurroundings.Line
        if let line {
            guard let found = lines.callLines.first(where: { $0.id == line }) else { throw Self.noSuchLine }
            chosen = found
        } else if let preferred = able.first(where: { $0.id == configuration.preferredLine }) {
            chosen = preferred
        } else if able.count == 1 {
            chosen = able[0]
        } else {
            let names = able.map { "\($0.label) (\($0.id))" }.joined(separator: ", ")
            throw able.isEmpty
                ? ServiceError(.unavailable, CallRouter.noLine.reason)
                : ServiceError(.invalidArgument, "there are several lines: say which one. They are \(names)")
        }
        guard let modem = chosen.modem.flatMap({ lines.modem(named: $0) }) else {
            throw ServiceError(.unavailable, chosen.obstacle?.reason ?? CallRouter.noModem.reason)
        }
        return modem
    }

    func ussd(_ string: String, line: String?) async throws(ServiceError) -> USSDInfo {
        guard let ussd = await (try modem(for: line)).ussd else {
            throw ServiceError(.unavailable, "the modem of this line has no service codes")
        }
        do throws(CallRefusal) {
            let answer = try await ussd.request(string)
            let standing: USSDInfo.Standing =
                switch answer.standing {
                case .done: .done
                case .awaitsReply: .awaitsReply
                case .terminatedByNetwork: .terminated
                case .notSupported: .notSupported
                case .timedOut: .timedOut
                }
            return USSDInfo(text: answer.text.text(limit: InterfaceLimits.line), standing: standing)
        } catch {
            throw ServiceError(error.kind == .busy ? .busy : .unavailable, error.reason)
        }
    }

    @ServiceActor package func requestUSSD(
        _ string: String, line: String?, for caller: Caller
    ) async throws(ServiceError) -> USSDInfo {
        try await dialerOrTool(caller)
        return try await ussd(string, line: line)
    }

    @ServiceActor package func cancelUSSD(line: String?, for caller: Caller) async throws(ServiceError) {
        try await dialerOrTool(caller)
        await (try modem(for: line)).ussd?.cancel()
    }

    /// A notice that nobody asked for is shown to the person.
    package func ussdReceived(_ answer: USSDAnswer, on modem: String) async {
        guard !answer.text.isEmpty else { return }
        let title = lines.line(on: modem).map(lines.label) ?? "The network"
        let notification = NotificationInfo(
            id: "ussd:\(modem)", title: title, body: answer.text.text(limit: InterfaceLimits.line))
        errands.add { [agents] in
            _ = try? await agents.active()?.client.notify(app: "", name: "Handset", notification)
        }
    }
}

extension String {
    /// At most so many octets.
    fileprivate func text(limit: Int) -> String {
        var text = self
        while text.utf8.count > limit { text.removeLast() }
        return text
    }
}
