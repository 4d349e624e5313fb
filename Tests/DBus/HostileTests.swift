import HandsetBusTesting
import HandsetDBus
import HandsetPlatform
import Testing

/// Clients that mean harm, or are broken.
@Suite(.timeLimit(.minutes(1))) struct HostileTests {
    private static func nested(_ depth: Int) -> BusValue {
        (0..<depth).reduce(BusValue.string("")) { value, _ in .variant(value) }
    }

    @Test(arguments: [
        (nested(20), true), (nested(31), true), (nested(32), false), (nested(60), false),
        (BusValue.array(of: "u", (0..<9_990).map { .uint32($0) }), true),
        (BusValue.array(of: "u", (0..<10_000).map { .uint32($0) }), false),
        (BusValue.strings(Array(repeating: "", count: 100_000)), false),
        (BusValue.bytes(Array(repeating: 0, count: 1 << 20)), true),
        (BusValue.bytes(Array(repeating: 0, count: 1 << 20 + 1)), false),
        (BusValue.string(String(repeating: "x", count: 2 << 20)), false),
        (BusValue.dictionary(["": nested(28)]), true), (BusValue.dictionary(["": nested(29)]), false),
    ]) func limitsWhatAMessageCosts(value: BusValue, isWithin: Bool) async throws {
        var limits = BusLimits()
        limits.values = 10_000
        limits.octets = 1 << 20
        try await Pair.with(limits: limits) { pair in
            if isWithin {
                let answer = try await pair.client.call(Echo.call("Any", [.variant(value)]))
                #expect(answer.signature == "v")
            } else {
                let error = await #expect(throws: BusError.self) {
                    try await pair.client.call(Echo.call("Any", [.variant(value)]))
                }
                #expect(error?.remoteName == "org.freedesktop.DBus.Error.LimitsExceeded")
            }
            try await pair.answersStill()
        }
    }

    @Test func limitsTheCallsThatOneClientHasWaiting() async throws {
        var limits = BusLimits()
        limits.callsPerClient = 4
        let began = Told<String>()
        try await Pair.with(Echo.object(began: { began.tell($0) }), limits: limits) { pair in
            for _ in 0..<4 { try await pair.client.post(Echo.call("Never")) }
            _ = await began.next(4)
            let error = await #expect(throws: BusError.self) {
                try await pair.client.call(Echo.call("Echo", [.string("one more")]))
            }
            #expect(error?.remoteName == "org.freedesktop.DBus.Error.LimitsExceeded")
            // Others are not concerned.
            let other = try await pair.another()
            #expect(try await other.call(Echo.call("Echo", [.string("me")])) == [.string("me")])
            await other.close()
        }
    }

    /// While one client floods, jobs of others on the server's loop run.
    @Test func aFloodStarvesNobody() async throws {
        try await Pair.with { pair in
            for number in 0..<5_000 { try await pair.client.post(Echo.call("Echo", [.string("\(number)")])) }
            let other = try await pair.another()
            #expect(try await other.call(Echo.call("Echo", [.string("me")])) == [.string("me")])
            await other.close()
        }
    }

    /// Values of every shape, seeded; each is echoed or refused, and the server lives.
    @Test(arguments: 0..<8) func survivesAnyValue(seed: UInt64) async throws {
        try await Pair.with { pair in
            var generator = Generator(state: seed)
            for _ in 0..<150 {
                let value = generator.value(depth: 0)
                let member = ["Any", "Bag", "Echo", "Read", "Who"].randomElement(using: &generator) ?? "Any"
                let arguments = member == "Any" ? [BusValue.variant(value)] : [value]
                do throws(BusError) {
                    let answer = try await pair.client.call(Echo.call(member, arguments))
                    if member == "Any" { #expect(answer.signature == "v") }
                } catch {
                    #expect(error.remoteName == "org.freedesktop.DBus.Error.InvalidArgs")
                    #expect(member != "Any")
                }
            }
            try await pair.answersStill()
        }
    }

    /// SplitMix64: the same values at every run.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func value(depth: Int) -> BusValue {
            switch next() % (depth < 5 ? 14 : 8) {
            case 0: .byte(UInt8(truncatingIfNeeded: next()))
            case 1: .boolean(next() & 1 == 0)
            case 2: .int64(Int64(bitPattern: next()))
            case 3: .double(Double(bitPattern: next() & 0x7FEF_FFFF_FFFF_FFFF))
            case 4: .string(String(repeating: "é", count: Int(next() % 40)))
            case 5: .objectPath("/a\(next() % 9)")
            case 6: .bytes((0..<next() % 50).map { UInt8(truncatingIfNeeded: $0) })
            case 7: .uint32(UInt32(truncatingIfNeeded: next()))
            case 8: .variant(value(depth: depth + 1))
            case 9: .structure((0...next() % 3).map { _ in value(depth: depth + 1) })
            case 10:
                .dictionary(
                    Dictionary((0..<next() % 4).map { ("k\($0)", value(depth: depth + 1)) }) { first, _ in first })
            case 11: .dictionaries((0..<next() % 3).map { _ in [:] })
            case 12: .array(of: "v", (0..<next() % 4).map { _ in .variant(value(depth: depth + 1)) })
            default: .array(of: "{sv}", [])
            }
        }
    }
}
