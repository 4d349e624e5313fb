import HandsetDialing
import HandsetNumbers
import Testing

@Suite("Emergency numbers")
struct EmergencyNumbersTests {
    private func numbers(
        hasSIM: Bool = true, file: [EmergencyNumber?] = [], network: [EmergencyNumber?] = [], sim: String? = nil,
        serving: String? = nil
    ) -> EmergencyNumbers {
        EmergencyNumbers(
            hasSIM: hasSIM, simFile: file.compactMap { $0 }, networkList: network.compactMap { $0 },
            simCountry: sim.flatMap { Country($0) }, servingCountry: serving.flatMap { Country($0) })
    }

    @Test("112 and 911 always", arguments: ["112", "911", "1 1 2", "1-1-2", "(911)", "\u{202A}112\u{202C}", "١١٢"])
    func always(_ written: String) {
        #expect(numbers().contains(written: written))
        #expect(numbers(hasSIM: false).contains(written: written))
    }

    @Test("Without a card six more", arguments: ["000", "08", "110", "999", "118", "119"])
    func withoutCard(_ digits: String) throws {
        #expect(numbers(hasSIM: false).contains(try DialString(digits)))
        #expect(!numbers().contains(try DialString(digits)))
    }

    @Test(
        "Only as a whole",
        arguments: [
            "1120", "0112", "11", "9111", "112#", "*112", "+112", "112112", "*112#", "#31#112", "", "112a", "anna",
        ])
    func whole(_ written: String) {
        for numbers in [numbers(hasSIM: false, sim: "US", serving: "BR"), numbers(sim: "GB", serving: "NL")] {
            #expect(!numbers.contains(written: written))
        }
    }

    @Test(
        "What the countries of the card and of the network have",
        arguments: [
            ("GB", nil, "999", true), (nil, "GB", "999", true), ("NL", nil, "999", false), ("FR", nil, "17", true),
            ("FR", nil, "15", true), ("US", "FR", "18", true), ("US", nil, "18", false), ("AU", nil, "000", true),
            ("JP", nil, "119", true), ("BR", nil, "190", true), ("DE", nil, "110", true),
            ("DE", nil, "115", false),
            ("US", nil, "411", false), ("HR", nil, "94", true), ("PL", nil, "+999", false),
        ] as [(String?, String?, String, Bool)])
    func countries(_ sim: String?, _ serving: String?, _ digits: String, _ expected: Bool) throws {
        #expect(numbers(sim: sim, serving: serving).contains(try DialString(digits)) == expected)
    }

    @Test("What the card and the network give")
    func given() throws {
        let numbers = numbers(
            file: [EmergencyNumber("555", services: .police), EmergencyNumber("112", services: .ambulance)],
            network: [EmergencyNumber("555", services: .fireBrigade), EmergencyNumber("4321")])
        #expect(numbers.contains(try DialString("555")))
        #expect(numbers.contains(try DialString("4321")))
        #expect(!numbers.contains(try DialString("432")))
        #expect(numbers.services(of: try DialString("555")) == [.police, .fireBrigade])
        #expect(numbers.services(of: try DialString("112")) == .ambulance)
        #expect(numbers.services(of: try DialString("911")) == [])
        #expect(numbers.listed.map(\.digits) == ["112", "4321", "555", "911"])
    }

    @Test(
        "What is no emergency number is not taken from a card",
        arguments: ["", "12a", "+12", "12345678901", "*1", "1 1"])
    func damaged(_ digits: String) {
        #expect(EmergencyNumber(digits) == nil)
    }

    @Test("A short emergency number is a call at SEND")
    func situation() throws {
        let situation = numbers(sim: "FR").situation(isInCall: true)
        #expect(try Dialling("17", in: situation).isCall)
        #expect(try !Dialling("19", in: situation).isCall)
    }

    @Test("What reaches an emergency service where more digits may follow is told apart")
    func connects() {
        #expect(Country("US")?.connectsToEmergencyNumber("9116666666") == true)
        #expect(Country("US")?.isEmergencyNumber("9116666666") == false)
        #expect(Country("BR")?.connectsToEmergencyNumber("1909") == false)
    }
}
