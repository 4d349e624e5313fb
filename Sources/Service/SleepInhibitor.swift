package import HandsetDBus
import HandsetPlatform

/// Keeps the machine awake while a message is on its way to the app, and while there is a call: logind's inhibitor lock
/// (org.freedesktop.login1(5)).
///
/// Where there is no logind, nothing is held and nothing is wrong.
@ServiceActor
package final class SleepInhibitor {
    private let address: BusAddress
    private var bus: Bus?
    /// The lock: logind lets the machine sleep when the last copy of it is closed.
    private var lock: BusFileDescriptor?
    /// There is no logind here.
    private var isAbsent = false

    package init(bus: BusAddress) { address = bus }

    package var isHeld: Bool { lock != nil }

    package func hold() async {
        guard lock == nil, !isAbsent else { return }
        do throws(BusError) {
            if bus == nil { bus = try await Bus.connect(to: address, on: ServiceActor.loop) }
            let call = BusCall(
                "Inhibit", on: "org.freedesktop.login1.Manager", of: "org.freedesktop.login1",
                at: "/org/freedesktop/login1",
                ["sleep", "Handset", "A message or a call is being handled", "block"].map { .string($0) })
            lock = try await bus?.call(call, returning: "h", timeout: .seconds(5)).first?.fileDescriptor
        } catch {
            if error.remoteName != nil { isAbsent = true }
            await bus?.close()
            bus = nil
        }
    }

    package func release() async {
        lock = nil
        // The connection too: an idle daemon waits for nothing that it does not need.
        await bus?.close()
        bus = nil
    }
}
