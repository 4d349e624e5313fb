import Foundation
import Testing

@testable import HandsetService

@Suite struct DurableFileTests {
    @Test(arguments: [0, 1, 300_000])
    func theFileHoldsWhatWasWrittenLast(size: Int) throws {
        let folder = try TemporaryFolder()
        try DurableFile.write([1, 2, 3], to: "a", in: folder.path)
        let octets = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try DurableFile.write(octets, to: "a", in: folder.path)
        #expect(FileManager.default.contents(atPath: folder.path + "/a") == Data(octets))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    /// A folder of that name is in the way when all has been written but the name.
    @Test func whatFailsLeavesNothingBehind() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/a/b", withIntermediateDirectories: true)
        let error = #expect(throws: StoreError.self) { try DurableFile.write([1], to: "a", in: folder.path) }
        #expect(error?.kind == .inputOutput)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    @Test func aFolderThatIsNotThereIsSaid() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: StoreError.self) {
            try DurableFile.write([1], to: "a", in: folder.path + "/none")
        }
        #expect(error?.kind == .cannotOpen)
    }

    @Test(arguments: [(ENOSPC, StoreError.Kind.full), (EDQUOT, .full), (EROFS, .readOnly), (EIO, .inputOutput)])
    func theDisksWord(errno: Int32, kind: StoreError.Kind) { #expect(StoreError(errno: errno).kind == kind) }
}
