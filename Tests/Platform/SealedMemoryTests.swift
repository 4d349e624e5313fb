import Glibc
import HandsetPlatform
import Testing

@Suite struct SealedMemoryTests {
    @Test(arguments: [0, 1, 4_096, 1 << 20]) func whatIsSealedIsReadOnTheOtherSide(_ count: Int) throws {
        let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let descriptor = try SealedMemory.make(octets)
        defer { close(descriptor) }
        #expect(try SealedMemory.read(descriptor, limit: 1 << 20) == octets)
        // Nobody can change it, or cut it.
        var octet: UInt8 = 1
        #expect(pwrite(descriptor, &octet, 1, 0) == -1)
        #expect(ftruncate(descriptor, 0) == -1 || count == 0)
    }

    @Test func whatIsTooLargeOrNotSealedIsNotRead() throws {
        let descriptor = try SealedMemory.make([1, 2, 3])
        defer { close(descriptor) }
        #expect(throws: SealedMemory.Failure.tooLarge) { try SealedMemory.read(descriptor, limit: 2) }
        var pipe: [Int32] = [0, 0]
        #expect(Glibc.pipe(&pipe) == 0)
        defer { for end in pipe { close(end) } }
        let file = open("/proc/self/exe", O_RDONLY)
        defer { close(file) }
        for other in [pipe[0], file, -1] {
            #expect(throws: SealedMemory.Failure.notSealed) { try SealedMemory.read(other, limit: 10) }
        }
    }
}
