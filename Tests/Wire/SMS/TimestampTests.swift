import HandsetSMS
import HandsetWireCore
import Testing

@Suite("Timestamp")
struct TimestampTests {
    private func decode(_ hex: String) throws -> Timestamp {
        let octets = try Hex.octets(hex)
        var reader = Reader(octets.span.bytes)
        return try Timestamp(from: &reader, field: "TP-SCTS")
    }

    @Test(
        "Octets, text and moment",
        arguments: [
            ("71015011454022", "2017-10-05T11:54:04+05:30", 1_507_184_644),
            ("5160101235458A", "2015-06-01T21:53:54-07:00", 1_433_220_834),
            ("00101000000000", "2000-01-01T00:00:00+00:00", 946_684_800),
            ("99213232959500", "1999-12-23T23:59:59+00:00", 945_993_599),
            ("2020920000000C", "2002-02-29T00:00:00-10:00", nil),
            ("4020920000000C", "2004-02-29T00:00:00-10:00", 1_078_048_800),
        ] as [(String, String, Int64?)])
    func vectors(hex: String, text: String, seconds: Int64?) throws {
        let timestamp = try decode(hex)
        #expect(timestamp.description == text)
        #expect(timestamp.secondsSince1970 == seconds)
        #expect(timestamp.isValid == (seconds != nil))
        #expect(Hex.string(timestamp.octets) == hex)
        if let seconds {
            #expect(Timestamp(secondsSince1970: seconds, quarterHours: timestamp.quarterHours) == timestamp)
        }
    }

    @Test("B41: bit 3 of the zone's octet is its sign")
    func zone() throws {
        #expect(try decode("1210101200000C").quarterHours == -40)
        #expect(try decode("12101012000004").quarterHours == 40)
        #expect(try decode("1210101200000C").offsetSeconds == -36_000)
    }

    @Test("Every zone makes a round trip", arguments: -79...79)
    func zones(quarterHours: Int) {
        let timestamp = Timestamp(secondsSince1970: 1_700_000_000, quarterHours: quarterHours)
        #expect(timestamp.quarterHours == quarterHours)
        #expect(timestamp.secondsSince1970 == 1_700_000_000)
    }

    @Test("Every moment of the service's century makes a round trip")
    func moments() {
        var random = SplitMix(seed: 1)
        for _ in 0..<20_000 {
            let seconds = Int64.random(in: 631_152_000 + 86_400..<3_786_825_600 - 86_400, using: &random)
            let zone = Int.random(in: -56...56, using: &random)
            #expect(Timestamp(secondsSince1970: seconds, quarterHours: zone).secondsSince1970 == seconds)
        }
    }

    @Test("Absurd moments and zones are kept within what the field can say")
    func clamped() {
        for seconds in [Int64.min, Int64.max, 0, -1] {
            for zone in [Int.min / 1000, 0, Int.max / 1000] {
                let timestamp = Timestamp(secondsSince1970: seconds, quarterHours: zone)
                #expect(timestamp.octets.count == 7)
                #expect(abs(timestamp.quarterHours) <= 79)
            }
        }
    }

    @Test("Digits that are none count as zero, and the octets are kept")
    func noDigits() throws {
        let timestamp = try decode("FFFFFFFFFFFFFF")
        #expect(!timestamp.isValid)
        #expect(timestamp.secondsSince1970 == nil)
        #expect(Hex.string(timestamp.octets) == "FFFFFFFFFFFFFF")
        #expect(try decode("A1101010101000").year == 2010)
        #expect(try !decode("A1101010101000").isValid)
    }

    @Test("Validity agrees with a look at each digit, for every octet in every place")
    func validity() throws {
        let good: [UInt8] = [0x42, 0x50, 0x51, 0x21, 0x43, 0x43, 0x80]
        let limits = [(0, 99), (1, 12), (1, 31), (0, 23), (0, 59), (0, 59), (0, 79)]
        for place in 0..<7 {
            for octet in UInt8(0)...255 {
                var octets = good
                octets[place] = octet
                var reader = Reader(octets.span.bytes)
                let timestamp = try Timestamp(from: &reader, field: "")
                let digits = place == 6 ? octet & 0xF7 : octet
                let isDecimal = digits & 15 <= 9 && digits >> 4 <= 9
                let value = Int(digits & 15) * 10 + Int(digits >> 4)
                #expect(timestamp.isValid == (isDecimal && limits[place].0...limits[place].1 ~= value), "\(octets)")
            }
        }
    }
}
