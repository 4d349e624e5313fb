import Glibc

/// Tells when something in a folder, or in a folder inside it, changes (inotify).
///
/// Made and used on the loop's thread. Where the folder is missing its nearest parent is watched until it appears. Events
/// that come close together are told once.
package final class FolderWatch: EventSource {
    private static let interesting = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF
    )
    /// Folders inside that are watched too.
    private static let limit = 500
    private static let settling = Duration.milliseconds(100)

    package private(set) var descriptor: Int32 = -1
    package var onChange: (() -> Void)?
    private let path: String
    private let loop: EventLoop
    private var settled: EventLoop.Timer?

    package var interest: Int16 { Int16(POLLIN) }
    package var deadline: MonotonicTime? { nil }

    /// Begins to watch; a change after this is told.
    package init(path: String, loop: EventLoop) throws(SystemError) {
        self.path = path
        self.loop = loop
        try watch()
        loop.add(self)
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    package func close() {
        onChange = nil
        if let settled { loop.cancel(settled) }
        guard descriptor >= 0 else { return }
        loop.remove(self)
        Glibc.close(descriptor)
        descriptor = -1
    }

    package func ready(_ events: Int16) {
        // What has changed does not matter: whoever asks reads the folder again.
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        guard settled == nil else { return }
        settled = loop.schedule(at: .now + Self.settling) { [weak self] in self?.tell() }
    }

    private func tell() {
        settled = nil
        // Anew, since folders may have come and gone; before the owner looks, so that nothing is missed.
        Glibc.close(descriptor)
        descriptor = -1
        do throws(SystemError) {
            try watch()
        } catch {
            loop.remove(self)
        }
        onChange?()
    }

    private func watch() throws(SystemError) {
        descriptor = try SystemError.check(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)), "inotify_init")
        guard inotify_add_watch(descriptor, path, Self.interesting) >= 0 else {
            var parent = path[...]
            repeat {
                parent = parent.prefix(upTo: parent.lastIndex(of: "/") ?? parent.startIndex)
            } while !parent.isEmpty && inotify_add_watch(descriptor, String(parent), Self.interesting) < 0
            if parent.isEmpty { inotify_add_watch(descriptor, "/", Self.interesting) }
            return
        }
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        var count = 0
        while count < Self.limit, let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                    String(cString: $0)
                }
            }
            guard name != ".", name != ".." else { continue }
            let flags = Self.interesting | UInt32(IN_ONLYDIR)
            if inotify_add_watch(descriptor, "\(path)/\(name)", flags) >= 0 { count += 1 }
        }
    }
}
