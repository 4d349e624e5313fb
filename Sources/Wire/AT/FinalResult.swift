/// A final result code: the end of a command (ITU-T V.250, clause 5.7.1, table 1; 3GPP TS 27.005, clause 3.2.5; 3GPP TS
/// 27.007, clause 9.2).
package enum FinalResult: Hashable, Sendable {
    case ok
    case error
    case cms(CMSError)
    case cme(CMEError)
    /// `+CMS ERROR` or `+CME ERROR` with words in place of a number (`+CMEE=2`), or with neither.
    case worded(isMessageService: Bool, [UInt8])
    case connect
    case noCarrier
    case noDialtone
    case busy
    case noAnswer

    package var isOK: Bool { self == .ok }

    /// The ends of a call, which come without a command too.
    var endsCall: Bool {
        switch self {
        case .noCarrier, .noDialtone, .busy, .noAnswer: true
        default: false
        }
    }

    /// Reads a line; `nil` when it is no final result code.
    package init?(line: [UInt8]) {
        if let words = Self.words.first(where: { line.elementsEqual($0.text) }) {
            self = words.result
        } else if line.starts(with: "CONNECT ".utf8) {
            self = .connect
        } else if let rest = Self.rest(of: line, after: "+CMS ERROR") {
            self = rest.decimal.map { .cms(CMSError(rawValue: $0)) } ?? .worded(isMessageService: true, rest)
        } else if let rest = Self.rest(of: line, after: "+CME ERROR") {
            self = rest.decimal.map { .cme(CMEError(rawValue: $0)) } ?? .worded(isMessageService: false, rest)
        } else {
            return nil
        }
    }

    /// The line, without S3 and S4.
    package var encoded: [UInt8] {
        switch self {
        case .cms(let error): Array("+CMS ERROR: \(error.rawValue)".utf8)
        case .cme(let error): Array("+CME ERROR: \(error.rawValue)".utf8)
        case .worded(let isMessageService, let words):
            Array("+\(isMessageService ? "CMS" : "CME") ERROR: ".utf8) + words
        default: Self.words.first { $0.result == self }.map { Array($0.text) } ?? []
        }
    }

    private static let words: [(text: String.UTF8View, result: FinalResult)] = [
        ("OK".utf8, .ok), ("ERROR".utf8, .error), ("CONNECT".utf8, .connect), ("NO CARRIER".utf8, .noCarrier),
        ("NO DIALTONE".utf8, .noDialtone), ("BUSY".utf8, .busy), ("NO ANSWER".utf8, .noAnswer),
        ("COMMAND NOT SUPPORT".utf8, .error),  // some makers' ERROR
    ]

    private static func rest(of line: [UInt8], after words: String) -> [UInt8]? {
        guard line.starts(with: words.utf8) else { return nil }
        let rest = line.dropFirst(words.utf8.count)
        guard let colon = rest.first else { return [] }
        return colon == UInt8(ascii: ":") ? rest.dropFirst().trimmed : nil
    }
}
