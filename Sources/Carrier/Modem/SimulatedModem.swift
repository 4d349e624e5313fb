import HandsetAT
import HandsetPlatform

/// A modem: a card, a storage of its own, and an AT port on which a TE gives commands.
///
/// It implements what a TE needs for short messages of ITU-T V.250, 3GPP TS 27.007 and 3GPP TS 27.005, in PDU mode.
final class SimulatedModem {
    let configuration: ModemConfiguration
    let link: ModemLink
    unowned let world: World
    private(set) var card: SIMCard?
    var faults = FaultList()
    var settings = ModemSettings()
    var voice = ModemVoice()
    /// The modem's own storage, `ME`.
    var storage: MessageStorage
    /// Where the modem hears its network; a tunnel has none.
    var hasCoverage = true { didSet { reportRegistration() } }
    var signal: Int
    private(set) var isPowered = true
    private(set) var lastStatus = 0

    var reader = CommandReader()
    /// What the text after a prompt is for.
    var request: TextRequest?
    /// Whether an answer is held back; commands that come meanwhile wait.
    var isAnswering: Bool { heldAnswer != nil || voice.pendingDial != nil }
    var heldAnswer: Timeline.Token?
    /// Whether a command is being carried out at this moment.
    var isExecuting = false
    private(set) var octetsFromTerminal = 0
    private(set) var octetsToTerminal = 0
    private var backlog = 0
    /// Unsolicited codes that wait for the end of a command or text, so that they do not stand inside its answer.
    private var waitingCodes: [[UInt8]] = []
    /// Codes that +CNMI's mode 0 buffers.
    var bufferedCodes: [[UInt8]] = []
    /// A message at the TE that has not been acknowledged.
    var routed: RoutedDelivery?
    /// The log entry of a submission whose answer has not gone out.
    var unansweredSubmission: Int?
    /// Whether the network was told that there is no room.
    var hasRefusedForMemory = false

    init(_ configuration: ModemConfiguration, card: SIMCard?, world: World) {
        self.configuration = configuration
        self.card = card
        self.world = world
        storage = MessageStorage(capacity: min(max(configuration.storageSize, 0), 10_000))
        signal = configuration.signal
        link = ModemLink(port: configuration.port, baud: configuration.baud, loop: world.loop)
        faults.onStrike = { [weak world] in world?.changed() }
        link.onOctets = { [weak self] in self?.received($0) }
        link.onConnected = { [weak self] in self?.terminalConnected() }
        link.onDisconnected = { [weak self] in self?.terminalDisconnected() }
    }

    var name: String { configuration.name }
    var home: Network? { card.flatMap { world.homeNetwork(of: $0) } }

    // MARK: Registration

    /// `<stat>` of +CREG (3GPP TS 27.007, clause 7.2).
    var registrationStatus: Int {
        guard isPowered, settings.functionality == 1, !settings.isDeregistered, let card, card.lock == .ready else {
            return configuration.voice.reportsEmergencyService && hasEmergencyService ? 8 : 0
        }
        if configuration.voice.reportsEmergencyService, home?.isInService == false, hasEmergencyService { return 8 }
        return hasCoverage && home?.isInService ?? false ? 1 : 2
    }

    var isRegistered: Bool { registrationStatus == 1 }

    /// Tells the TE and the service centre when the registration has changed.
    func reportRegistration() {
        endLostCalls()
        let status = registrationStatus
        if status != 1 { loseUSSD(announces: isPowered) }
        guard status != lastStatus else { return }
        lastStatus = status
        for name in ["+CREG", "+CGREG", "+CEREG"] where settings.registrationReports[name, default: 0] > 0 {
            emit("\(name): \(registrationValues(name, status))")
        }
        emitIndicator(.service, status == 1 ? 1 : 0)
        world.watchers.publish(.registration(modem: name, status))
        world.changed()
        if status == 1, let card { world.serviceCentre.alert(card.configuration.number) }
    }

    // MARK: Card and power

    func insert(_ card: SIMCard) {
        guard self.card == nil else { return }
        card.power()
        self.card = card
        emit("+CPIN: \(cardStatus ?? "NOT READY")")
        reportRegistration()
        world.changed()
    }

    @discardableResult
    func removeCard() -> SIMCard? {
        guard let card else { return nil }
        endRouting()
        self.card = nil
        emit("+CPIN: NOT INSERTED")
        reportRegistration()
        world.changed()
        return card
    }

    /// As when a USB modem is pulled out: the port is gone and the card without power.
    func unplug() {
        isPowered = false
        endRouting()
        dropCalls(.temporaryFailure, announces: false)
        loseUSSD(announces: false)
        link.unplug()
        resetConversation()
        reportRegistration()
        world.changed()
    }

    func plug() throws(CarrierError) {
        try link.plug()
        isPowered = true
        restart()
    }

    /// Power-on values (+CFUN=1,1).
    func restart() {
        endRouting()
        dropCalls(.temporaryFailure, announces: false)
        loseUSSD(announces: false)
        settings = ModemSettings()
        voice.isStuck = false
        bufferedCodes = []
        card?.power()
        reportRegistration()
        world.changed()
    }

    // MARK: The TE

    var isTerminalConnected: Bool { link.isConnected }

    private func terminalConnected() {
        world.watchers.publish(.terminalConnected(modem: name))
        world.changed()
    }

    private func terminalDisconnected() {
        // DTR has dropped: what the TE had not acknowledged, it never will.
        endRouting()
        resetConversation()
        world.watchers.publish(.terminalDisconnected(modem: name))
        world.changed()
    }

    func cutConnection() {
        guard link.isConnected else { return }
        link.cut()
        terminalDisconnected()
    }

    private func resetConversation() {
        reader = CommandReader()
        request = nil
        world.timeline.cancel(heldAnswer)
        heldAnswer = nil
        voice.pendingDial = nil
        voice.dialResult = nil
        backlog = 0
        waitingCodes = []
    }

    private func received(_ octets: [UInt8]) {
        octetsFromTerminal += octets.count
        world.changed()
        guard !voice.isStuck else { return }
        if voice.pendingDial != nil { return abortDial() }
        if isAnswering {
            // V.250 lets characters abort a command; here they wait, as far as a TE may reasonably go.
            backlog += octets.count
            guard backlog <= 16_384 else { return }
        }
        if settings.echoes {
            octetsToTerminal += octets.count
            link.write(octets)
        }
        reader.append(octets)
        readTokens()
    }

    func readTokens() {
        while !isAnswering, let token = reader.next() {
            switch token {
            case .line(let line):
                trace(fromTerminal: true, line)
                carryOut { execute(line) }
            case .text(let text):
                trace(fromTerminal: true, text)
                carryOut { finishText(text) }
            case .cancelled: carryOut { finishText(nil) }
            case .overlong: overlong()
            }
        }
        if !isAnswering { backlog = 0 }
    }

    /// Codes that the command itself brings about come after its answer.
    private func carryOut(_ body: () -> Void) {
        isExecuting = true
        body()
        isExecuting = false
        finishDial()
        flushWaitingCodes()
    }

    // MARK: Writing

    /// An unsolicited result code: now, or once the command under way is answered.
    func emit(_ lines: String...) { emit(octets: lines.reduce(into: []) { $0 += framed($1) }) }

    func emit(octets: [UInt8]) {
        guard link.isConnected else { return }
        if isBusy {
            if waitingCodes.count < 1_000 { waitingCodes.append(octets) }
        } else {
            write(octets)
        }
    }

    var isBusy: Bool { isExecuting || isAnswering || request != nil }

    func flushWaitingCodes() {
        guard !isBusy, !waitingCodes.isEmpty else { return }
        let codes = waitingCodes
        waitingCodes = []
        for code in codes { write(code) }
    }

    func write(_ octets: [UInt8]) {
        guard !voice.isStuck else { return }
        trace(fromTerminal: false, octets)
        octetsToTerminal += octets.count
        link.write(octets)
    }

    private func trace(fromTerminal: Bool, _ octets: [UInt8]) {
        guard world.watchers.isTracing else { return }
        world.watchers.publish(.trace(modem: name, fromTerminal: fromTerminal, octets))
    }

    /// `<CR><LF>line<CR><LF>` (ITU-T V.250, clause 5.7.1).
    func framed(_ line: String) -> [UInt8] { [13, 10] + Array(line.utf8) + [13, 10] }
}

/// What a TE sets; a restart brings the values here back.
struct ModemSettings {
    var echoes = true
    var isVerbose = true
    /// +CMEE.
    var errorDetail = 0
    /// +CFUN: 0 minimum, 1 full, 4 radio off.
    var functionality = 1
    /// +COPS=2.
    var isDeregistered = false
    var operatorFormat = 0
    /// +CREG, +CGREG, +CEREG.
    var registrationReports: [String: Int] = [:]
    var characterSet = "IRA"
    /// +CSMS.
    var messageService = 0
    /// +CPMS.
    var memories = ["SM", "SM", "SM"]
    var indications = MessageIndications(mode: 0, mt: 0, ds: 0)
    /// +CMMS.
    var moreMessages = 0
    /// +CMER's `<ind>`.
    var reportsIndicators = false
    var contexts: [Int: [Parameter]] = [:]
    var voice = VoiceSettings()
}

/// What +CIND and +CIEV count (3GPP TS 27.007, clauses 8.9 and 8.10), in their order.
enum Indicator: Int, CaseIterable {
    case signal = 1, service, call, roam, smsfull

    var range: String { self == .signal ? "0-5" : "0,1" }
}
