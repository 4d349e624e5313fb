extension CallCause {
    /// The cause in an answer to `+CEER` (3GPP TS 27.007, clause 6.10), which no standard fixes: `16`, `5,16`,
    /// `"Normal call clearing"`, `"CC setup error",16,"..."`; `nil` where it tells none.
    package init?(report octets: [UInt8]) {
        guard octets.count <= 512 else { return nil }
        let parameters = (try? [Parameter](parsing: octets)) ?? []
        // The last number is the cause; what stands before it names a layer or a location.
        if let number = parameters.reversed().lazy.compactMap(\.number).first(where: { 1...127 ~= $0 }) {
            self.init(rawValue: number)
            return
        }
        if let number = octets.prefix(while: \.isDigit).decimal, 1...127 ~= number {
            self.init(rawValue: number)
            return
        }
        let words = octets.map { $0.isLetter ? $0 | 0x20 : $0 }.text
        guard let known = Self.phrases.first(where: { words.contains($0.words) }) else { return nil }
        self = known.cause
    }

    /// Words that modems use, the longer first where one holds another.
    private static let phrases: [(words: String, cause: CallCause)] = [
        ("user busy", .userBusy), ("no user responding", .noUserResponding), ("no answer", .noAnswer),
        ("rejected", .rejected), ("unassigned", .unassignedNumber), ("unallocated", .unassignedNumber),
        ("out of order", .destinationOutOfOrder), ("invalid number", .invalidNumberFormat),
        ("barr", .operatorDeterminedBarring), ("congestion", .congestion), ("no circuit", .noCircuit),
        ("temporary failure", .temporaryFailure), ("normal", .normalClearing),
    ]
}
