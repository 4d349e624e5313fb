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

    /// - Parameter lines: standard input, a line a call.
    func run(
        output: (String) -> Void, error: (String) -> Void,
        lines: () -> String? = { PDULines.next(atMost: PDUInput.octetLimit * 4) }
    ) -> Int32 {
        var code: Int32 = 0
        var index = 0
        let isOne = operands.count == 1 && operands.first != "-"
        func print(_ digits: String) {
            index += 1
            func tell(_ message: String) { error(isOne ? message : "PDU \(index): \(message)") }
            do throws(PDUCommand.Stop) {
                let octets = try PDUInput.octets(digits)
                let reading = input.read(octets)
                let hint = input.hint(octets, read: reading)
                guard let json = Self.json(reading) else {
                    let failure = reading.failure ?? DecodeError(.truncated, "TP-MTI", at: reading.front)
                    let front =
                        failure.field == "SCA" ? "; SCA, the service centre's address, is left out by --no-smsc" : ""
                    throw .data("\(failure)" + (hint.map { "; \($0)" } ?? front))
                }
                output(json.text)
                if let hint { tell(hint) }
            } catch {
                tell(error.message)
                code = error.code
            }
        }
        for operand in operands {
            guard operand == "-" else {
                print(operand)
                continue
            }
            while let line = lines() { if line.utf8.contains(where: { $0 > 0x20 }) { print(line) } }
        }
        return code
    }

    private static func json(_ reading: PDUInput.Reading) -> PDUJSON? {
        guard let value = reading.tpdu else { return nil }
        var fields = PDUFields(value, before: reading.failure?.field)
        fields.serviceCentre = reading.serviceCentre
        if let failure = reading.failure { fields.damage.append("\(failure)") }
        return fields.json
    }
}
