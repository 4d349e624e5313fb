/// Registration in a network (`+CREG` and its kin, 3GPP TS 27.007, clauses 7.2, 10.1.20 and 10.1.22).
package struct RegistrationStatus: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let notRegistered = RegistrationStatus(rawValue: 0)
    package static let home = RegistrationStatus(rawValue: 1)
    package static let searching = RegistrationStatus(rawValue: 2)
    package static let denied = RegistrationStatus(rawValue: 3)
    package static let unknown = RegistrationStatus(rawValue: 4)
    package static let roaming = RegistrationStatus(rawValue: 5)
    /// Registered for short messages only, at home or abroad.
    package static let homeMessagesOnly = RegistrationStatus(rawValue: 6)
    package static let roamingMessagesOnly = RegistrationStatus(rawValue: 7)

    package static let names: Set = ["+CREG", "+CGREG", "+CEREG", "+C5GREG"]

    /// The unsolicited form: `<stat>[,...]`.
    package init(unsolicited parameters: [Parameter]) throws(ATError) {
        rawValue = try parameters.number(at: 0, "stat")
    }

    /// The answer to the read form: `<n>,<stat>[,...]`.
    package init(answer parameters: [Parameter]) throws(ATError) {
        rawValue = try parameters.number(at: 1, "stat")
    }
}

/// Signal strength (`+CSQ`, 3GPP TS 27.007, clause 8.5).
package struct SignalQuality: Hashable, Sendable {
    /// 0 (-113 dBm or less) to 31 (-51 dBm or more), 99 for not known; 100 to 191 for UTRAN's and later scales of some
    /// modems.
    package var strength: Int

    package init(strength: Int) { self.strength = strength }

    package init(_ parameters: [Parameter]) throws(ATError) { strength = try parameters.number(at: 0, "rssi") }

    /// 0 to 100; `nil` for not known.
    package var percent: Int? {
        switch strength {
        case 0...31: (strength * 100 + 15) / 31
        case 100...191: (strength - 100) * 100 / 91
        default: nil
        }
    }
}

/// The serving network (`+COPS?`, 3GPP TS 27.007, clause 7.3).
package struct Operator: Hashable, Sendable {
    /// The name, or MCC and MNC; absent while none is selected.
    package var name: String?

    package init(name: String?) { self.name = name }

    package init(_ parameters: [Parameter]) throws(ATError) {
        _ = try parameters.number(at: 0, "mode")
        name = parameters[at: 2].text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
