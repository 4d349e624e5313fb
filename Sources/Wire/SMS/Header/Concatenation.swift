/// The place of a part in a message of several (TS 23.040, 9.2.3.24.1 and 9.2.3.24.8).
package struct Concatenation: Hashable, Sendable {
    /// The same in all parts of a message. Zero is a reference like any other.
    package var reference: UInt16
    /// Whether the reference is of 16 bits; the two kinds never belong together.
    package var isWide: Bool
    /// From 1.
    package var part: UInt8
    package var total: UInt8

    package init(reference: UInt16, isWide: Bool = false, part: UInt8, total: UInt8) {
        self.reference = isWide ? reference : reference & 0xFF
        self.isWide = isWide
        self.part = part
        self.total = total
    }

    /// The element's meaning; nil for another element and where the numbers contradict each other, for then the element is
    /// to be ignored.
    package init?(_ element: UserDataHeader.Element) {
        let data = element.data
        let start = data.startIndex
        switch (element.id, data.count) {
        case (0x00, 3):
            self.init(reference: UInt16(data[start]), part: data[start + 2], total: data[start + 1])
        case (0x08, 4):
            let reference = UInt16(data[start]) << 8 | UInt16(data[start + 1])
            self.init(reference: reference, isWide: true, part: data[start + 3], total: data[start + 2])
        default: return nil
        }
        guard part > 0, part <= total else { return nil }
    }

    package var element: UserDataHeader.Element {
        let low = UInt8(truncatingIfNeeded: reference)
        return isWide
            ? .init(id: 0x08, [UInt8(truncatingIfNeeded: reference >> 8), low, total, part])
            : .init(id: 0x00, [low, total, part])
    }
}

extension UserDataHeader {
    /// The last concatenation of the header that makes sense: of several, the last one counts (TS 23.040, 9.2.3.24).
    package var concatenation: Concatenation? { last(Concatenation.init) }
}
