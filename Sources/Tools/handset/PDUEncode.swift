import HandsetSMS
import HandsetWireCore

/// `handset pdu encode`: the PDUs of SMS-SUBMIT that carry a text.
struct PDUEncode {
    private var serviceCentre = ServiceCentreAddress.absent
    private let destination: Address
    private let text: String
    private var segmenter = Segmenter()
    private var reference: UInt16 = 0
    private var validity = ValidityPeriod.absent
    private let statusReport: Bool

    init(_ arguments: ArraySlice<String>) throws {
        let arguments = try PDUArguments(
            arguments, valued: ["to", "smsc", "class", "reference", "validity", "alphabet"], flags: ["report"])
        guard let to = arguments.values["to"] else { throw PDUCommand.Stop.usage("encode needs --to NUMBER") }
        let destination = try Self.number(to, of: "--to")
        guard arguments.operands.count == 1, let text = arguments.operands.first else {
            throw PDUCommand.Stop.usage("encode needs one TEXT; put it in quotation marks")
        }
        self.destination = destination
        self.text = text
        statusReport = arguments.flags.contains("report")
        if let number = arguments.values["smsc"] {
            serviceCentre = ServiceCentreAddress(try Self.number(number, of: "--smsc"))
        }
        if let value = arguments.values["class"] {
            guard let messageClass = UInt8(value).flatMap(MessageClass.init) else {
                throw PDUCommand.Stop.usage("--class is 0 to 3")
            }
            segmenter.messageClass = messageClass
        }
        if let value = arguments.values["reference"] {
            guard let reference = UInt16(value) else { throw PDUCommand.Stop.usage("--reference is 0 to 65535") }
            self.reference = reference
            segmenter.usesWideReference = reference > 255
        }
        if let value = arguments.values["validity"] { validity = try Self.validity(value) }
        switch arguments.values["alphabet"] {
        case nil, "auto": segmenter.alphabet = .automatic
        case "gsm7": segmenter.alphabet = .gsm7
        case "ucs2": segmenter.alphabet = .ucs2
        default: throw PDUCommand.Stop.usage("--alphabet is auto, gsm7 or ucs2")
        }
    }

    func run(output: (String) -> Void) throws {
        do throws(Segmenter.Failure) {
            let parts = try Submit.messages(
                text, to: destination, reference: reference, statusReportRequest: statusReport,
                messageReference: UInt8(truncatingIfNeeded: reference), validityPeriod: validity, segmenter: segmenter)
            for part in parts { output(PDU(serviceCentre: serviceCentre, tpdu: part.encoded()).hex) }
        } catch .notInAlphabet {
            throw PDUCommand.Stop.data("the text has a character that gsm7 lacks; use --alphabet auto")
        } catch .tooLong {
            throw PDUCommand.Stop.data("the text takes more than 255 parts")
        }
    }

    /// The address that `text` dials.
    ///
    /// The letters a, b and c are digits of the standard (TS 23.040, 9.1.2.3), and yet what has no other digit, or has them
    /// behind a `+`, is a word and not a number: refused, where the codec would take it.
    private static func number(_ text: String, of option: String) throws -> Address {
        let isInternational = text.hasPrefix("+")
        let digits = text.dropFirst(isInternational ? 1 : 0)
        let isNumber =
            isInternational
            ? digits.utf8.allSatisfy { 0x30...0x39 ~= $0 } : digits.utf8.contains { 0x30...0x39 ~= $0 }
        guard isNumber, let address = Address(text) else {
            throw PDUCommand.Stop.usage(
                "\(option) takes a number of up to 20 digits without spaces, with + in front where it is international")
        }
        return address
    }

    /// A number of seconds, or of what its last letter says.
    private static func validity(_ text: String) throws -> ValidityPeriod {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        let longest: Int64 = 63 * 604_800
        guard let number = Int64(digits), 1...longest ~= number, number * (unit ?? 1) <= longest else {
            throw PDUCommand.Stop.usage("--validity is a number of seconds, or ends in m, h, d or w; 63w at most")
        }
        return .relative(seconds: number * (unit ?? 1))
    }
}
