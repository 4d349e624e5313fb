/// The octet before an address: type of number and numbering plan (TS 23.040, 9.1.2.5).
package struct TypeOfAddress: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ number: TypeOfNumber, plan: NumberingPlan = .isdn) {
        rawValue = 0x80 | number.rawValue << 4 | plan.rawValue
    }

    /// Bits 6 to 4, and nothing else of the octet: `C9` is a subscriber number in a private plan, not an unknown octet.
    package var number: TypeOfNumber {
        get { TypeOfNumber(rawValue: rawValue >> 4 & 7) ?? .reserved }
        set { rawValue = rawValue & 0x8F | newValue.rawValue << 4 }
    }

    /// Bits 3 to 0.
    package var plan: NumberingPlan {
        get { NumberingPlan(rawValue: rawValue & 15) }
        set { rawValue = rawValue & 0xF0 | newValue.rawValue & 15 }
    }
}

/// The type of number (TS 23.040, 9.1.2.5).
package enum TypeOfNumber: UInt8, Hashable, Sendable, CaseIterable {
    case unknown = 0
    case international = 1
    case national = 2
    case networkSpecific = 3
    case subscriber = 4
    case alphanumeric = 5
    case abbreviated = 6
    case reserved = 7
}

/// The numbering plan (TS 23.040, 9.1.2.5); a value without a name is kept.
package struct NumberingPlan: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let unknown = NumberingPlan(rawValue: 0)
    /// E.164 and E.163.
    package static let isdn = NumberingPlan(rawValue: 1)
    /// X.121.
    package static let data = NumberingPlan(rawValue: 3)
    package static let telex = NumberingPlan(rawValue: 4)
    package static let national = NumberingPlan(rawValue: 8)
    package static let privatePlan = NumberingPlan(rawValue: 9)
    /// ETSI DE/PS 3 01-3.
    package static let ermes = NumberingPlan(rawValue: 10)
}
