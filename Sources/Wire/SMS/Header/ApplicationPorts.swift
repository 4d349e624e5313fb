/// The application that a message is for, and from (TS 23.040, 9.2.3.24.3 and 9.2.3.24.4).
package struct ApplicationPorts: Hashable, Sendable {
    package var destination: UInt16
    package var source: UInt16
    /// Whether the ports are of 16 bits; of 8 bits the registered ones are 240 to 255.
    package var isWide: Bool

    package init(destination: UInt16, source: UInt16, isWide: Bool = true) {
        self.destination = destination
        self.source = source
        self.isWide = isWide
    }

    /// The element's meaning, nil for another element or another length.
    package init?(_ element: UserDataHeader.Element) {
        let data = element.data
        let start = data.startIndex
        switch (element.id, data.count) {
        case (0x04, 2): self.init(destination: UInt16(data[start]), source: UInt16(data[start + 1]), isWide: false)
        case (0x05, 4):
            self.init(
                destination: UInt16(data[start]) << 8 | UInt16(data[start + 1]),
                source: UInt16(data[start + 2]) << 8 | UInt16(data[start + 3]))
        default: return nil
        }
    }

    package var element: UserDataHeader.Element {
        func low(_ port: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: port) }
        func high(_ port: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: port >> 8) }
        return isWide
            ? .init(id: 0x05, [high(destination), low(destination), high(source), low(source)])
            : .init(id: 0x04, [low(destination), low(source)])
    }
}

extension UserDataHeader {
    /// The ports; of several elements, of whichever width, the last counts (TS 23.040, 9.2.3.24).
    package var ports: ApplicationPorts? { last(ApplicationPorts.init) }
}
