import CAllocations
import Glibc
import HandsetSMS
import HandsetWireCore

/// Measures the codec and prints one line a case: `KIND CASE NANOSECONDS ALLOCATIONS`;
/// `allocations` leaves the time out, and is done at once. `Benchmarks/SMS/run` sets it beside
/// others.
@main
struct SMSBenchmark {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "corpus": for sample in Sample.all { print(sample.name, sample.hex) }
        case "measure": measure()
        case "allocations": measure(timed: false)
        default:
            print("usage: SMSBenchmark corpus | measure|allocations [value|strings|encode|count [CASE]]")
            exit(64)
        }
    }

    private static func measure(timed: Bool = true) {
        func report(_ kind: String, _ name: String, _ body: () -> Int) {
            let only = CommandLine.arguments.dropFirst(2)
            guard only.first ?? kind == kind, only.dropFirst().first ?? name == name else { return }
            Self.report(kind, name, timed: timed, body)
        }
        for sample in Sample.all {
            let octets = sample.octets
            report("value", sample.name) { value(octets, isSubmit: sample.isSubmit) }
            report("strings", sample.name) { strings(octets, isSubmit: sample.isSubmit) }
        }
        for sample in Sample.all where sample.isSubmit {
            report("encode", sample.name) { encode(sample.text) }
        }
        let segmenter = Segmenter()
        for (name, text) in Sample.typed {
            report("count", name) { (try? segmenter.count(text))?.remaining ?? 0 }
        }
    }

    /// The message as a value, whose strings are made when they are asked for.
    @inline(never)
    private static func value(_ octets: [UInt8], isSubmit: Bool) -> Int {
        var reader = Reader(octets.span.bytes)
        guard let centre = try? ServiceCentreAddress(from: &reader) else { return 0 }
        if isSubmit {
            guard let message = try? Submit(from: &reader) else { return 0 }
            return Int(message.userData.length) &+ (centre.address == nil ? 0 : 1)
        }
        guard let message = try? Deliver(from: &reader) else { return 0 }
        return Int(message.userData.length) &+ (centre.address == nil ? 0 : 1)
    }

    /// Everything that a reader of a message asks for: addresses and text as strings, the time as a number.
    @inline(never)
    private static func strings(_ octets: [UInt8], isSubmit: Bool) -> Int {
        var reader = Reader(octets.span.bytes)
        guard let centre = try? ServiceCentreAddress(from: &reader) else { return 0 }
        let number = (centre.address?.value ?? "").utf8.count
        if isSubmit {
            guard let message = try? Submit(from: &reader) else { return 0 }
            return number &+ (message.text ?? "").utf8.count &+ message.destinationAddress.value.utf8.count
        }
        guard let message = try? Deliver(from: &reader) else { return 0 }
        return number &+ (message.text ?? "").utf8.count &+ message.originatingAddress.value.utf8.count
            &+ Int(message.timestamp.secondsSince1970 ?? 0) &+ Int(message.userData.concatenation?.part ?? 0)
    }

    @inline(never)
    private static func encode(_ text: String) -> Int {
        guard let number = Address("+447700900123") else { return 0 }
        let parts = (try? Submit.messages(text, to: number, reference: 7)) ?? []
        return parts.reduce(0) { $0 + PDU(tpdu: $1.encoded()).encoded().count }
    }

    private static func report(_ kind: String, _ name: String, timed: Bool, _ body: () -> Int) {
        var sum = 0
        for _ in 0..<2000 { sum &+= body() }
        let before = allocations_so_far()
        for _ in 0..<1000 { sum &+= body() }
        let allocations = Double(allocations_so_far() - before) / 1000
        guard timed else { return print(kind, name, "-", allocations) }
        // The best of several runs: what else the machine did is not the codec's.
        var best = UInt64.max
        let count = 20_000
        for _ in 0..<10 {
            let start = now()
            for _ in 0..<count { sum &+= body() }
            best = min(best, now() - start)
        }
        precondition(sum != 42, "keeps the results from being optimised away")
        let nanoseconds = Double(best) / Double(count)
        print(kind, name, (nanoseconds * 10).rounded() / 10, allocations)
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
