import Foundation
import HandsetPictures
import Testing

@Suite struct PictureFittingTests {
    /// A picture without compression: noise, which JPEG makes little of (BMP, BITMAPINFOHEADER).
    static func bitmap(_ width: Int, _ height: Int) -> Data {
        let row = (width * 3 + 3) / 4 * 4
        func little(_ value: Int, _ octets: Int) -> [UInt8] {
            (0..<octets).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        var octets = Array("BM".utf8) + little(54 + row * height, 4) + little(0, 4) + little(54, 4)
        octets += little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
        octets += little(0, 4) + little(row * height, 4) + little(2_835, 4) + little(2_835, 4) + little(0, 8)
        var state: UInt32 = 1
        for _ in 0..<(row * height) {
            state = state &* 1_664_525 &+ 1_013_904_223
            octets.append(UInt8(truncatingIfNeeded: state >> 24))
        }
        return Data(octets)
    }

    /// The size that a JPEG says (ITU-T T.81, B.2.2).
    static func size(ofJPEG data: Data) -> [Int] {
        let octets = [UInt8](data)
        var place = 2
        while place + 9 < octets.count, octets[place] == 0xFF {
            let marker = octets[place + 1]
            if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                return [
                    Int(octets[place + 7]) << 8 | Int(octets[place + 8]),
                    Int(octets[place + 5]) << 8 | Int(octets[place + 6]),
                ]
            }
            place += 2 + (Int(octets[place + 2]) << 8 | Int(octets[place + 3]))
        }
        return []
    }

    @Test(arguments: [(1_600, 1_200, [640, 480]), (1_200, 1_600, [480, 640]), (2_000, 100, [640, 32])])
    func aLargePictureIsMadeSmaller(_ width: Int, _ height: Int, _ size: [Int]) throws {
        let fitted = try PictureFitting(maximumOctets: 300_000).fit(Self.bitmap(width, height))
        #expect(Self.size(ofJPEG: try #require(fitted)) == size)
    }

    @Test func whatFitsIsLeftAsItIs() throws {
        #expect(try PictureFitting(maximumOctets: 300_000).fit(Self.bitmap(100, 80)) == nil)
    }

    @Test(arguments: [200_000, 60_000, 15_000, 6_000]) func itFitsTheOctets(_ limit: Int) throws {
        let fitted = try #require(try PictureFitting(maximumOctets: limit).fit(Self.bitmap(800, 600)))
        #expect(fitted.count <= limit)
        #expect(fitted.starts(with: [0xFF, 0xD8]))
        // And it is no larger than it need be small: another round changes nothing.
        #expect(try PictureFitting(maximumOctets: limit).fit(fitted) == nil)
    }

    @Test func whatCannotFitIsSaid() {
        #expect(throws: PictureFitting.Failure.doesNotFit) {
            try PictureFitting(maximumOctets: 100).fit(Self.bitmap(800, 600))
        }
    }

    @Test func damagedPicturesAreRefused() throws {
        let whole = Self.bitmap(64, 64)
        #expect(throws: PictureFitting.Failure.unreadable) {
            try PictureFitting(maximumOctets: 10).fit(Data("no picture".utf8))
        }
        #expect(throws: PictureFitting.Failure.unreadable) { try PictureFitting(maximumOctets: 10).fit(Data()) }
        for count in stride(from: 1, to: whole.count, by: 911) {
            _ = try? PictureFitting(maximumOctets: 1_000).fit(whole.prefix(count))
        }
    }

    /// What a connection cut off would be sent half grey.
    @Test func aJPEGThatWasCutOffIsRefused() throws {
        let whole = try #require(try PictureFitting(maximumOctets: 200_000).fit(Self.bitmap(800, 600)))
        // A camera puts a small picture in front, and some a film behind.
        var small = Data([0xFF, 0xD8, 0xFF, 0xE1, 0x00, 0x08]) + Data("Exif".utf8) + Data([0xFF, 0xD9])
        small += whole.dropFirst(2)
        let fitting = PictureFitting(maximumOctets: 20_000)
        for jpeg in [whole, small, small + Data(repeating: 0x55, count: 3_000)] {
            #expect(try fitting.fit(jpeg) != nil)
        }
        for jpeg in [whole, small] {
            for count in [2, 3, 30, jpeg.count / 2, jpeg.count - 1] {
                #expect(throws: PictureFitting.Failure.unreadable) { try fitting.fit(jpeg.prefix(count)) }
            }
        }
    }

    /// It would be sent black from where it was cut off.
    @Test func aPNGThatWasCutOffIsRefused() throws {
        // Eight by eight grey pixels, as zlib stores them.
        let png = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mNogAIGyhgAgIQgARDoahcAAAAASUVORK5CYII="))
        let fitting = PictureFitting(maximumLongSide: 4, maximumShortSide: 4, maximumOctets: 20_000)
        #expect(try fitting.fit(png) != nil)
        for count in [8, 20, png.count / 2, png.count - 12, png.count - 1] {
            #expect(throws: PictureFitting.Failure.unreadable) { try fitting.fit(png.prefix(count)) }
        }
    }

    /// The header of a PNG (ISO/IEC 15948, 11.2.2): what it promises is not made room for.
    @Test(arguments: [(9_000, 9_000), (30_000, 30_000), (Int(Int32.max), Int(Int32.max))])
    func aPictureThatUnfoldsIsNotReadIn(_ width: Int, _ height: Int) {
        func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }
        let header = Array("IHDR".utf8) + big(width) + big(height) + [8, 6, 0, 0, 0]
        var sum = UInt32.max
        for octet in header {
            sum ^= UInt32(octet)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        let png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + header + big(Int(~sum))
            + big(100) + Array("IDAT".utf8) + [0x78, 0x9C]
        // Without a reading of it, no more can be said of what no library takes.
        let failure = width > 1 << 24 ? PictureFitting.Failure.unreadable : .tooLarge
        #expect(throws: failure) { try PictureFitting(maximumOctets: 1_000).fit(Data(png)) }
    }

    @Test func aPictureThatClaimsToBeHugeIsNotReadIn() {
        var octets = [UInt8](Self.bitmap(8, 8))
        octets.replaceSubrange(18..<26, with: [0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0])
        #expect(throws: PictureFitting.Failure.self) { try PictureFitting(maximumOctets: 1_000).fit(Data(octets)) }
    }
}
