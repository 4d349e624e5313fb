import CHandsetLinux
import Glibc
import HandsetPlatform

/// Tells of changes of links and addresses (rtnetlink), once for each burst.
final class LinkWatch: EventSource {
    private(set) var descriptor: Int32
    let interest = Int16(POLLIN)
    let deadline: MonotonicTime? = nil
    private let loop: EventLoop
    private let tell: () -> Void
    private var isTelling = false

    init?(loop: EventLoop, _ tell: @escaping () -> Void) {
        descriptor = handset_watch_links()
        self.loop = loop
        self.tell = tell
        guard descriptor >= 0 else { return nil }
        loop.add(self)
    }

    func ready(_ events: Int16) {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        // What it says is of no interest, only that it speaks.
        for _ in 0..<64 where recv(descriptor, &buffer, buffer.count, 0) <= 0 { break }
        guard !isTelling else { return }
        isTelling = true
        loop.schedule(at: .now + .milliseconds(200)) { [weak self] in
            self?.isTelling = false
            self?.tell()
        }
    }

    func close() {
        guard descriptor >= 0 else { return }
        loop.remove(self)
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// The interfaces that are there, are up and have an address.
    static func interfacesUp() -> Set<String> {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: Set<String> = []
        var next = first
        while let entry = next?.pointee {
            let isIP = entry.ifa_addr.map {
                [sa_family_t(AF_INET), sa_family_t(AF_INET6)].contains($0.pointee.sa_family)
            }
            if isIP == true, entry.ifa_flags & UInt32(IFF_UP) != 0 { found.insert(String(cString: entry.ifa_name)) }
            next = entry.ifa_next
        }
        return found
    }
}

/// The interfaces that are up at one moment, for all that is asked of it: read when the first question needs them.
@ServiceActor
final class InterfacesUp {
    private let read: () -> Set<String>
    private lazy var names = read()

    init(_ read: @escaping () -> Set<String>) { self.read = read }

    func contains(_ name: String) -> Bool { names.contains(name) }
}
