import HandsetSMS
import Testing

// Octets with a meaning: every value of each is looked at, against the standard's table written another way.

@Suite("Data coding scheme")
struct DataCodingSchemeTests {
    @Test("Every value", arguments: UInt8(0)...255)
    func values(octet: UInt8) {
        let coding = DataCodingScheme(rawValue: octet)
        let high = octet >> 4
        let general = octet < 0x80
        // 23.038, 4: alphabets by group.
        let alphabet: Alphabet =
            if general {
                [.gsm7, .data, .ucs2, .gsm7][Int(octet >> 2 & 3)]
            } else if high == 0xE {
                .ucs2
            } else if high == 0xF, octet & 4 != 0 {
                .data
            } else {
                .gsm7
            }
        #expect(coding.alphabet == alphabet)
        #expect(coding.isCompressed == (general && octet & 0x20 != 0))
        let hasClass = high == 0xF || (general && octet & 0x10 != 0)
        #expect(coding.messageClass?.rawValue == (hasClass ? octet & 3 : nil))
        #expect((coding.waiting != nil) == (0xC...0xE ~= high))
        #expect((coding.group == .reserved) == (0x8...0xB ~= high))
        #expect((coding.group == .automaticDeletion) == (0x4...0x7 ~= high))
        #expect(coding.isReserved == ((0x8...0xB ~= high) || (general && octet & 0x0C == 0x0C)))
        if let waiting = coding.waiting {
            #expect(waiting.store == (high != 0xC))
            #expect(waiting.isActive == (octet & 8 != 0))
            #expect(waiting.kind == [.voice, .fax, .email, .other][Int(octet & 3)])
        }
    }

    @Test("Ours are of the general group")
    func making() {
        #expect(DataCodingScheme.gsm7.rawValue == 0x00)
        #expect(DataCodingScheme.data.rawValue == 0x04)
        #expect(DataCodingScheme.ucs2.rawValue == 0x08)
        for alphabet in Alphabet.allCases {
            for messageClass in MessageClass.allCases {
                let coding = DataCodingScheme(alphabet, class: messageClass)
                #expect(coding.alphabet == alphabet)
                #expect(coding.messageClass == messageClass)
                #expect(!coding.isReserved)
            }
        }
    }
}

@Suite("Protocol identifier")
struct ProtocolIdentifierTests {
    @Test("Every value", arguments: UInt8(0)...255)
    func values(octet: UInt8) {
        let expected: ProtocolIdentifier.Meaning =
            switch octet {
            case ..<0x20: .shortMessage(protocol: octet)
            case ..<0x40: .telematic(TelematicDevice(rawValue: octet - 0x20))
            case 0x40: .typeZero
            case 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47: .replace(type: octet - 0x40)
            case 0x48: .deviceTriggering
            case 0x5E: .enhancedMessage
            case 0x5F: .returnCall
            case 0x7C: .ansi136Data
            case 0x7D: .equipmentDataDownload
            case 0x7E: .equipmentDepersonalization
            case 0x7F: .simDataDownload
            case 0xC0...: .serviceCentreSpecific(octet - 0xC0)
            default: .reserved
            }
        #expect(ProtocolIdentifier(rawValue: octet).meaning == expected)
    }

    @Test("Devices have their names, and the reserved ones none")
    func devices() {
        let named = (0..<32).filter { TelematicDevice(rawValue: UInt8($0)).name != nil }
        #expect(named == Array(0...0x0D) + [0x10, 0x11, 0x12, 0x1F])
    }
}

@Suite("Status")
struct StatusTests {
    @Test("Every value has a class", arguments: UInt8(0)...255)
    func values(octet: UInt8) {
        let status = Status(rawValue: octet)
        let defined: [ClosedRange<UInt8>] = [
            0x00...0x02, 0x10...0x1F, 0x20...0x25, 0x30...0x3F, 0x40...0x49, 0x50...0x5F, 0x60...0x65, 0x70...0x7F,
        ]
        let isDefined = defined.contains { $0.contains(octet) }
        #expect(status.isReserved == !isDefined)
        // 9.2.3.15: a reserved value is read as "service rejected" (63).
        let group = isDefined ? octet >> 5 : 3
        #expect(status.class == [.delivered, .stillTrying, .permanentFailure, .temporaryFailure][Int(group)])
    }
}

@Suite("Failure cause")
struct FailureCauseTests {
    @Test("Reserved values have no meaning, the others have one", arguments: UInt8(0)...255)
    func values(octet: UInt8) {
        let defined: [ClosedRange<UInt8>] = [
            0x80...0x82, 0x8F...0x91, 0x9F...0xA1, 0xAF...0xB0, 0xC0...0xC7, 0xD0...0xD5, 0xE0...0xFF,
        ]
        #expect((FailureCause(rawValue: octet).meaning != nil) == defined.contains { $0.contains(octet) })
    }
}

@Suite("Validity period")
struct ValidityPeriodTests {
    @Test(
        "The relative table",
        arguments: [
            (0, 300), (11, 3600), (143, 43_200), (144, 45_000), (167, 86_400), (168, 172_800), (196, 2_592_000),
            (197, 3_024_000), (255, 38_102_400),
        ] as [(UInt8, Int64)])
    func table(value: UInt8, seconds: Int64) {
        #expect(ValidityPeriod.relative(value).seconds == seconds)
    }

    @Test("The value chosen for a period is the shortest that is not below it")
    func choosing() {
        for seconds in [
            1, 299, 300, 301, 3600, 43_199, 43_200, 43_201, 86_400, 86_401, 172_801, 2_592_000, 2_592_001, 38_102_400,
        ]
            as [Int64]
        {
            guard case .relative(let value) = ValidityPeriod.relative(seconds: seconds) else {
                Issue.record("not relative")
                continue
            }
            let chosen = ValidityPeriod.relative(value).seconds ?? 0
            #expect(chosen >= seconds)
            if value > 0 { #expect(ValidityPeriod.relative(value - 1).seconds ?? 0 < seconds, "\(seconds)") }
        }
        #expect(ValidityPeriod.relative(seconds: .max) == .relative(255))
        #expect(ValidityPeriod.relative(seconds: .min) == .relative(0))
    }

    @Test("The enhanced format: none, relative, seconds, a time, and what is reserved")
    func enhanced() throws {
        let cases: [(EnhancedValidity.Period, String, Int64?)] = [
            (.none, "00000000000000", nil), (.relative(11), "010B0000000000", 3600),
            (.seconds(90), "025A0000000000", 90),
            (.time(hours: 12, minutes: 34, seconds: 56), "03214365000000", 45_296),
        ]
        for (period, hex, seconds) in cases {
            let enhanced = EnhancedValidity(period)
            #expect(enhanced.period == period)
            #expect(enhanced.seconds == seconds)
            #expect(!enhanced.isSingleShot)
            let message = Submit(
                destinationAddress: try #require(Address("1")), userData: UserData(),
                validityPeriod: .enhanced(enhanced))
            #expect(hexString(message.encoded()) == "0900" + "0181F1" + "0000" + hex + "00")
            #expect(try Submit(decoding: message.encoded()) == message)
        }
        #expect(EnhancedValidity(.none, isSingleShot: true).isSingleShot)
        for first in ["82", "04", "07"] {
            let octets = try octets("0900" + "0181F1" + "0000" + first + "010203040506" + "00")
            guard case .enhanced(let enhanced) = try Submit(decoding: octets).validityPeriod else {
                Issue.record("not enhanced")
                continue
            }
            #expect(enhanced.period == .reserved)
            #expect(enhanced.hasExtension == (first == "82"))
            #expect(try Submit(decoding: octets).encoded() == octets)
        }
        let zero = try octets("0900" + "0181F1" + "0000" + "02000000000000" + "00")
        #expect(try Submit(decoding: zero).validityPeriod.seconds == nil)
    }

    @Test("An absolute period is a moment")
    func absolute() throws {
        let moment = Timestamp(secondsSince1970: 1_700_000_000, quarterHours: 4)
        let message = Submit(
            destinationAddress: try #require(Address("1")), userData: UserData(), validityPeriod: .absolute(moment))
        #expect(message.encoded()[0] == 0x19)
        #expect(try Submit(decoding: message.encoded()).validityPeriod == .absolute(moment))
        #expect(message.validityPeriod.seconds == nil)
    }
}
