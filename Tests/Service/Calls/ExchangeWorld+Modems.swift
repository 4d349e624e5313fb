import HandsetLines

@testable import HandsetService

/// The modems of the world: what they do when they are told to, what the network does, and what becomes of their links.
extension ExchangeWorld {
    mutating func apply(_ operation: CallOperation, _ name: String) {
        guard var modem = modems[name] else { return }
        func end(_ index: Int) {
            guard let place = modem.calls.firstIndex(where: { $0.index == index }) else { return }
            modem.calls.remove(at: place)
            modem.gone.append(EndedCall(index: index, cause: .normal))
        }
        func set(_ from: ModemCall.State, _ to: ModemCall.State) {
            for place in modem.calls.indices where modem.calls[place].state == from { modem.calls[place].state = to }
        }
        let ringer = modem.calls.firstIndex { $0.state == .incoming || $0.state == .waiting }
        switch operation {
        case .answer: if let ringer { modem.calls[ringer].state = .active }
        case .holdAndAnswer:
            guard
                modem.calls.contains(where: { $0.state == .held }) == false
                    || !modem.calls.contains(where: { $0.state == .active })
            else { break }
            set(.active, .held)
            if let ringer { modem.calls[ringer].state = .active }
        case .endAndAnswer:
            let active = modem.calls.filter { $0.state == .active }.map(\.index)
            if let ringer { modem.calls[ringer].state = .active }
            for index in active { end(index) }
        case .reject: if let ringer { end(modem.calls[ringer].index) }
        case .hangUp(let index): end(index)
        case .swap:
            for place in modem.calls.indices {
                switch modem.calls[place].state {
                case .active: modem.calls[place].state = .held
                case .held: modem.calls[place].state = .active
                default: break
                }
            }
        case .merge:
            for place in modem.calls.indices where [.active, .held].contains(modem.calls[place].state) {
                modem.calls[place].state = .active
                modem.calls[place].isMultiparty = true
            }
        case .split(let index):
            for place in modem.calls.indices where modem.calls[place].state == .active {
                if modem.calls[place].index == index {
                    modem.calls[place].isMultiparty = false
                } else {
                    modem.calls[place].state = .held
                }
            }
        }
        modems[name] = modem
    }

    mutating func report(_ name: String, isFirst: Bool = false) {
        guard let modem = modems[name], modem.awaySince == nil else { return }
        modems[name]?.gone = []
        act("report \(name) \(modem.calls.map { "\($0.index)\($0.state)" }) \(modem.gone.map(\.index))") {
            $0.report(CallReport(calls: modem.calls, ended: modem.gone, isFirst: isFirst), of: name)
        }
        checkIdentity(name)
    }

    mutating func cut(_ name: String) {
        guard let modem = modems[name], modem.awaySince == nil else { return }
        modems[name]?.gone = []
        modems[name]?.awaySince = now
        let lost = modem.calls.map { EndedCall(index: $0.index, cause: .modemLost) }
        act("cut \(name)") { $0.report(CallReport(ended: lost, isLinkLost: true), of: name) }
    }

    mutating func comeBack(_ name: String) {
        guard let since = modems[name]?.awaySince else { return }
        modems[name]?.awaySince = nil
        modems[name]?.gone = []
        if now - since >= 10_000_000_000 { modems[name]?.conversations = [:] }
        report(name, isFirst: true)
    }

    /// One call is one conversation, whatever its modem's link does.
    mutating func checkIdentity(_ name: String) {
        guard let modem = modems[name] else { return }
        for entry in exchange.boards[name]?.entries ?? [] {
            guard let index = entry.call.index, let birth = modem.births[index], entry.call.lostAt == nil,
                entry.call.number != .known("112")
            else { continue }
            let known = modem.conversations[birth] ?? entry.id
            if known != entry.id { faults.append("one call is \(known) and \(entry.id)") }
            modems[name]?.conversations[birth] = known
        }
    }

    mutating func add(_ call: ModemCall, to name: String) {
        modems[name]?.calls.append(call)
        births += 1
        modems[name]?.births[call.index] = births
    }

    func freeIndex(_ name: String) -> Int? {
        (1...7).first { index in modems[name]?.calls.contains { $0.index == index } == false }
    }

    mutating func networkCalls() {
        guard let name = pick(Self.names), let index = freeIndex(name), let modem = modems[name],
            !modem.calls.contains(where: { $0.state == .incoming || $0.state == .waiting })
        else { return }
        let number = pick([ModemCall.Number.known("+447700900555"), .withheld, .unavailable]) ?? .unavailable
        add(
            ModemCall(
                index: index, isIncoming: true, state: modem.calls.isEmpty ? .incoming : .waiting, number: number),
            to: name)
        report(name)
    }

    mutating func networkChanges() {
        guard let name = pick(Self.names), let call = pick(modems[name]?.calls ?? []),
            let place = modems[name]?.calls.firstIndex(where: { $0.index == call.index })
        else { return }
        switch (call.state, Bool.random(using: &random)) {
        case (.dialing, true): modems[name]?.calls[place].state = .alerting
        case (.alerting, true): modems[name]?.calls[place].state = .active
        default:
            modems[name]?.calls.remove(at: place)
            let cause = pick([CallEndCause.normal, .busy, .noAnswer, .network, .noService, .unknown]) ?? .unknown
            // A modem may say less than it should.
            if Int.random(in: 0..<4, using: &random) > 0 {
                modems[name]?.gone.append(EndedCall(index: call.index, cause: cause))
            }
        }
        report(name)
    }
}
