import HandsetWireCore
import Testing

@testable import HandsetSMS

/// UCS-2 read as UTF-16, beside the standard library's own decoding of the same units (TS 23.038, 6.2.3).
@Suite("UCS-2 text")
struct UCS2TextTests {
    /// What the codec reads of `units`, and what the standard library does. The first unit is a letter, so that none of the
    /// others is a byte-order mark.
    private func check(_ units: [UInt16], swapped: Bool) {
        let all = [0x78] + units
        let octets = ((swapped ? [0xFEFF] : []) + all).flatMap { unit in
            swapped
                ? [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
                : [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
        }
        let data = UserData(
            dataCodingScheme: DataCodingScheme(.ucs2), hasHeader: false, length: UInt8(clamping: octets.count),
            octets: octets)
        let text = Array((data.text ?? "").utf8)
        #expect(text == Array(String(decoding: all, as: UTF16.self).utf8), "\(units)")
        #expect(String(validating: text, as: UTF8.self) != nil)
    }

    @Test("Every unit at every place of four", arguments: [false, true])
    func units(swapped: Bool) {
        var next: UInt16 = 0
        repeat {
            let units = (0..<64).map { next &+ $0 }
            check(units, swapped: swapped)
            check([0x20] + units, swapped: swapped)
            check(units.reversed(), swapped: swapped)
            next &+= 64
        } while next != 0
    }

    @Test("Units of every width and half pairs, mixed, of every length", arguments: [false, true])
    func mixed(swapped: Bool) {
        var random = SplitMix(seed: 23_038)
        let kinds: [ClosedRange<UInt16>] = [
            0x20...0x7F, 0x80...0x7FF, 0x400...0x4FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0xD800...0xDBFF, 0xDC00...0xDFFF,
        ]
        for count in 0...70 {
            for _ in 0..<40 {
                // Few kinds a text, so that whole words of one width are as frequent as mixtures.
                let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    kinds[Int.random(in: 0..<kinds.count, using: &random)]
                }
                var units: [UInt16] = []
                while units.count < count {
                    let kind = chosen[Int.random(in: 0..<chosen.count, using: &random)]
                    units.append(UInt16.random(in: kind, using: &random))
                    guard kind.lowerBound == 0xD800, Bool.random(using: &random) else { continue }
                    units.append(UInt16.random(in: 0xDC00...0xDFFF, using: &random))
                }
                check(units, swapped: swapped)
            }
        }
    }

    @Test("Texts cut anywhere and joined are the texts")
    func joined() {
        let text = "Поезд 14:05 \u{1F433}\u{2764} ok é 你好 \u{1F1E9}\u{1F1EA} שלום x"
        let octets = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        func part(_ octets: ArraySlice<UInt8>) -> UserData {
            UserData(
                dataCodingScheme: DataCodingScheme(.ucs2), hasHeader: false, length: UInt8(octets.count),
                octets: Array(octets))
        }
        for cut in stride(from: 0, through: octets.count, by: 2) {
            for other in stride(from: cut, through: octets.count, by: 2) {
                let parts = [part(octets[..<cut]), part(octets[cut..<other]), part(octets[other...])]
                #expect(UserData.text(joining: parts) == text)
            }
        }
    }
}
