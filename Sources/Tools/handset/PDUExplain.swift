import HandsetSMS
import HandsetWireCore

/// `handset pdu explain`: the octets field by field, for a person.
struct PDUExplain {
    private let input: PDUInput
    private let operand: String

    init(_ arguments: ArraySlice<String>) throws {
        let arguments = try PDUInput.arguments(arguments)
        input = try PDUInput(arguments)
        guard arguments.operands.count == 1, let operand = arguments.operands.first else {
            throw PDUCommand.Stop.usage("explain needs the digits of one PDU")
        }
        self.operand = operand
    }

    func run(output: (String) -> Void, error: (String) -> Void) throws {
        let octets = try PDUInput.octets(operand)
        var layout = PDULayout(octets)
        let type = layout.walk(input)
        for row in layout.rows {
            let hex =
                row.octets.isEmpty
                ? ""
                : stride(from: 0, to: row.octets.count, by: 12).map { start in
                    Hex.string(row.octets.dropFirst(start).prefix(12))
                }.joined(separator: "\n")
            let lines = hex.split(separator: "\n", omittingEmptySubsequences: false)
            let meaning = row.meaning.isEmpty ? row.name : "\(row.name): \(row.meaning)"
            output(Self.pad(String(row.offset), 4) + "  " + Self.pad(String(lines.first ?? ""), 24) + "  " + meaning)
            for line in lines.dropFirst() { output("      " + line) }
        }
        let hint = input.hint(octets, read: input.read(octets))
        guard type else {
            throw PDUCommand.Stop.data(
                "nothing can be read after octet \(layout.offset)" + (hint.map { "; \($0)" } ?? ""))
        }
        if let hint { error(hint) }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
