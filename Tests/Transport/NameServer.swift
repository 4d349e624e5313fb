import Glibc
import HandsetPlatform

@testable import HandsetMMSTransport

/// A name server of one answer, on a loopback port and a thread of its own.
final class NameServer: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let count = Lock(0)

    init(addresses: [[UInt8]]) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard result else { throw SystemError("bind") }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        let count = count
        Thread.start {
            var buffer = [UInt8](repeating: 0, count: 512)
            while true {
                var peer = sockaddr_in()
                var length = socklen_t(MemoryLayout<sockaddr_in>.size)
                let size = withUnsafeMutablePointer(to: &peer) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        recvfrom(descriptor, &buffer, buffer.count, 0, $0, &length)
                    }
                }
                guard size > 16 else { return }
                count.withLock { $0 += 1 }
                let query = Array(buffer.prefix(size))
                let isV4 = query[size - 3] == 1
                let answer = dnsAnswer(to: query, addresses: isV4 ? addresses : [])
                _ = withUnsafePointer(to: &peer) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        sendto(descriptor, answer, answer.count, 0, $0, length)
                    }
                }
            }
        }
    }

    var questions: Int { count.withLock { $0 } }

    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}

private enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        final class Box { let body: () -> Void; init(_ body: @escaping () -> Void) { self.body = body } }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
        pthread_detach(thread)
    }
}
