/// What a modem says unasked (3GPP TS 27.005, clause 3.4.1; 3GPP TS 27.007, clauses 6.11, 7.2, 7.6, 7.11, 7.15, 7.17 and 10.1.22).
package enum UnsolicitedCode: Hashable, Sendable {
    /// `+CMTI`: a message has been stored.
    case messageStored(StoragePlace)
    /// `+CDSI`: a status report has been stored.
    case reportStored(StoragePlace)
    /// `+CMT` and its PDU line, absent when another line came in its place.
    case message(RoutedPDU)
    /// `+CDS` and its PDU line.
    case report(RoutedPDU)
    /// `+CBM`: a broadcast page and its PDU line.
    case broadcast(RoutedPDU)
    /// `+CREG`, `+CGREG`, `+CEREG`, `+C5GREG`: the code's name and the status.
    case registration(String, RegistrationStatus)
    /// `+CPIN`: the SIM has changed its state, as many modems tell.
    case sim(SIMStatus)
    /// `RING`, and `+CRING` for it.
    case ring
    /// `+CLIP`: who rings.
    case caller(CallerNumber)
    /// `+CCWA`: a call waits during another, and who makes it.
    case callWaiting(CallerNumber)
    /// `+CSSI`: what becomes of a call that is made here.
    case callSetUp(CallSetUpNotice)
    /// `+CSSU`: what the other party does.
    case callNotice(CallNotice)
    /// `+CUSD`: a service string.
    case ussd(USSDNotice)
    case callEnded(FinalResult)
    /// Any other code, or a known one whose parameters are not what the standard says.
    case other(ResponseLine.Code)
    /// A line that is no code.
    case text([UInt8])

    /// Where a message lies: the storage (`SM`, `ME`, `SR`, ...) and its index there.
    package struct StoragePlace: Hashable, Sendable {
        package var storage: String
        package var index: Int

        package init(storage: String, index: Int) {
            self.storage = storage
            self.index = index
        }
    }

    /// A PDU that the modem hands over without storing it.
    package struct RoutedPDU: Hashable, Sendable {
        /// Octets of the TPDU as the header says, without the service centre's address.
        package var length: Int?
        /// The line after the header.
        package var line: [UInt8]?

        package init(length: Int?, line: [UInt8]?) {
            self.length = length
            self.line = line
        }
    }

    /// Codes that a PDU line follows.
    static let namesWithBody: Set = ["+CMT", "+CDS", "+CBM"]

    init(_ code: ResponseLine.Code, body: [UInt8]?) {
        do throws(ATError) {
            self = try Self.read(code, body)
        } catch {
            self = .other(code)
        }
    }

    private static func read(_ code: ResponseLine.Code, _ body: [UInt8]?) throws(ATError) -> UnsolicitedCode {
        switch code.name {
        case "+CMT", "+CDS", "+CBM":
            // The length is the last parameter: an alpha tag may come before it (3GPP TS 27.005, clause 3.4.1).
            let length = code.rest.split(separator: UInt8(ascii: ",")).last.flatMap { $0.trimmed.decimal }
            let pdu = RoutedPDU(length: length, line: body)
            return code.name == "+CMT" ? .message(pdu) : code.name == "+CDS" ? .report(pdu) : .broadcast(pdu)
        case "+CMTI", "+CDSI":
            let parameters = try code.parameters()
            let place = StoragePlace(
                storage: try parameters.text(at: 0, "mem3"), index: try parameters.number(at: 1, "index"))
            return code.name == "+CMTI" ? .messageStored(place) : .reportStored(place)
        case "+CREG", "+CGREG", "+CEREG", "+C5GREG":
            return .registration(code.name, try RegistrationStatus(unsolicited: try code.parameters()))
        case "+CPIN": return .sim(SIMStatus(code))
        case "+CRING": return .ring
        case "+CLIP": return .caller(CallerNumber(clip: try code.parameters()))
        case "+CCWA":
            let parameters = try code.parameters()
            // `+CCWA: <status>,<class>` answers a question about the service; a number is quoted.
            if parameters.count <= 2, parameters[at: 0].number != nil { return .other(code) }
            return .callWaiting(CallerNumber(ccwa: parameters))
        case "+CSSI": return .callSetUp(CallSetUpNotice(rawValue: try code.parameters().number(at: 0, "code1")))
        case "+CSSU": return .callNotice(CallNotice(rawValue: try code.parameters().number(at: 0, "code2")))
        case "+CUSD": return .ussd(try USSDNotice(code))
        default: return .other(code)
        }
    }
}
