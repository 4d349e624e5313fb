import HandsetAT
import HandsetLines
import Testing

@testable import HandsetATModem

@Suite(.timeLimit(.minutes(1))) struct ReceivingTests {
    /// What the owner stored comes before the deletion of the same PDU.
    private func expectStoredBeforeDeleted(_ journal: Journal, _ parts: [String]) {
        for part in parts {
            let stored = journal.index(of: "stored \(part)")
            let deleted = journal.index(of: "deleted \(part)")
            #expect(stored != nil && deleted != nil)
            if let stored, let deleted { #expect(stored < deleted) }
        }
    }

    @Test func drainsEveryStorageOnConnecting() async throws {
        try await Bench.run { bench in
            for number in 1...9 { _ = await bench.farEnd.store(pdu(number)) }
            for number in 101...103 { _ = await bench.farEnd.store(pdu(number), in: "ME", status: 1) }
            await bench.ready()
            let expected = ((1...9).map { $0 } + (101...103)).map(pdu)
            #expect(await bench.owner.parts == expected)
            #expect(Set(await bench.owner.lines) == [LineID(iccid: "8988211000000000011")])
            expectStoredBeforeDeleted(bench.journal, expected)
            #expect(await bench.farEnd.storages.values.allSatisfy(\.isEmpty))
        }
    }

    @Test func storesWhileTheListingComes() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("+CMGL", .raw("\r\n+CMGL: 1,0,,3\r\n\(pdu(1))\r\n+CMGL: 2,0,,3\r\n"))
            async let probe: Void = bench.modem.probe()
            await bench.owner.wait { $0.parts == [pdu(1)] }
            #expect(await bench.farEnd.count(of: "AT+CMGD") == 0)
            await bench.farEnd.say("\(pdu(2))\r\n\r\nOK\r\n")
            await probe
            #expect(await bench.owner.parts == [pdu(1), pdu(2)])
            #expect(await bench.farEnd.received.contains("AT+CMGD=1;+CMGD=2"))
        }
    }

    @Test func keepsWhatCouldNotBeStored() async throws {
        try await Bench.run { bench in
            for number in 1...3 { _ = await bench.farEnd.store(pdu(number)) }
            await bench.owner.refuse([pdu(2)])
            await bench.ready()
            #expect(await bench.owner.parts == [pdu(1), pdu(3)])
            #expect(await bench.farEnd.storages["SM"]?.values.map(\.pdu) == [pdu(2)])
            await bench.owner.refuse([])
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1), pdu(3), pdu(2)])
            #expect(await bench.farEnd.storages["SM"]?.isEmpty == true)
        }
    }

    @Test func leavesWhatSomebodyMeansToSend() async throws {
        try await Bench.run { bench in
            _ = await bench.farEnd.store(pdu(1), status: 2)
            _ = await bench.farEnd.store(pdu(2), status: 3)
            _ = await bench.farEnd.store(pdu(3), status: 1)
            await bench.ready()
            #expect(await bench.owner.parts == [pdu(3)])
            #expect(await bench.farEnd.storages["SM"]?.keys.sorted() == [1, 2])
        }
    }

    @Test func readsWhatItIsToldOf() async throws {
        try await Bench.run { bench in
            await bench.ready()
            for (number, storage) in [(1, "SM"), (2, "ME"), (3, "SM")] {
                let index = await bench.farEnd.store(pdu(number), in: storage)
                await bench.farEnd.say("\r\n+CMTI: \"\(storage)\",\(index)\r\n")
                await bench.owner.wait { $0.parts.last == pdu(number) }
            }
            await bench.farEnd.wait { $0.storages.values.allSatisfy(\.isEmpty) }
            expectStoredBeforeDeleted(bench.journal, [pdu(1), pdu(2), pdu(3)])
            #expect(await bench.farEnd.count(of: "AT+CMGL") == 0)
        }
    }

    @Test func losesNothingOfABurst() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.change { $0.capacity = 300 }
            for number in 1...200 {
                let index = await bench.farEnd.store(pdu(number))
                await bench.farEnd.say("\r\n+CMTI: \"SM\",\(index)\r\n")
            }
            await bench.owner.wait { Set($0.parts).count == 200 }
            await bench.modem.probe()
            #expect(await bench.owner.parts.count == 200)
            #expect(await bench.farEnd.storages["SM"]?.isEmpty == true)
        }
    }

    @Test func listsWhatWouldBeManyReadings() async throws {
        try await Bench.run { bench in
            await bench.ready()
            var notices = ""
            for number in 1...10 {
                notices += "\r\n+CMTI: \"SM\",\(await bench.farEnd.store(pdu(number)))\r\n"
            }
            await bench.farEnd.say(notices)
            await bench.farEnd.wait { $0.storages["SM"]?.isEmpty == true }
            #expect(await bench.farEnd.count(of: "AT+CMGR") == 0)
            #expect(await bench.owner.parts == (1...10).map(pdu))
        }
    }

    @Test func findsWhatItWasNotToldOf() async throws {
        try await Bench.run { bench in
            await bench.ready()
            _ = await bench.farEnd.store(pdu(1), in: "ME")
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1)])
        }
    }

    @Test func drainsOnADamagedNotice() async throws {
        try await Bench.run { bench in
            await bench.ready()
            _ = await bench.farEnd.store(pdu(1))
            await bench.farEnd.say("\r\n+CMTI: \"S\r\n")
            await bench.owner.wait { $0.parts == [pdu(1)] }
        }
    }

    // MARK: Damage

    @Test(arguments: ["0004010", "000401ZZ", "00040102FF", "FF040102", "00"]) func readsADamagedEntryAgain(
        _ line: String
    ) async throws {
        try await Bench.run { bench in
            await bench.ready()
            _ = await bench.farEnd.store(pdu(1))
            await bench.farEnd.script("+CMGL", .ok(["+CMGL: 1,0,,3\r\n\(line)", "+CMGL: 2,0,,3\r\n\(pdu(2))"]))
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(2), pdu(1)])
            expectStoredBeforeDeleted(bench.journal, [pdu(1)])
        }
    }

    @Test(
        arguments: [
            ("0004010", "30303034303130"), ("000401ZZ", "3030303430315A5A"), ("00040102FF", "00040102FF"), ("00", "00"),
        ]) func handsOverWhatStaysDamaged(_ line: String, _ expected: String) async throws
    {
        try await Bench.run { bench in
            _ = await bench.farEnd.store(line, length: 3)
            _ = await bench.farEnd.store(pdu(2))
            await bench.ready()
            #expect(await bench.owner.parts == [pdu(2), expected])
            #expect(await bench.farEnd.storages["SM"]?.isEmpty == true)
        }
    }

    @Test func readsTwiceBeforeItGivesUp() async throws {
        try await Bench.run { bench in
            await bench.ready()
            let index = await bench.farEnd.store(pdu(1))
            await bench.farEnd.script("+CMGR", .ok(["+CMGR: 0,,3\r\n0004"]))
            await bench.farEnd.say("\r\n+CMTI: \"SM\",\(index)\r\n")
            await bench.owner.wait { $0.offers > 0 }
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1)])
        }
    }

    @Test func handsOverAnEntryWithoutItsLine() async throws {
        try await Bench.run { bench in
            await bench.ready()
            _ = await bench.farEnd.store(pdu(1))
            _ = await bench.farEnd.store(pdu(2))
            await bench.farEnd.script(
                "+CMGL", .ok(["+CMGL: 1,0,,3", "+CMGL: x,0,,3\r\n\(pdu(9))", "+CMGL: 2,0,,3\r\n\(pdu(2))"]))
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(2), pdu(1)])
        }
    }

    @Test func survivesNoise() async throws {
        try await Bench.run { bench in
            await bench.ready()
            var state: UInt64 = 7
            for round in 1...50 {
                let noise = (0..<200).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(state >> 56)
                }
                await bench.farEnd.saysOctets(noise)
                if round == 25 { await bench.farEnd.saysOctets([UInt8](repeating: 0x41, count: 10_000)) }
                await bench.farEnd.say("\r\n+XYZ: \"\r\n+CMTI: 1,1,1\r\n+CREG: ((((((\r\nOK\r\n> \r\n")
            }
            let index = await bench.farEnd.store(pdu(1))
            await bench.farEnd.say("\r\n+CMTI: \"SM\",\(index)\r\n")
            await bench.owner.wait { $0.parts.contains(pdu(1)) }
            await bench.modem.probe()
            #expect(await bench.owner.status?.line?.canSendSMS == true)
            #expect(await bench.farEnd.connections == 1)
        }
    }

    @Test func livesWithCodesInsideAnswers() async throws {
        try await Bench.run { bench in
            await bench.ready()
            _ = await bench.farEnd.store(pdu(1))
            await bench.farEnd.script(
                "+CMGL",
                .raw(
                    "\r\n^RSSI: 20\r\n\r\n+CMGL: 1,0,,3\r\n+CREG: 1\r\n\(pdu(1))\r\nRING\r\n+CMTI: \"SM\",1\r\n+NEW: a\r\nOK\r\n"
                ))
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1)])
            #expect(await bench.farEnd.storages["SM"]?.isEmpty == true)
        }
    }

    // MARK: Deleting

    @Test func groupsDeletionsIntoShortLines() async throws {
        try await Bench.run { bench in
            await bench.farEnd.change { $0.capacity = 2000 }
            for number in 1...1000 { _ = await bench.farEnd.store(pdu(number)) }
            await bench.modem.start()
            await bench.modem.probe()
            #expect(await bench.owner.parts.count == 1000)
            let deletions = await bench.farEnd.received.filter { $0.hasPrefix("AT+CMGD") }
            #expect(deletions.allSatisfy { $0.utf8.count <= 42 })
            #expect(deletions.count <= 260)
            #expect(await bench.farEnd.count(of: "AT+CMGR") == 0)
            expectStoredBeforeDeleted(bench.journal, (1...1000).map(pdu))
        }
    }

    @Test func deletesOneByOneWhenAGroupFails() async throws {
        try await Bench.run { bench in
            for number in 1...4 { _ = await bench.farEnd.store(pdu(number)) }
            await bench.farEnd.script("+CMGD=1;", .lines(["ERROR"]), lasting: true)
            await bench.ready()
            #expect(await bench.farEnd.storages["SM"]?.isEmpty == true)
            await bench.modem.probe()
            #expect(await bench.owner.parts.count == 4)
        }
    }

    @Test func tellsOfAFullStorage() async throws {
        try await Bench.run { bench in
            await bench.farEnd.change { $0.capacity = 2 }
            _ = await bench.farEnd.store(pdu(1))
            _ = await bench.farEnd.store(pdu(2))
            await bench.owner.refuse([pdu(1), pdu(2)])
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.trouble?.contains("full") == true }
            await bench.owner.refuse([])
            await bench.farEnd.say("\r\n^SMMEMFULL: \"SM\"\r\n")
            await bench.owner.waitForStatus { $0.isReachable && $0.trouble == nil }
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1), pdu(2)])
        }
    }

    @Test func livesWithoutNamedStorages() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CPMS", .lines(["ERROR"]), lasting: true)
            _ = await bench.farEnd.store(pdu(1))
            await bench.ready()
            #expect(await bench.owner.parts == [pdu(1)])
        }
    }

    @Test func endsAnEndlessAnswer() async throws {
        try await Bench.run(times: {
            $0.slowCommand = .milliseconds(100)
            $0.command = .milliseconds(200)
        }) { bench in
            await bench.ready()
            await bench.farEnd.script("+CMGL", .raw("\r\n+CMGL: 1,0,,3\r\n\(pdu(1))\r\n"))
            async let probe: Void = bench.modem.probe()
            await bench.farEnd.waitFor("AT+CMGL=4")
            await bench.farEnd.flood("+CMGL: 1,0,,3\r\n\(pdu(1))")
            await bench.farEnd.waitFor("AT+CMEE?")
            await bench.farEnd.cut()
            await probe
            #expect(Set(await bench.owner.parts) == [pdu(1)])
            // One place, however often it was listed.
            #expect(await bench.farEnd.count(of: "AT+CMGD=1;") == 0)
        }
    }

    @Test func asksABusyCardForItsMessagesAgain() async throws {
        try await Bench.run { bench in
            _ = await bench.farEnd.store(pdu(1))
            await bench.farEnd.script("+CPMS=\"SM\"", .lines(["+CMS ERROR: 314"]))
            await bench.farEnd.script("+CMGL", .lines(["+CME ERROR: 14"]))
            await bench.modem.start()
            await bench.owner.wait { $0.parts == [pdu(1)] }
            #expect(await bench.farEnd.count(of: "AT+CPMS=\"SM\",\"SM\",\"SM\"") == 2)
            await bench.farEnd.script("+CMGR", .lines(["+CMS ERROR: 314"]))
            let index = await bench.farEnd.store(pdu(2))
            await bench.farEnd.say("\r\n+CMTI: \"SM\",\(index)\r\n")
            await bench.owner.wait { $0.parts.contains(pdu(2)) }
        }
    }

    @Test func canSendBeforeItHasDrained() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CMGL", .silence)
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true && $0.line?.registration == .home }
        }
    }

    @Test func recoversFromASilentListing() async throws {
        try await Bench.run(times: { $0.slowCommand = .milliseconds(200) }) { bench in
            await bench.ready()
            _ = await bench.farEnd.store(pdu(1))
            _ = await bench.farEnd.store(pdu(2))
            await bench.farEnd.script("+CMGL", .raw("\r\n+CMGL: 1,0,,3\r\n\(pdu(1))\r\n+CMGL: 2,0,,3\r\n00"))
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1)])
            #expect(await bench.farEnd.storages["SM"]?.keys.sorted() == [2])
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1), pdu(2)])
            #expect(await bench.farEnd.connections == 1)
        }
    }
}
