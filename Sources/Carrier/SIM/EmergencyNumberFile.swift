/// EF_ECC, the emergency numbers of a card: records with a name and a category each on a USIM (3GPP TS 31.102, clause
/// 4.2.21), three octets each in a row on a SIM (3GPP TS 51.011, clause 10.3.27).
struct EmergencyNumberFile {
    /// A refusal by the card (ETSI TS 102 221, clause 10.2.1; 3GPP TS 51.011, clause 9.4).
    struct Status: Error, Hashable {
        var sw1: Int
        var sw2: Int
        static let wrongStructure = Status(sw1: 0x69, sw2: 0x81)
        static let recordNotFound = Status(sw1: 0x6A, sw2: 0x83)
        static let wrongLength = Status(sw1: 0x67, sw2: 0)
        static let unknownInstruction = Status(sw1: 0x6D, sw2: 0)
    }

    static let identifier = 0x6FB7
    /// Number, alpha identifier of four octets, category.
    private static let recordLength = 8
    private static let alphaLength = 4

    var numbers: [String]
    var isSIM: Bool

    /// READ BINARY (176), READ RECORD (178) by number, GET RESPONSE (192): the file's description.
    func answer(to instruction: Int, record: Int, mode: Int, length: Int) -> Result<[UInt8], Status> {
        switch instruction {
        case 176:
            guard isSIM else { return .failure(.wrongStructure) }
            let content = file
            return length <= content.count
                ? .success(Array(content.prefix(length == 0 ? content.count : length))) : .failure(.wrongLength)
        case 178:
            guard !isSIM else { return .failure(.wrongStructure) }
            guard mode == 4, records.indices.contains(record - 1) else { return .failure(.recordNotFound) }
            guard length == 0 || length == Self.recordLength else { return .failure(.wrongLength) }
            return .success(records[record - 1])
        case 192: return .success(Array(description.prefix(length == 0 ? 255 : length)))
        default: return .failure(.unknownInstruction)
        }
    }

    /// A card has room for at least one.
    private var places: [String?] { numbers.isEmpty ? [nil] : numbers.prefix(255).map { $0 } }
    private var file: [UInt8] { places.prefix(20).flatMap(Self.digits) }

    private var records: [[UInt8]] {
        places.map { number in
            // Category 0: the number says nothing of police, ambulance or fire.
            Self.digits(number) + Array(repeating: 0xFF, count: Self.alphaLength) + [number == nil ? 0xFF : 0]
        }
    }

    /// Up to six digits in three octets, the first in the low half, filled with F.
    private static func digits(_ number: String?) -> [UInt8] {
        var nibbles = (number ?? "").prefix(6).compactMap { $0.hexDigitValue.map { UInt8($0) } }
        nibbles += Array(repeating: 0x0F, count: 6 - nibbles.count)
        return stride(from: 0, to: 6, by: 2).map { nibbles[$0 + 1] << 4 | nibbles[$0] }
    }

    private var description: [UInt8] {
        let identifier = [UInt8(Self.identifier >> 8), UInt8(Self.identifier & 0xFF)]
        guard isSIM else {
            // FCP template: file descriptor of a linear fixed file, identifier, size (ETSI TS 102 221, clause 11.1.1.3).
            let count = records.count
            let size = count * Self.recordLength
            return [
                0x62, 0x0F, 0x82, 0x05, 0x42, 0x21, 0, UInt8(Self.recordLength), UInt8(count), 0x83, 0x02,
                identifier[0],
                identifier[1], 0x80, 0x02, UInt8(size >> 8), UInt8(size & 0xFF),
            ]
        }
        // 3GPP TS 51.011, clause 9.2.1: a transparent file.
        return [0, 0, 0, UInt8(file.count)] + identifier + [4, 0, 0x05, 0xFF, 0x44, 1, 2, 0, 0]
    }
}
