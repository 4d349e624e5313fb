import Glibc
import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// What is heard and felt of a call: by feedbackd where it is (org.sigxcpu.Feedback), else by a player of sounds, else nothing but
/// the notification. And the sound's way in a call, by callaudiod (org.mobian_project.CallAudio).
actor Ringing {
    static let feedback = "org.sigxcpu.Feedback"
    static let callAudio = "org.mobian_project.CallAudio"
    /// Nobody's phone rings for longer, whatever has become of the service.
    static let limit = Duration.seconds(600)
    private static let timeout = Duration.seconds(5)

    private enum Sound {
        case feedback(UInt32)
        case player(ChildProcess)
    }

    private struct Call {
        var ring: RingInfo
        var sound: Sound?
        var timer: EventLoop.Timer?
    }

    private let session: SessionBus
    private let environment: [String: String]
    private let loop: EventLoop
    private var calls: [String: Call] = [:]
    /// One change after the other: what starts late must not go on for ever.
    private var isBusy = false
    private var queue: [OneShot<Void>] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(session: SessionBus, environment: [String: String], loop: EventLoop) {
        self.session = session
        self.environment = environment
        self.loop = loop
    }

    // MARK: Ringing

    func ring(_ ring: RingInfo) async {
        await enter()
        defer { leave() }
        let before = calls[ring.call]
        guard before?.ring != ring else { return }
        await silence(ring.call)
        let timer =
            before?.timer
            ?? loop.schedule(at: .now + Self.limit) { [weak self] in
                Task { await self?.stop(ring.call) }
            }
        calls[ring.call] = Call(ring: ring, timer: timer)
        guard !ring.isSilent else { return }
        let sound = await trigger(ring) ?? play(ring)
        calls[ring.call]?.sound = sound
    }

    func stop(_ call: String) async {
        await enter()
        defer { leave() }
        await silence(call)
        if let timer = calls.removeValue(forKey: call)?.timer { loop.cancel(timer) }
    }

    /// The service is gone: what rang is its to say, and a new one rings anew. The calls that rang.
    func stopAll() async -> [String] {
        let rang = Array(calls.keys)
        for call in rang { await stop(call) }
        return rang
    }

    private func silence(_ call: String) async {
        switch calls[call]?.sound {
        case .feedback(let id): _ = try? await session.connection()?.call(feedback("EndFeedback", [.uint32(id)]))
        case .player(let process):
            process.onExit = nil
            process.signal(SIGTERM)
        case nil: break
        }
        calls[call]?.sound = nil
    }

    private func enter() async {
        if isBusy {
            let ticket = OneShot<Void>()
            queue.append(ticket)
            await ticket.value()
        }
        isBusy = true
    }

    private func leave() {
        if queue.isEmpty { isBusy = false } else { queue.removeFirst().give(()) }
    }

    // MARK: feedbackd

    private func feedback(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(member, on: Self.feedback, of: Self.feedback, at: "/org/sigxcpu/Feedback", arguments)
    }

    /// Time-out 0 goes on until it is ended, -1 plays once: beside a call one reminder is enough.
    private func trigger(_ ring: RingInfo) async -> Sound? {
        guard let bus = await session.connection() else { return nil }
        let hints: [String: BusValue] = Self.file(ring).map { ["sound-file": .string($0)] } ?? [:]
        let call = feedback(
            "TriggerFeedback",
            [
                .string("org.handset.agent"), .string("phone-incoming-call"), .dictionary(hints),
                .int32(ring.kind == .incoming ? 0 : -1),
            ])
        guard let answer = try? await bus.call(call, returning: "u", timeout: Self.timeout),
            let id = answer.first?.uint32
        else { return nil }
        return .feedback(id)
    }

    // MARK: A player

    private static func file(_ ring: RingInfo) -> String? {
        guard let sound = ring.sound, sound.hasPrefix("/"), access(sound, R_OK) == 0 else { return nil }
        return sound
    }

    private static let ringingTone = "/usr/share/sounds/freedesktop/stereo/phone-incoming-call.oga"

    /// The first player that is here, and what it is told to play.
    private func player(_ ring: RingInfo) -> (String, [String])? {
        let file = Self.file(ring) ?? Self.ringingTone
        let named = Self.file(ring).map { ["-f", $0] } ?? ["-i", "phone-incoming-call"]
        let players: [(name: String, arguments: [String], needsFile: Bool)] = [
            ("canberra-gtk-play", named, false), ("pw-play", [file], true), ("paplay", [file], true),
        ]
        for player in players where !player.needsFile || access(file, R_OK) == 0 {
            for folder in (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/") {
                let path = "\(folder)/\(player.name)"
                if access(path, X_OK) == 0 { return (path, player.arguments) }
            }
        }
        return nil
    }

    private func play(_ ring: RingInfo) -> Sound? {
        guard let (path, arguments) = player(ring),
            let process = try? ChildProcess(
                executable: path, arguments: arguments, environment: environment, output: .null, errors: .null,
                loop: loop)
        else { return nil }
        let call = ring.call
        process.onExit = { [weak self] exit in self?.assumeIsolated { $0.played(call, exit) } }
        return .player(process)
    }

    /// Once more, as long as it rings. A player that cannot play is not asked again.
    private func played(_ call: String, _ exit: ChildProcess.Exit) {
        guard let ring = calls[call]?.ring, exit == .code(0), ring.kind == .incoming, !ring.isSilent else {
            calls[call]?.sound = nil
            return
        }
        // A breath between two, so that a player that plays nothing keeps no processor busy.
        loop.schedule(at: .now + .seconds(1)) { [weak self] in
            self?.assumeIsolated { ringing in
                guard ringing.calls[call]?.ring == ring else { return }
                ringing.calls[call]?.sound = ringing.play(ring)
            }
        }
    }

    // MARK: The sound of a call

    /// Mode 1 is a call, 0 is none. Where there is no callaudiod, the sound's way is the machine's own affair.
    func setCallAudio(_ isOn: Bool) async {
        await enter()
        defer { leave() }
        let call = BusCall(
            "SelectMode", on: Self.callAudio, of: Self.callAudio, at: "/org/mobian_project/CallAudio",
            [.uint32(isOn ? 1 : 0)])
        _ = try? await session.connection()?.call(call, timeout: Self.timeout)
    }
}
