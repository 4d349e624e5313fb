import HandsetAT
import Testing

@testable import HandsetCarrier

@Suite("A modem's calls")
struct CallTableTests {
    private static func id(_ number: Int) -> CallID { CallID(number: number) }

    /// A table by its states: `A` active, `H` held, `D` dialing, `R` alerting, `I` incoming, `W` waiting; lower case in a
    /// conference.
    static func table(_ states: String) throws -> CallTable {
        var table = CallTable()
        func dial(_ number: Int) throws { _ = try table.dial(id(number), number: "\(number)", isEmergency: false) }
        func talk(_ number: Int) throws {
            try dial(number)
            table.becomesActive(id(number))
        }
        let conference = states.filter(\.isLowercase)
        for (index, _) in conference.enumerated() {
            try talk(index + 1)
            if index > 0 { _ = try table.carryOut(.join) }
        }
        if conference.first == "h" { _ = try table.carryOut(.holdActive) }
        var number = conference.count
        for state in states where state.isUppercase {
            number += 1
            switch state {
            case "A": try talk(number)
            case "H":
                try talk(number)
                _ = try table.carryOut(.holdActive)
            case "D": try dial(number)
            case "R":
                try dial(number)
                table.becomesAlerting(id(number))
            default:
                _ = table.offer(id(number), number: "\(number)", validity: .valid, allowsWaiting: true)
            }
        }
        #expect(Self.states(table) == String(states.sorted()), "the table cannot be made")
        return table
    }

    static func states(_ table: CallTable) -> String {
        String(
            table.entries.map { entry -> Character in
                switch entry.state {
                case .active: entry.isMultiparty ? "a" : "A"
                case .held: entry.isMultiparty ? "h" : "H"
                case .dialing: "D"
                case .alerting: "R"
                case .incoming: "I"
                case .waiting: "W"
                }
            }.sorted())
    }

    /// What +CHLD makes of each state; `nil` where it is refused.
    static let transitions: [(from: String, command: String, to: String?)] = [
        ("", "0", nil), ("", "1", nil), ("", "2", nil), ("", "3", nil), ("", "4", nil), ("", "11", nil),
        ("", "21", nil),
        ("A", "0", nil), ("A", "1", ""), ("A", "2", "H"), ("A", "3", nil), ("A", "4", nil), ("A", "11", ""),
        ("A", "21", nil), ("A", "12", nil),
        ("H", "0", ""), ("H", "1", "A"), ("H", "2", "A"), ("H", "3", nil), ("H", "4", nil), ("H", "11", nil),
        ("HA", "0", "A"), ("HA", "1", "A"), ("HA", "2", "AH"), ("HA", "3", "aa"), ("HA", "4", ""), ("HA", "11", nil),
        ("HA", "12", "H"), ("HA", "21", nil), ("HA", "22", nil),
        ("I", "0", ""), ("I", "1", "A"), ("I", "2", "A"), ("I", "3", nil), ("I", "4", nil), ("I", "11", nil),
        ("AW", "0", "A"), ("AW", "1", "A"), ("AW", "2", "AH"), ("AW", "3", nil), ("AW", "4", nil), ("AW", "11", "I"),
        ("AW", "12", nil),
        ("HW", "0", "H"), ("HW", "1", "AH"), ("HW", "2", "AH"), ("HW", "3", nil),
        ("HAW", "0", "AH"), ("HAW", "1", "AH"), ("HAW", "2", nil), ("HAW", "3", "Waa"), ("HAW", "4", "I"),
        ("HAW", "12", "HW"),
        ("D", "0", nil), ("D", "1", ""), ("D", "2", nil), ("D", "11", nil), ("R", "2", nil),
        ("HD", "1", "A"), ("HD", "2", nil), ("HD", "4", nil), ("HR", "4", ""), ("HR", "0", "R"), ("HR", "3", nil),
        ("aa", "1", ""), ("aa", "2", "hh"), ("aa", "11", "A"), ("aa", "21", "AH"), ("aaa", "22", "Ahh"),
        ("aaa", "12", "aa"), ("aa", "4", nil), ("hh", "2", "aa"), ("hh", "0", ""), ("hhA", "3", "aaa"),
        ("hhA", "2", "Haa"), ("hhA", "4", nil), ("hhA", "21", nil), ("aaW", "2", "Ahh"), ("aaW", "3", nil),
        ("hhhhA", "3", "aaaaa"), ("hhhhhA", "3", nil), ("hhhhhA", "2", "Haaaaa"),
    ]

    @Test("change by +CHLD as the standard says, or stay", arguments: transitions)
    func transition(_ transition: (from: String, command: String, to: String?)) throws {
        var table = try Self.table(transition.from)
        let before = table
        let command = try #require(CallHold(Array(transition.command.utf8)))
        do {
            let steps = try table.carryOut(command)
            #expect(transition.to.map { String($0.sorted()) } == Self.states(table))
            #expect(!steps.isEmpty)
        } catch {
            #expect(transition.to == nil)
            #expect(table == before)
        }
    }

    @Test(
        "end by +CHUP as far as they are current",
        arguments: [
            ("", ""), ("A", ""), ("H", ""), ("HA", "H"), ("AW", "I"), ("HW", "I"), ("HAW", "HW"), ("D", ""),
            ("HR", "H"),
            ("I", ""), ("aaa", ""), ("hhA", "hh"),
        ])
    func hangUp(from: String, to: String) throws {
        var table = try Self.table(from)
        _ = table.hangUp()
        #expect(Self.states(table) == String(to.sorted()))
    }

    @Test(
        "make room for a further one, or do not",
        arguments: [
            ("", "D"), ("A", "DH"), ("H", "DH"), ("aa", "Dhh"), ("HA", nil), ("D", nil), ("R", nil), ("I", nil),
            ("AW", nil), ("HW", nil),
        ])
    func dial(from: String, to: String?) throws {
        var table = try Self.table(from)
        let steps = try? table.dial(Self.id(99), number: "1", isEmergency: false)
        #expect(steps == nil ? to == nil : Self.states(table) == to)
    }

    @Test("all make room for an emergency", arguments: ["", "A", "HAW", "D", "I", "hhhhhA"])
    func emergency(from: String) throws {
        var table = try Self.table(from)
        let steps = try table.dial(Self.id(99), number: "112", isEmergency: true)
        #expect(Self.states(table) == "D")
        #expect(steps.count == from.count)
    }

    @Test(
        "let another wait, or are busy",
        arguments: [
            ("", "I"), ("A", "AW"), ("H", "HW"), ("HA", "AHW"), ("hhhhhA", "AWhhhhh"), ("I", nil), ("AW", nil),
            ("D", nil),
            ("R", nil), ("HD", nil),
        ])
    func offer(from: String, to: String?) throws {
        for allowsWaiting in [true, false] {
            var table = try Self.table(from)
            let state = table.offer(Self.id(99), number: "", validity: .withheld, allowsWaiting: allowsWaiting)
            let expected = allowsWaiting || from.isEmpty ? to : nil
            #expect(state == nil ? expected == nil : Self.states(table) == expected.map { String($0.sorted()) })
        }
    }

    @Test("keep their invariants through whatever happens", arguments: 0..<20)
    func random(seed: UInt64) throws {
        var generator = Seeded(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        var table = CallTable()
        var last = 0
        for _ in 0..<500 {
            let before = table
            let some = table.entries.randomElement(using: &generator)?.call ?? Self.id(0)
            var refused = false
            do {
                switch Int.random(in: 0..<9, using: &generator) {
                case 0:
                    last += 1
                    let isEmergency = Int.random(in: 0..<20, using: &generator) == 0
                    _ = try table.dial(Self.id(last), number: "", isEmergency: isEmergency)
                case 1, 2:
                    last += 1
                    _ = table.offer(Self.id(last), number: "", validity: .valid, allowsWaiting: true)
                case 3: table.becomesAlerting(some)
                case 4: table.becomesActive(some)
                case 5: _ = table.ended(some)
                case 6: _ = try table.answer()
                case 7 where Bool.random(using: &generator): _ = table.hangUp()
                default:
                    let command = ["0", "1", "12", "2", "21", "23", "3", "3", "4", "2"].randomElement(using: &generator)
                    if let hold = CallHold(Array((command ?? "2").utf8)) { _ = try table.carryOut(hold) }
                }
            } catch {
                refused = true
            }
            if refused { #expect(table == before) }
            check(table)
        }
        #expect(last > 50)
    }

    private func check(_ table: CallTable) {
        let entries = table.entries
        func count(_ states: CallState...) -> Int { entries.count { states.contains($0.state) } }
        #expect(Set(entries.map(\.index)).count == entries.count && Set(entries.map(\.call)).count == entries.count)
        #expect(entries.allSatisfy { 1...9 ~= $0.index })
        #expect(entries.map(\.index) == entries.map(\.index).sorted())
        // One call at a time is made or offered, and one group each talks and is held (3GPP TS 22.083).
        #expect(count(.dialing, .alerting) <= 1 && count(.incoming, .waiting) <= 1)
        for state in [CallState.active, .held] {
            let group = entries.filter { $0.state == state }
            #expect(group.count <= 1 || group.allSatisfy(\.isMultiparty))
            #expect(group.count <= CallTable.multipartyLimit)
        }
        #expect(entries.count { $0.isMultiparty } != 1)
        if count(.incoming) == 1 { #expect(entries.count == 1) }
        #expect(count(.waiting) == 0 || entries.count > 1)
    }
}
