import Foundation
import HandsetPlatform

/// A real `dbus-daemon` of a test's own, in its folder. Used on its loop.
final class PrivateBus {
    let address: String
    private let configuration: String
    private let loop: EventLoop
    private var process: ChildProcess?
    private var output: ByteStream?

    /// Prepares a bus whose socket is `name` in `folder`.
    init(name: String, folder: String, loop: EventLoop) throws {
        self.loop = loop
        address = "unix:path=\(folder)/\(name)"
        configuration = "\(folder)/\(name).conf"
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """.write(toFile: configuration, atomically: true, encoding: .utf8)
    }

    /// Starts it; returns once it listens.
    func start(isolation: isolated (any Actor)? = #isolation) async throws {
        var pipe: [Int32] = [0, 0]
        try SystemError.check(Foundation.pipe(&pipe), "pipe")
        defer { close(pipe[1]) }
        let process = try ChildProcess(
            executable: "/usr/bin/dbus-daemon",
            arguments: ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1"],
            environment: [:], output: .descriptor(pipe[1]), errors: .null, loop: loop)
        self.process = process
        let output = ByteStream(descriptor: pipe[0], loop: loop)
        self.output = output
        // The address is printed when the socket listens, not when its file appears.
        let listens = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            var waiting: CheckedContinuation<Bool, Never>? = continuation
            output.onBytes = { _ in waiting.take()?.resume(returning: true) }
            output.onClose = { waiting.take()?.resume(returning: false) }
        }
        guard listens else { throw TestMachineError("dbus-daemon does not start: run script/bootstrap") }
    }

    /// Kills it and waits for its end.
    func stop(isolation: isolated (any Actor)? = #isolation) async {
        guard let process, process.exit == nil else { return }
        await withCheckedContinuation { continuation in
            process.onExit = { _ in continuation.resume() }
            process.signal(SIGKILL)
        }
        output?.close()
    }
}
