import Foundation

/// A PNG as a row of chunks (ISO/IEC 15948, 5.3).
struct PNGFile {
    private let data: Data

    /// Nil for what is none.
    init?(_ data: Data) {
        guard data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        self.data = data
    }

    /// Whether the chunk that ends the picture is there: one that was cut off is read without complaint, and what is missing is black.
    var isWhole: Bool {
        var place = data.startIndex + 8
        while data.endIndex - place >= 12 {
            let length = data[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= data.endIndex - place - 12 else { return false }
            if data[(place + 4)..<(place + 8)].elementsEqual(Data("IEND".utf8)) { return true }
            place += 12 + length
        }
        return false
    }
}
