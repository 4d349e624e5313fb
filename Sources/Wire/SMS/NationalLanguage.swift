/// A national language with tables of its own, by its identifier (TS 23.038, 6.2.1.2.4).
package enum NationalLanguage: UInt8, Hashable, Sendable, CaseIterable {
    case turkish = 1
    /// A single-shift table only: with its locking shift the default alphabet applies (TS 23.038, A.3.2).
    case spanish = 2
    case portuguese = 3
    case bengali = 4
    case gujarati = 5
    case hindi = 6
    case kannada = 7
    case malayalam = 8
    case oriya = 9
    case punjabi = 10
    case tamil = 11
    case telugu = 12
    case urdu = 13

    /// Code points of the basic plane by septet, 0 where nothing is defined.
    var locking: [UInt16] {
        switch self {
        case .turkish: NationalTables.turkishLocking
        case .spanish: NationalTables.standardLocking
        case .portuguese: NationalTables.portugueseLocking
        case .bengali: NationalTables.bengaliLocking
        case .gujarati: NationalTables.gujaratiLocking
        case .hindi: NationalTables.hindiLocking
        case .kannada: NationalTables.kannadaLocking
        case .malayalam: NationalTables.malayalamLocking
        case .oriya: NationalTables.oriyaLocking
        case .punjabi: NationalTables.punjabiLocking
        case .tamil: NationalTables.tamilLocking
        case .telugu: NationalTables.teluguLocking
        case .urdu: NationalTables.urduLocking
        }
    }

    /// The defined cells in order, the septet above the code point.
    var single: [UInt32] {
        switch self {
        case .turkish: NationalTables.turkishSingle
        case .spanish: NationalTables.spanishSingle
        case .portuguese: NationalTables.portugueseSingle
        case .bengali: NationalTables.bengaliSingle
        case .gujarati: NationalTables.gujaratiSingle
        case .hindi: NationalTables.hindiSingle
        case .kannada: NationalTables.kannadaSingle
        case .malayalam: NationalTables.malayalamSingle
        case .oriya: NationalTables.oriyaSingle
        case .punjabi: NationalTables.punjabiSingle
        case .tamil: NationalTables.tamilSingle
        case .telugu: NationalTables.teluguSingle
        case .urdu: NationalTables.urduSingle
        }
    }
}
