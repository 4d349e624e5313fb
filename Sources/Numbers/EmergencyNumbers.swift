package import HandsetDialing

/// The emergency numbers of the moment (TS 22.101, 10.1).
///
/// 112 and 911 always are; so is what the card and the network give, and what the countries of both are known to have.
/// Without a card 000, 08, 110, 999, 118 and 119 are too. A number is one only as a whole, after separators were
/// removed: 1120 is none.
package struct EmergencyNumbers: Hashable, Sendable {
    /// Always, and in addition without a card (TS 22.101, 10.1.1).
    private static let always = ["112", "911"]
    private static let withoutCard = ["000", "08", "110", "999", "118", "119"]

    private let given: [String: EmergencyServices]
    private let countries: Set<Country>

    /// - Parameters:
    ///   - hasSIM: Whether there is a card that can be used.
    ///   - simFile: What the card's file has (EF_ECC: TS 31.102, 4.2.21).
    ///   - networkList: What the network sent (Emergency Number List: TS 24.008, 10.5.3.13).
    ///   - simCountry: The card's country.
    ///   - servingCountry: The country of the network that serves, or of one that is in reach.
    package init(
        hasSIM: Bool, simFile: [EmergencyNumber] = [], networkList: [EmergencyNumber] = [], simCountry: Country?,
        servingCountry: Country?
    ) {
        var given: [String: EmergencyServices] = [:]
        for digits in Self.always + (hasSIM ? [] : Self.withoutCard) { given[digits] = [] }
        for number in simFile + networkList { given[number.digits, default: []].formUnion(number.services) }
        self.given = given
        countries = Set([simCountry, servingCountry].compactMap { $0 })
    }

    /// Whether a call to `number` is an emergency call. Takes a few microseconds.
    package func contains(_ number: DialString) -> Bool {
        let digits = number.text
        if given[digits] != nil { return true }
        guard number.isNumber, !number.isInternational else { return false }
        return countries.contains { $0.isEmergencyNumber(digits) }
    }

    /// Whether a written number is one: separators are removed first.
    package func contains(written: some StringProtocol) -> Bool {
        guard let sequence = try? DialSequence(written) else { return false }
        return contains(sequence.number)
    }

    /// The services that the card or the network name for the number; empty where they name none.
    package func services(of number: DialString) -> EmergencyServices { given[number.text] ?? [] }

    /// The numbers that are given, for display. What the countries have in addition is only asked for one by one.
    package var listed: [EmergencyNumber] {
        given.sorted { $0.key < $1.key }.compactMap { EmergencyNumber($0.key, services: $0.value) }
    }

    /// For ``Dialling``.
    package func situation(isInCall: Bool) -> Dialling.Situation {
        Dialling.Situation(isInCall: isInCall, isEmergency: contains)
    }
}

/// An emergency number, and the services behind it.
package struct EmergencyNumber: Hashable, Sendable {
    package let digits: String
    package let services: EmergencyServices

    /// - Returns: nil when `digits` is not one to ten digits.
    package init?(_ digits: some StringProtocol, services: EmergencyServices = []) {
        guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit) else { return nil }
        self.digits = String(digits)
        self.services = services
    }
}

/// Emergency service category (TS 24.008, 10.5.4.33).
package struct EmergencyServices: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let police = EmergencyServices(rawValue: 1)
    package static let ambulance = EmergencyServices(rawValue: 2)
    package static let fireBrigade = EmergencyServices(rawValue: 4)
    package static let marineGuard = EmergencyServices(rawValue: 8)
    package static let mountainRescue = EmergencyServices(rawValue: 16)
    package static let manualECall = EmergencyServices(rawValue: 32)
    package static let automaticECall = EmergencyServices(rawValue: 64)
}
