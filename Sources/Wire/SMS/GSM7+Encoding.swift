extension GSM7 {
    /// The septets of code points: a locking table and a single-shift table turned round.
    struct Tables: Sendable {
        /// By code point below 256: the septet, with the top bit where an escape goes first, and `none`.
        private let latin: [UInt8]
        /// The other code points in order, each above its septet.
        private let others: [UInt32]

        /// The escape is no character, so its value is free.
        private static let none = GSM7.escape
        static let escaped: UInt8 = 0x80

        /// The default alphabet and its extension.
        static let standard = Tables(locking: nil, single: nil)

        init(locking: NationalLanguage?, single: NationalLanguage?) {
            var latin = [UInt8](repeating: Self.none, count: 256)
            var others: [UInt16: UInt8] = [:]
            // Later cells are written over by earlier ones: the lower septet of two, and the locking table before all.
            for cell in (single?.single ?? NationalTables.standardSingle).reversed() {
                let septet = UInt8(truncatingIfNeeded: cell >> 16)
                // The printed Telugu table has no euro sign, so a receiver may show the letter e (docs/wire-sms.md).
                if single == .telugu, septet == 0x65 { continue }
                let unit = UInt16(truncatingIfNeeded: cell)
                if unit < 256 { latin[Int(unit)] = septet | Self.escaped } else { others[unit] = septet | Self.escaped }
            }
            for (septet, unit) in (locking?.locking ?? NationalTables.standardLocking).enumerated().reversed()
            where unit != 0 {
                if unit < 256 { latin[Int(unit)] = UInt8(septet) } else { others[unit] = UInt8(septet) }
            }
            self.latin = latin
            self.others = others.map { UInt32($0.key) << 8 | UInt32($0.value) }.sorted()
        }

        /// The septets that `scalar` takes: 1, 2, or 0 when the tables lack it.
        func width(of scalar: Unicode.Scalar) -> Int {
            guard let code = code(of: scalar) else { return 0 }
            return code & Self.escaped == 0 ? 1 : 2
        }

        /// Appends the septets of `text`; false, with some of them appended, when the tables lack a character.
        func append(_ text: some StringProtocol, to septets: inout [UInt8]) -> Bool {
            for scalar in text.unicodeScalars {
                guard let code = code(of: scalar) else { return false }
                if code & Self.escaped != 0 { septets.append(GSM7.escape) }
                septets.append(code & 0x7F)
            }
            return true
        }

        /// The septet of `scalar`, with ``escaped`` where an escape goes in front; nil when the tables lack it.
        func code(of scalar: Unicode.Scalar) -> UInt8? {
            let value = scalar.value
            guard value >= 256 else {
                let code = latin[Int(value)]
                return code == Self.none ? nil : code
            }
            var low = 0
            var high = others.count
            while low < high {
                let middle = (low + high) / 2
                if others[middle] >> 8 < value { low = middle + 1 } else { high = middle }
            }
            guard low < others.count, others[low] >> 8 == value else { return nil }
            return UInt8(truncatingIfNeeded: others[low])
        }
    }
}
