internal import CHandsetCurl
import Glibc
import HandsetPlatform

/// libcurl's transfers on an event loop. Made and used on the loop's thread.
///
/// libcurl says which sockets it waits for, and when it wants to be called: an idle loop stays asleep.
final class CurlTransfers {
    private let loop: EventLoop
    private let multi: OpaquePointer
    private var sockets: [Int32: Socket] = [:]
    private var timer: EventLoop.Timer?
    private var transfers: [OpaquePointer: CurlTransfer] = [:]

    private final class Socket: EventSource {
        let descriptor: Int32
        var interest: Int16
        let deadline: MonotonicTime? = nil
        let act: (Int32, Int16) -> Void

        init(_ descriptor: Int32, interest: Int16, act: @escaping (Int32, Int16) -> Void) {
            self.descriptor = descriptor
            self.interest = interest
            self.act = act
        }

        func ready(_ events: Int16) { act(descriptor, events) }
    }

    init?(loop: EventLoop) {
        guard Self.isReady, let multi = curl_multi_init() else { return nil }
        self.loop = loop
        self.multi = OpaquePointer(multi)
        let context = Unmanaged.passUnretained(self).toOpaque()
        handset_curl_on_socket(
            multi,
            { _, socket, what, context, _ in
                context.map { Unmanaged<CurlTransfers>.fromOpaque($0).takeUnretainedValue().watch(socket, what) }
                return 0
            }, context)
        handset_curl_on_timer(
            multi,
            { _, milliseconds, context in
                context.map { Unmanaged<CurlTransfers>.fromOpaque($0).takeUnretainedValue().wake(in: milliseconds) }
                return 0
            }, context)
    }

    /// Once in a process, before anything else of libcurl.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private var handle: UnsafeMutableRawPointer { UnsafeMutableRawPointer(multi) }

    /// Ends every transfer without its answer.
    func close() {
        for transfer in Array(transfers.values) { cancel(transfer) }
        if let timer { loop.cancel(timer) }
        timer = nil
        curl_multi_cleanup(handle)
        for socket in sockets.values { loop.remove(socket) }
        sockets = [:]
    }

    func begin(_ transfer: CurlTransfer) {
        transfers[OpaquePointer(transfer.easy)] = transfer
        guard curl_multi_add_handle(handle, transfer.easy) == CURLM_OK else {
            transfers[OpaquePointer(transfer.easy)] = nil
            return transfer.end(CURLE_FAILED_INIT)
        }
    }

    func cancel(_ transfer: CurlTransfer) {
        guard transfers.removeValue(forKey: OpaquePointer(transfer.easy)) != nil else { return }
        curl_multi_remove_handle(handle, transfer.easy)
        transfer.end(CURLE_ABORTED_BY_CALLBACK)
    }

    // MARK: What libcurl asks for

    private func watch(_ descriptor: Int32, _ what: Int32) {
        if what == CURL_POLL_REMOVE {
            if let socket = sockets.removeValue(forKey: descriptor) { loop.remove(socket) }
            return
        }
        var interest: Int16 = 0
        if what & CURL_POLL_IN != 0 { interest |= Int16(POLLIN) }
        if what & CURL_POLL_OUT != 0 { interest |= Int16(POLLOUT) }
        if let socket = sockets[descriptor] {
            socket.interest = interest
        } else {
            let socket = Socket(descriptor, interest: interest) { [weak self] in self?.ready($0, $1) }
            sockets[descriptor] = socket
            loop.add(socket)
        }
    }

    private func wake(in milliseconds: Int) {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard milliseconds >= 0 else { return }
        timer = loop.schedule(at: .now + .milliseconds(milliseconds)) { [weak self] in
            guard let self else { return }
            timer = nil
            act(Self.timeOut, 0)
        }
    }

    /// In the place of a socket: a time-out (CURL_SOCKET_TIMEOUT).
    private static let timeOut: Int32 = -1

    private func ready(_ descriptor: Int32, _ events: Int16) {
        var mask: Int32 = 0
        if events & Int16(POLLIN | POLLHUP) != 0 { mask |= CURL_CSELECT_IN }
        if events & Int16(POLLOUT) != 0 { mask |= CURL_CSELECT_OUT }
        if events & Int16(POLLERR) != 0 { mask |= CURL_CSELECT_ERR }
        act(descriptor, mask)
    }

    private func act(_ descriptor: Int32, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(handle, descriptor, mask, &running)
        var result = CURLE_OK
        while let easy = handset_curl_next_ended(handle, &result) {
            curl_multi_remove_handle(handle, easy)
            transfers.removeValue(forKey: OpaquePointer(easy))?.end(result)
        }
    }
}
