import Foundation

/// A JPEG as a row of segments (ITU-T T.81, B.1).
struct JPEGFile {
    private let data: Data

    /// Nil for what is none.
    init?(_ data: Data) {
        guard data.starts(with: [0xFF, 0xD8]) else { return nil }
        self.data = data
    }

    /// Whether the end of the picture is there.
    ///
    /// A JPEG that was cut off is read without complaint, and what is missing of it is grey. Its end is looked for behind the first
    /// scan: the small picture that a camera puts in front has one of its own, and some put a film behind the end.
    var isWhole: Bool {
        guard let scan = firstScan else { return false }
        return data.range(of: Data([0xFF, 0xD9]), options: .backwards, in: scan..<data.endIndex) != nil
    }

    /// Where the octets of the picture begin.
    private var firstScan: Data.Index? {
        var place = data.startIndex + 2
        while let mark = data[place...].firstIndex(of: 0xFF), mark + 1 < data.endIndex {
            switch data[mark + 1] {
            case 0xDA: return mark
            // No segment: octets that fill, or markers that stand alone.
            case 0x00, 0xFF, 0x01, 0xD0...0xD8: place = mark + (data[mark + 1] == 0xFF ? 1 : 2)
            default:
                guard mark + 3 < data.endIndex else { return nil }
                place = mark + 2 + max(2, Int(data[mark + 2]) << 8 | Int(data[mark + 3]))
                guard place < data.endIndex else { return nil }
            }
        }
        return nil
    }
}
