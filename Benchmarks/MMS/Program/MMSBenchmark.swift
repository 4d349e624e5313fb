import HandsetMMS
import HandsetWireCore

/// The codec at work on `Samples`.
///
///     MMSBenchmark samples COUNT SEED   prints PDUs as digits, one a line
///     MMSBenchmark decode COUNT SEED    prints how many nanoseconds one of them takes to read, median of nine rounds
///     MMSBenchmark show COUNT SEED      the same with all that a receiver asks: addresses, texts, names, slides
@main
struct MMSBenchmark {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]), count > 0, let seed = UInt64(arguments[3]) else {
            print("usage: MMSBenchmark samples|decode|show COUNT SEED")
            return
        }
        var samples = Samples(seed: seed)
        let pdus = (0..<count).map { _ in samples.next() }
        if arguments[1] == "samples" {
            for pdu in pdus { print(Hex.string(pdu)) }
            return
        }
        let isShown = arguments[1] == "show"
        var rounds: [Duration] = []
        var sum = 0
        let clock = ContinuousClock()
        for _ in 0..<9 {
            rounds.append(clock.measure { for pdu in pdus { sum &+= read(pdu, isShown) } })
        }
        rounds.sort()
        let octets = pdus.reduce(0) { $0 + $1.count }
        print(Int(rounds[4] / .nanoseconds(1)) / count, octets / count, sum == 0 ? "nothing read" : "")
    }

    private static func read(_ octets: [UInt8], _ isShown: Bool) -> Int {
        guard let pdu = try? MMSPDU(decoding: octets) else { return 0 }
        guard isShown else { return pdu.fields.headers.fields.count }
        let fields = pdu.fields
        var sum = fields.addresses(.to).count &+ Int(truncatingIfNeeded: fields.date ?? 0)
        sum &+= (fields.subject?.text ?? "").utf8.count &+ (fields.text(.transactionID)?.octets.count ?? 0)
        sum &+= fields.from?.address?.value.utf8.count ?? 0
        if let slides = try? fields.body?.slides() {
            for part in slides.flatMap(\.parts) { sum &+= part.data.count &+ (part.text ?? "").utf8.count }
        }
        return sum
    }
}
