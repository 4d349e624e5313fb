/// The information elements in front of the user data, in the order in which they came (TS 23.040, 9.2.3.24).
///
/// Iterating makes no copies: an element's data is a slice of the message's own octets.
package struct UserDataHeader: Hashable, Sendable {
    /// One information element.
    package struct Element: Hashable, Sendable {
        /// The information element identifier.
        package var id: UInt8
        package var data: ArraySlice<UInt8>

        package init(id: UInt8, data: ArraySlice<UInt8>) {
            self.id = id
            self.data = data
        }

        package init(id: UInt8, _ data: [UInt8]) { self.init(id: id, data: data[...]) }
    }

    /// The octets after UDHL: whole elements, as every initialiser has made sure.
    package let octets: ArraySlice<UInt8>

    /// A header of the given elements.
    /// - Returns: nil when they are more than the 139 octets that a message has room for.
    package init?(_ elements: [Element]) {
        var octets: [UInt8] = []
        for element in elements {
            guard element.data.count <= 255 else { return nil }
            octets.append(element.id)
            octets.append(UInt8(element.data.count))
            octets.append(contentsOf: element.data)
        }
        guard octets.count <= Limits.userDataOctets - 1 else { return nil }
        self.octets = octets[...]
    }

    /// The header of the octets after UDHL; nil when their last element has too few or too many octets, in which case the
    /// whole header is to be ignored (TS 23.040, 9.2.3.24).
    package init?(octets: ArraySlice<UInt8>) {
        var place = octets.startIndex
        while place < octets.endIndex {
            guard octets.endIndex - place >= 2 else { return nil }
            let next = place + 2 + Int(octets[place + 1])
            guard next <= octets.endIndex else { return nil }
            place = next
        }
        self.octets = octets
    }

    package var elements: [Element] { Array(self) }

    /// UDHL and the elements.
    package func encoded() -> [UInt8] { [UInt8(octets.count)] + octets }
}

extension UserDataHeader: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate var rest: ArraySlice<UInt8>

        package mutating func next() -> Element? {
            guard rest.count >= 2 else { return nil }
            let start = rest.startIndex
            let end = start + 2 + Int(rest[start + 1])
            guard end <= rest.endIndex else { return nil }
            let element = Element(id: rest[start], data: rest[(start + 2)..<end])
            rest = rest[end...]
            return element
        }
    }

    package func makeIterator() -> Iterator { Iterator(rest: octets) }
}
