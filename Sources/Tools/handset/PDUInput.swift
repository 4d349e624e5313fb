import HandsetSMS
import HandsetWireCore

/// What `decode` and `explain` are told of the octets, which the octets do not say themselves.
struct PDUInput {
    var direction: TPDU.Direction = .mobileTerminated
    var hasServiceCentre = true
    var isError = false

    /// The most octets of one PDU: far more than any has, and little enough to hold for a stranger.
    static let octetLimit = 4096

    init(_ arguments: PDUArguments) throws {
        switch arguments.values["direction"] {
        case nil, "mt": direction = .mobileTerminated
        case "mo": direction = .mobileOriginated
        default: throw PDUCommand.Stop.usage("--direction is mt or mo")
        }
        hasServiceCentre = !arguments.flags.contains("no-smsc")
        isError = arguments.flags.contains("error")
    }

    static func arguments(_ arguments: ArraySlice<String>) throws -> PDUArguments {
        try PDUArguments(arguments, valued: ["direction"], flags: ["no-smsc", "error"])
    }

    // MARK: Digits

    /// The octets that a person typed or pasted, without the spaces.
    static func octets(_ text: some StringProtocol) throws(PDUCommand.Stop) -> [UInt8] {
        let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        guard digits.count <= octetLimit * 2 else {
            throw .data("over the limit at octet \(octetLimit): no PDU is that long; one a line or operand is taken")
        }
        do throws(DecodeError) { return try Hex.octets(String(decoding: digits, as: UTF8.self)) } catch {
            let octet = error.offset
            guard error.kind == .truncated else {
                throw .data("octet \(octet) is not two hexadecimal digits; HEX takes 0-9 and A-F")
            }
            throw .data("octet \(octet) has one digit; HEX takes two an octet, so one is missing")
        }
    }

    // MARK: Reading

    struct Reading {
        var serviceCentre: Address?
        var tpdu: TPDU?
        /// Counted from the first octet of all.
        var failure: DecodeError?
        /// The octets in front of the TPDU.
        var front = 0

        var isClean: Bool { failure == nil && tpdu?.damage.isEmpty == true }
    }

    func read(_ octets: [UInt8]) -> Reading {
        var reading = Reading()
        var pdu = PDU(tpdu: octets)
        if hasServiceCentre {
            do throws(DecodeError) { pdu = try PDU(decoding: octets) } catch {
                reading.failure = error
                return reading
            }
        }
        reading.serviceCentre = pdu.serviceCentre.address
        reading.front = octets.count - pdu.tpdu.count
        (reading.tpdu, reading.failure) = TPDU.reading(pdu.tpdu, direction: direction, isError: isError)
        reading.failure?.offset += reading.front
        return reading
    }

    /// What to try where the octets make no sense as they were read, and would with other options.
    func hint(_ octets: [UInt8], read reading: Reading) -> String? {
        guard !reading.isClean else { return nil }
        let other: TPDU.Direction = direction == .mobileTerminated ? .mobileOriginated : .mobileTerminated
        for (direction, hasServiceCentre) in [
            (other, hasServiceCentre), (direction, !hasServiceCentre), (other, !hasServiceCentre),
        ] {
            var input = self
            input.direction = direction
            input.hasServiceCentre = hasServiceCentre
            guard input.read(octets).isClean else { continue }
            var changes: [String] = []
            if direction != self.direction {
                changes.append("with --direction \(direction == .mobileOriginated ? "mo" : "mt")")
            }
            if hasServiceCentre != self.hasServiceCentre {
                changes.append(hasServiceCentre ? "without --no-smsc" : "with --no-smsc")
            }
            return "nothing is wrong with it when it is read \(changes.joined(separator: " and "))"
        }
        return nil
    }
}
