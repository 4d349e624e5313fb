import HandsetSMS
import HandsetWireCore

/// `handset pdu decode`: one JSON object a PDU.
struct PDUDecode {
    private let input: PDUInput
    private let operands: [String]

    init(_ arguments: ArraySlice<String>) throws {
        let arguments = try PDUInput.arguments(arguments)
        input = try PDUInput(arguments)
        operands = arguments.operands
        guard !operands.isEmpty else { throw PDUCommand.Stop.usage("decode needs the digits of a PDU") }
    }

    func run(output: (String) -> Void, error: (String) -> Void) -> Int32 {
        var code: Int32 = 0
        var index = 0
        let isOne = operands.count == 1 && operands.first != "-"
        func print(_ digits: some StringProtocol) {
            index += 1
            do throws(DecodeError) {
                output(try decode(digits).text)
            } catch let failure {
                error(isOne ? "\(failure)" : "PDU \(index): \(failure)")
                code = 65
            }
        }
        for operand in operands {
            guard operand == "-" else {
                print(operand)
                continue
            }
            while let line = readLine() { print(line) }
        }
        return code
    }

    private func decode(_ operand: some StringProtocol) throws(DecodeError) -> PDUJSON {
        let octets = try Hex.octets(operand)
        var pdu = PDU(tpdu: octets)
        if input.hasServiceCentre { pdu = try PDU(decoding: octets) }
        let (value, failure) = TPDU.reading(pdu.tpdu, direction: input.direction, isError: input.isError)
        let shift = octets.count - pdu.tpdu.count
        var shifted = failure
        shifted?.offset += shift
        guard let value else { throw shifted ?? DecodeError(.truncated, "TP-MTI", at: shift) }
        var fields = PDUFields(value, before: failure?.field)
        fields.serviceCentre = pdu.serviceCentre.address
        if let shifted { fields.damage.append("\(shifted)") }
        return fields.json
    }
}
