import CHandsetLinux
import Glibc

/// Octets on their way to another process: memory behind a descriptor, sealed so that neither side can change them under the
/// other's eyes.
package enum SealedMemory {
    /// Why a descriptor is not read.
    package enum Failure: Error, Hashable {
        /// It is no sealed memory: a file that may be cut while it is read, a pipe that never answers.
        case notSealed
        case tooLarge
        case failed(SystemError)
    }

    /// A descriptor of memory that holds `octets`; the caller closes it.
    package static func make(_ octets: [UInt8]) throws(SystemError) -> Int32 {
        let descriptor = try SystemError.check(handset_memory("handset"), "memfd_create")
        do throws(SystemError) {
            var written = 0
            while written < octets.count {
                let count = octets.withUnsafeBytes { buffer in
                    pwrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written, off_t(written))
                }
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    throw SystemError("write")
                }
                written += count
            }
            try SystemError.check(handset_seal(descriptor), "seal")
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// What the memory behind a descriptor holds.
    package static func read(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
        guard handset_is_sealed(descriptor) != 0 else { throw .notSealed }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .failed(SystemError("fstat")) }
        guard status.st_size <= limit else { throw .tooLarge }
        let size = Int(status.st_size)
        var octets = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let count = octets.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + done }, size - done, off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .failed(SystemError("read")) }
            done += count
        }
        return octets
    }
}
