import Glibc
import HandsetPlatform

/// The AT port of a modem: a socket that listens or a pty, at the pace of a serial line if one is set.
///
/// 8N1 takes ten bit times for an octet, so 115,200 baud carry 11,520 octets a second, each way. A pty has no rate of
/// its own (and a socket none at all): octets are handed on when the last of them would have crossed the line.
final class ModemLink {
    /// Octets from the TE.
    var onOctets: (([UInt8]) -> Void)?
    var onConnected: (() -> Void)?
    /// The TE hung up; not called for a cut of ours.
    var onDisconnected: (() -> Void)?

    private let port: ModemPort
    private let nanosecondsPerOctet: UInt64?
    private let loop: EventLoop
    private var listener: SocketListener?
    private var stream: ByteStream?
    /// Keeps a pty from hanging up while no TE has it open.
    private var farEnd: Int32 = -1
    private(set) var path: String

    private var outgoing: [UInt8] = []
    private var written = 0
    private var outgoingFree = MonotonicTime(nanoseconds: 0)
    private var outgoingTimer: EventLoop.Timer?
    private var incomingFree = MonotonicTime(nanoseconds: 0)
    private var incomingTimers: [EventLoop.Timer] = []
    private var afterFlush: (() -> Void)?

    /// What one timer hands on: 64 octets are 5.6 ms at 115,200 baud.
    private static let chunk = 64

    init(port: ModemPort, baud: Int?, loop: EventLoop) {
        self.port = port
        self.loop = loop
        nanosecondsPerOctet = baud.map { 10_000_000_000 / UInt64(max($0, 50)) }
        switch port {
        case .unixSocket(let path): self.path = path
        case .pseudoTerminal(let link): path = link ?? ""
        }
    }

    deinit { if farEnd >= 0 { Glibc.close(farEnd) } }

    var isConnected: Bool { stream?.isOpen ?? false }
    var isPlugged: Bool { listener != nil || farEnd >= 0 }

    // MARK: Plugging

    func plug() throws(CarrierError) {
        guard !isPlugged else { return }
        do throws(SystemError) {
            switch port {
            case .unixSocket(let path):
                let listener = try SocketListener(path: path, loop: loop)
                listener.onConnection = { [weak self] descriptor in
                    if let self { connected(descriptor) } else { Glibc.close(descriptor) }
                }
                self.listener = listener
            case .pseudoTerminal(let link): try openPseudoTerminal(link)
            }
        } catch {
            throw .portFailed(error.description)
        }
    }

    /// Takes the device away: the path is gone until it is plugged again.
    func unplug() {
        drop()
        listener?.close()
        listener = nil
        if farEnd >= 0 { Glibc.close(farEnd) }
        farEnd = -1
        if case .pseudoTerminal(let link?) = port { unlink(link) }
    }

    private func openPseudoTerminal(_ link: String?) throws(SystemError) {
        let (master, path) = try SerialPort.openPseudoTerminal()
        farEnd = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard farEnd >= 0 else {
            let error = SystemError("open \(path)")
            Glibc.close(master)
            throw error
        }
        // A UART has no line discipline: without this, the pty would echo and wait for ends of lines.
        var settings = termios()
        tcgetattr(farEnd, &settings)
        cfmakeraw(&settings)
        tcsetattr(farEnd, TCSANOW, &settings)
        self.path = path
        if let link {
            unlink(link)
            try SystemError.check(symlink(path, link), "link \(link)")
            self.path = link
        }
        serve(master)
    }

    private func connected(_ descriptor: Int32) {
        // One TE has the port. A newer one takes it, so that a TE that died unseen does not block its successor.
        if stream != nil {
            drop()
            onDisconnected?()
        }
        serve(descriptor)
        onConnected?()
    }

    private func serve(_ descriptor: Int32) {
        let stream = ByteStream(descriptor: descriptor, loop: loop)
        stream.onBytes = { [weak self] in self?.arrived($0) }
        stream.onClose = { [weak self] in
            self?.drop()
            self?.onDisconnected?()
        }
        self.stream = stream
    }

    // MARK: Ends

    /// Ends the connection as a failing cable would; what has not crossed the line is lost.
    func cut() {
        drop()
        // A pty hangs up by losing its master; the TE finds a new one under the same link.
        guard case .pseudoTerminal(let link) = port, farEnd >= 0 else { return }
        Glibc.close(farEnd)
        farEnd = -1
        try? openPseudoTerminal(link)
    }

    /// Runs `action` when everything written has crossed the line.
    func afterFlush(_ action: @escaping () -> Void) {
        if written >= outgoing.count { action() } else { afterFlush = action }
    }

    private func drop() {
        forget()
        stream?.close()
        stream = nil
    }

    private func forget() {
        outgoing = []
        written = 0
        afterFlush = nil
        if let outgoingTimer { loop.cancel(outgoingTimer) }
        outgoingTimer = nil
        for timer in incomingTimers { loop.cancel(timer) }
        incomingTimers = []
        incomingFree = MonotonicTime(nanoseconds: 0)
    }

    // MARK: From the TE

    private func arrived(_ octets: [UInt8]) {
        guard let nanosecondsPerOctet else { return onOctets?(octets) ?? () }
        let now = MonotonicTime.now
        incomingFree = max(incomingFree, now) + .nanoseconds(UInt64(octets.count) * nanosecondsPerOctet)
        incomingTimers.append(
            loop.schedule(at: incomingFree) { [weak self] in
                guard let self, !incomingTimers.isEmpty else { return }
                incomingTimers.removeFirst()
                onOctets?(octets)
            })
    }

    // MARK: To the TE

    func write(_ octets: [UInt8]) {
        guard let stream, stream.isOpen else { return }
        guard nanosecondsPerOctet != nil else { return stream.write(octets) }
        if written >= outgoing.count {
            outgoing = []
            written = 0
            outgoingFree = max(outgoingFree, .now)
        }
        // A TE that does not read (or a flood of ours) has a bound here as it has in the stream.
        guard outgoing.count - written + octets.count <= 8 << 20 else { return }
        outgoing += octets
        if outgoingTimer == nil { pace() }
    }

    /// Hands on what has crossed the line by now, and sets the timer for the next chunk.
    private func pace() {
        outgoingTimer = nil
        guard let nanosecondsPerOctet else { return }
        while written < outgoing.count {
            let count = min(Self.chunk, outgoing.count - written)
            let arrival = outgoingFree + .nanoseconds(UInt64(count) * nanosecondsPerOctet)
            guard arrival <= .now else {
                outgoingTimer = loop.schedule(at: arrival) { [weak self] in self?.pace() }
                return
            }
            outgoingFree = arrival
            stream?.write(outgoing[written..<(written + count)])
            written += count
        }
        let action = afterFlush
        afterFlush = nil
        action?()
    }
}
