import Glibc
import HandsetDBus
import HandsetPlatform

/// A real `dbus-daemon` of a test's own. Used on its loop.
///
/// It ends with the test's process, also when that is killed.
package final class DBusDaemon {
    /// Where it listens.
    package let address: String
    private let folder: String
    private let name: String
    private let loop: EventLoop
    private var process: ChildProcess?
    private var output: ByteStream?
    /// The shell around the daemon reads from this; at its end it kills the daemon.
    private var leash: BusFileDescriptor?

    /// Prepares a bus whose socket is `name` in `folder`.
    package init(name: String, folder: String, loop: EventLoop) {
        self.name = name
        self.folder = folder
        self.loop = loop
        address = "unix:path=\(folder)/\(name)"
    }

    private var configuration: String { "\(folder)/\(name).conf" }

    /// Starts it, for the first time or again at the same address; returns once it listens.
    package func start(isolation: isolated (any Actor)? = #isolation) async throws {
        try writeConfiguration()
        let (printed, writing) = try Self.pipe()
        let (reading, leash) = try Self.pipe()
        let stream = ByteStream(descriptor: fcntl(printed.rawValue, F_DUPFD_CLOEXEC, 3), loop: loop)
        // The address is printed when the socket listens, not when its file appears.
        let listens = OneShot<Bool>()
        stream.onBytes = { _ in listens.give(true) }
        stream.onClose = { listens.give(false) }
        output = stream
        process = try withExtendedLifetime((writing, reading)) {
            try ChildProcess(
                executable: "/bin/sh",
                arguments: [
                    "-c", #""$@" & exec >/dev/null; read line; kill -9 $!; wait"#, "sh", "/usr/bin/dbus-daemon",
                    "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1",
                ], environment: [:], input: .descriptor(reading.rawValue), output: .descriptor(writing.rawValue),
                errors: .null, loop: loop)
        }
        self.leash = leash
        guard await listens.value() else { throw SystemError("start dbus-daemon", code: ENOENT) }
    }

    /// Kills it, and waits for its end.
    package func kill(isolation: isolated (any Actor)? = #isolation) async {
        output?.close()
        guard let process, process.exit == nil else { return }
        let end = OneShot<Void>()
        process.onExit = { _ in end.give(()) }
        leash = nil
        await end.value()
    }

    /// Removes its files.
    package func remove() { for file in ["\(folder)/\(name)", configuration] { unlink(file) } }

    private func writeConfiguration() throws(SystemError) {
        let text = """
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
            """
        let descriptor = BusFileDescriptor(
            adopting: try SystemError.check(
                open(configuration, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600), "open \(configuration)"))
        let octets = Array(text.utf8)
        guard write(descriptor.rawValue, octets, octets.count) == octets.count else {
            throw SystemError("write \(configuration)")
        }
    }

    private static func pipe() throws(SystemError) -> (reading: BusFileDescriptor, writing: BusFileDescriptor) {
        var ends: [Int32] = [-1, -1]
        try SystemError.check(Glibc.pipe(&ends), "pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (BusFileDescriptor(adopting: ends[0]), BusFileDescriptor(adopting: ends[1]))
    }
}
