import HandsetAT
import HandsetLines
import HandsetPlatform

extension ATModem {
    /// The serial number of the equipment (`+CGSN`, 3GPP TS 27.007, clause 5.4): 14 to 16 digits, alone on their line.
    package var equipmentIdentity: String? {
        get async {
            guard link?.isOpen == true else { return nil }
            var request = ATRequest([.extended("+CGSN", .execute)], patience: configuration.times.command)
            request.expectation.takesText = true
            return await run(request).contents.lazy.compactMap { Self.identity($0) }.first
        }
    }

    static func identity(_ answer: [UInt8]) -> String? {
        let digits = answer.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") }
        guard 14...16 ~= digits.count, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
