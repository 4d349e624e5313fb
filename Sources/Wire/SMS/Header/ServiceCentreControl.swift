/// For which outcomes a status report of this part is wanted: the SMSC control parameters (TS 23.040, 9.2.3.24.5).
package struct ServiceCentreControl: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let completed = ServiceCentreControl(rawValue: 0x01)
    package static let permanentError = ServiceCentreControl(rawValue: 0x02)
    /// A temporary error after which the service centre gives up.
    package static let temporaryError = ServiceCentreControl(rawValue: 0x04)
    /// A temporary error after which it still tries.
    package static let stillTrying = ServiceCentreControl(rawValue: 0x08)
    /// A report of failure cancels the reports of the message's other parts.
    package static let cancelsRest = ServiceCentreControl(rawValue: 0x40)
    /// The report carries this message's header.
    package static let includesHeader = ServiceCentreControl(rawValue: 0x80)

    package init?(_ element: UserDataHeader.Element) {
        guard element.id == 0x06, element.data.count == 1, let value = element.data.first else { return nil }
        rawValue = value
    }

    package var element: UserDataHeader.Element { .init(id: 0x06, [rawValue]) }
}

extension UserDataHeader {
    package var serviceCentreControl: ServiceCentreControl? { last(ServiceCentreControl.init) }

    /// The last element that `meaning` reads: of those that may come once, the last counts (TS 23.040, 9.2.3.24).
    func last<Meaning>(_ meaning: (Element) -> Meaning?) -> Meaning? {
        var last: Meaning?
        for element in self {
            if let found = meaning(element) { last = found }
        }
        return last
    }
}
