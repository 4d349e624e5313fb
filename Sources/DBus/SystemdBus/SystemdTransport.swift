import CHandsetSystemd
import Glibc
import HandsetPlatform

/// The connection over sd-bus.
///
/// No callback of sd-bus is used: what `sd_bus_process` does not handle itself (Hello, Peer) comes out of it as a message,
/// and time-outs are ours. So nothing here waits for the bus.
final class SystemdTransport: BusTransport, EventSource {
    var onEvent: ((BusTransportEvent) -> Void)?

    private let address: String
    private let limits: BusLimits
    private let loop: EventLoop
    private var bus: OpaquePointer?
    private var isReady = false
    /// The calls that wait for an answer: sd-bus makes an answer from the call's own message.
    private var unanswered: [UInt64: OpaquePointer] = [:]
    private var nextAnswer: UInt64 = 0

    init(address: String, limits: BusLimits, loop: EventLoop) {
        self.address = address
        self.limits = limits
        self.loop = loop
    }

    deinit { release() }

    func start() throws(BusError) {
        var opened: OpaquePointer?
        try check(sd_bus_new(&opened))
        guard let opened else { throw .unreachable("out of memory") }
        bus = opened
        try check(sd_bus_set_address(opened, address))
        try check(sd_bus_set_bus_client(opened, 1))
        try check(sd_bus_start(opened))
        loop.add(self)
    }

    func close() {
        onEvent = nil
        loop.remove(self)
        release()
    }

    private func release() {
        for message in unanswered.values { sd_bus_message_unref(message) }
        unanswered = [:]
        // Unsent messages are given to the socket as far as it takes them; nothing waits.
        if let bus { sd_bus_close_unref(bus) }
        bus = nil
    }

    private func check(_ result: Int32) throws(BusError) {
        guard result >= 0 else { throw .unreachable("\(address): \(String(cString: strerror(-result)))") }
    }

    // MARK: The loop's side

    var descriptor: Int32 { bus.map { sd_bus_get_fd($0) } ?? -1 }
    var interest: Int16 { bus.map { Int16(clamping: max(0, sd_bus_get_events($0))) } ?? 0 }

    var deadline: MonotonicTime? {
        var microseconds: UInt64 = 0
        guard let bus, sd_bus_get_timeout(bus, &microseconds) >= 0, microseconds != .max else { return nil }
        let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? nil : MonotonicTime(nanoseconds: nanoseconds)
    }

    func ready(_ events: Int16) {
        for _ in 0..<limits.batch {
            guard let bus else { return }
            var message: OpaquePointer?
            let result = sd_bus_process(bus, &message)
            if !isReady, sd_bus_is_ready(bus) > 0 { becomeReady(bus) }
            if let message {
                if let decoded = decode(message) { onEvent?(.message(decoded)) }
                sd_bus_message_unref(message)
            }
            if result < 0 { return lost(result) }
            if result == 0 { return }
        }
    }

    private func becomeReady(_ bus: OpaquePointer) {
        isReady = true
        var name: UnsafePointer<CChar>?
        // Does not wait: Hello has been answered.
        guard sd_bus_get_unique_name(bus, &name) >= 0, let name else { return }
        onEvent?(.ready(uniqueName: String(cString: name)))
    }

    private func lost(_ result: Int32) {
        let tell = onEvent
        close()
        tell?(.lost(isReady ? .disconnected : .unreachable("\(address): \(String(cString: strerror(-result)))")))
    }

    // MARK: Messages

    private func decode(_ message: OpaquePointer) -> BusMessage? {
        var type: UInt8 = 0
        guard sd_bus_message_get_type(message, &type) >= 0 else { return nil }
        let sender = text(sd_bus_message_get_sender(message))
        let kind: BusMessage.Kind
        var serial: UInt64 = 0
        switch Int(type) {
        case Int(SD_BUS_MESSAGE_METHOD_CALL):
            kind = .call(answer: sd_bus_message_get_expect_reply(message) > 0 ? keep(message) : nil)
        case Int(SD_BUS_MESSAGE_METHOD_RETURN):
            guard sd_bus_message_get_reply_cookie(message, &serial) >= 0 else { return nil }
            kind = .result(of: serial)
        case Int(SD_BUS_MESSAGE_METHOD_ERROR):
            guard sd_bus_message_get_reply_cookie(message, &serial) >= 0 else { return nil }
            let name = sd_bus_message_get_error(message).flatMap { text($0.pointee.name) }
            kind = .error(of: serial, name: name ?? "org.freedesktop.DBus.Error.Failed")
        case Int(SD_BUS_MESSAGE_SIGNAL): kind = .signal
        default: return nil
        }
        // What sd-bus tells about itself has no sender; the bus gives every other message one.
        guard let sender else { return nil }
        var reader = SystemdReader(message, limits: limits)
        return BusMessage(
            kind: kind, sender: sender, path: text(sd_bus_message_get_path(message)) ?? "",
            interface: text(sd_bus_message_get_interface(message)),
            member: text(sd_bus_message_get_member(message)) ?? "",
            signature: text(sd_bus_message_get_signature(message, 1)) ?? "", body: try? reader.body())
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

    private func keep(_ message: OpaquePointer) -> UInt64 {
        nextAnswer += 1
        unanswered[nextAnswer] = sd_bus_message_ref(message)
        return nextAnswer
    }

    func send(_ call: BusCall, expectsReply: Bool) throws(BusError) -> UInt64 {
        var message: OpaquePointer?
        guard let bus else { throw .disconnected }
        let result = sd_bus_message_new_method_call(
            bus, &message, call.destination, call.path, call.interface, call.member)
        guard result >= 0, let message else { throw .unencodable }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_expect_reply(message, expectsReply ? 1 : 0)
        try SystemdWriter(message).append(call.arguments)
        var serial: UInt64 = 0
        try post(message, on: bus, &serial)
        return serial
    }

    func send(_ signal: BusSignal) throws(BusError) {
        var message: OpaquePointer?
        guard let bus else { throw .disconnected }
        let result = sd_bus_message_new_signal(bus, &message, signal.path, signal.interface, signal.member)
        guard result >= 0, let message else { throw .unencodable }
        defer { sd_bus_message_unref(message) }
        try SystemdWriter(message).append(signal.arguments)
        try post(message, on: bus, nil)
    }

    func answer(_ answer: UInt64, with result: Result<[BusValue], BusFault>) throws(BusError) {
        guard let bus, let call = unanswered.removeValue(forKey: answer) else { throw .disconnected }
        defer { sd_bus_message_unref(call) }
        var message: OpaquePointer?
        defer { message.map { _ = sd_bus_message_unref($0) } }
        switch result {
        case .success(let values):
            guard sd_bus_message_new_method_return(call, &message) >= 0, let message else { throw .unencodable }
            do throws(BusError) {
                try SystemdWriter(message).append(values)
                return try post(message, on: bus, nil)
            } catch {
                // The caller must hear something even so.
                try self.fail(call, .failed("the answer cannot be carried over D-Bus"), on: bus)
                throw error
            }
        case .failure(let fault):
            try fail(call, fault, on: bus)
        }
    }

    private func fail(_ call: OpaquePointer, _ fault: BusFault, on bus: OpaquePointer) throws(BusError) {
        var message: OpaquePointer?
        defer { message.map { _ = sd_bus_message_unref($0) } }
        let result = fault.name.withCString { name in
            fault.message.withCString { text in
                var error = sd_bus_error(name: name, message: text, _need_free: 0)
                return sd_bus_message_new_method_error(call, &message, &error)
            }
        }
        guard result >= 0, let message else { throw .unencodable }
        try post(message, on: bus, nil)
    }

    private func post(
        _ message: OpaquePointer, on bus: OpaquePointer, _ serial: UnsafeMutablePointer<UInt64>?
    ) throws(BusError) {
        let result = sd_bus_send(bus, message, serial)
        guard result < 0 else { return }
        throw result == -ENOTCONN || result == -ECONNRESET || result == -EPIPE ? .disconnected : .unencodable
    }
}
