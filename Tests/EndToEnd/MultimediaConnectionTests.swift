import HandsetBusTesting
import HandsetCarrier
import HandsetDBus
import HandsetTesting
import Testing

extension TestMachine {
    /// Waits until a message was announced that is not here.
    fileprivate func waitForDownload() async throws {
        var last = ""
        for _ in 0..<200 {
            last = try await handset("mms", "list", "--json").output
            if last.contains(#""state":"waiting""#) { return }
        }
        throw TestMachineError("nothing waits: \(last)")
    }
}

extension EndToEnd {
    /// Multimedia messages over the connections that stand-ins for ModemManager and NetworkManager have: no interface is named, and the
    /// carrier's MMSC is behind `lo`.
    @Suite struct MultimediaConnectionTests {
        private func withServices(
            lines: [TestMachine.LineSetup] = [.init()], prepare: (TestMachine) async -> Void = { _ in },
            _ body: (TestMachine, AppBundle, ModemManagerStandIn, NetworkManagerStandIn) async throws -> Void
        ) async throws {
            try await withMachine(
                lines: lines,
                prepare: { machine in
                    await machine.nameNoInterface()
                    await prepare(machine)
                }
            ) { machine, bundle in
                let address = BusAddress.address(machine.busAddress)
                let modems = try await ModemManagerStandIn(on: address, loop: machine.loop)
                let network = try await NetworkManagerStandIn(on: address, loop: machine.loop)
                try await body(machine, bundle, modems, network)
                await modems.objects.vanish()
                await network.objects.vanish()
            }
        }

        private func fetches(_ machine: TestMachine) async -> [Int] {
            await machine.carrier.snapshot.multimedia.waiting(for: line).map(\.fetches)
        }

        @Test func aMessageComesWhenTheConnectionDoes() async throws {
            try await withServices { machine, bundle, modems, _ in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                _ = try await machine.report("looping", from: app)
                try await modems.objects.appear()
                try await modems.addModem(iccid: await machine.cards[0].rawValue)

                // Nothing is fetched, and the line says why.
                try await machine.send([MultimediaPart(text: "One")], from: friend)
                try await machine.waitForDownload()
                try await machine.tell(app, "mms state")
                #expect(try await machine.report("mms state", from: app)["viable"] == "false")
                let table = try await machine.handset("lines").output
                #expect(table.contains("connect mobile data in the desktop's settings"), "\(table)")
                let list = try await machine.handset("mms", "list").output
                #expect(list.contains("connect mobile data in the desktop's settings"), "\(list)")
                let sent = try await machine.sendMultimedia(["to": friend, "text": "x"], from: app, whenReady: false)
                #expect(sent == "mmsNotReady")
                #expect(await fetches(machine) == [0])

                // The bearer connects: it comes at once.
                try await modems.connect("lo", accessPoint: "internet")
                #expect(try await machine.nextMultimedia(in: app)["text"] == "One")
                try await machine.tell(app, "go on", ["name": "mms"])
                try await machine.waitUntilAcknowledged()
                #expect(try await machine.sendMultimedia(["to": friend, "text": "Two", "id": "2"], from: app) == "")

                // It goes: nothing leaves any more.
                try await modems.disconnect()
                try await machine.waitForLines { $0.contains(#""ready":false"#) }
                try await machine.send([MultimediaPart(text: "Three")], from: friend)
                try await machine.waitForDownload()
                let fields = ["to": friend, "text": "Four", "id": "4"]
                #expect(try await machine.sendMultimedia(fields, from: app, whenReady: false) == "mmsNotReady")
                #expect(await fetches(machine) == [1, 0])
                #expect(await machine.carrier.snapshot.multimedia.submissions.filter { $0.from == line }.count == 1)

                // ModemManager was restarted; the connection is there at once.
                await modems.objects.vanish()
                let again = try await ModemManagerStandIn(
                    on: .address(machine.busAddress), loop: machine.loop)
                try await again.addModem(iccid: await machine.cards[0].rawValue)
                try await again.connect("lo")
                try await again.objects.appear()
                #expect(try await machine.nextMultimedia(in: app)["text"] == "Three")
                #expect(try await machine.sendMultimedia(fields, from: app) == "")
                await again.objects.vanish()
                try await machine.waitForLines { $0.contains(#""ready":false"#) }
            }
        }

        /// Of PPP ModemManager knows the serial port alone, NetworkManager the interface.
        @Test func networkManagerNamesTheInterface() async throws {
            try await withServices { machine, bundle, modems, network in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                _ = try await machine.report("looping", from: app)
                try await modems.objects.appear()
                try await network.objects.appear()
                try await modems.addModem(iccid: await machine.cards[0].rawValue)
                try await network.addDevice(modem: ModemManagerStandIn.modem(0))
                try await modems.connect("ttyUSB2", method: 1)
                try await machine.send([MultimediaPart(text: "One")], from: friend)
                try await machine.waitForDownload()
                #expect(await fetches(machine) == [0])
                try await network.activate("lo")
                #expect(try await machine.nextMultimedia(in: app)["text"] == "One")
                try await network.deactivate()
                try await machine.waitForLines { $0.contains(#""ready":false"#) }
            }
        }

        /// A connection is its own card's, and no other line's.
        @Test func eachLineHasItsOwn() async throws {
            let lines: [TestMachine.LineSetup] = [.init(), .init(label: "Work", number: "+15550111")]
            try await withServices(lines: lines) { machine, bundle, modems, _ in
                let app = try await machine.launch(bundle)
                let subscriber = try await machine.subscriber(friend)
                try await modems.objects.appear()
                try await modems.addModem(3, iccid: await machine.cards[1].rawValue)
                try await modems.connect("lo", of: 3)
                try await machine.waitForLines { $0.contains(#""ready":true"#) }
                func send(_ label: String, _ id: String) async throws -> String {
                    let fields = ["to": friend, "text": "From \(label)", "line": label, "id": id]
                    return try await machine.sendMultimedia(fields, from: app, whenReady: false)
                }
                let personal = try await send("Personal", "1")
                #expect(personal == "mmsNotReady")
                let work = try await send("Work", "2")
                #expect(work == "")
                let received = try await subscriber.waitForMultimedia(1)
                #expect(received.map(\.from) == ["+15550111"])
            }
        }

        /// With the bus all is gone that was known of connections; what is on the new one counts.
        @Test func theBusIsRestarted() async throws {
            try await withServices { machine, bundle, modems, _ in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                _ = try await machine.report("looping", from: app)
                try await modems.addModem(iccid: await machine.cards[0].rawValue)
                try await modems.connect("lo")
                try await modems.objects.appear()
                try await machine.waitForLines { $0.contains(#""ready":true"#) }
                try await machine.restartBus()
                try await machine.waitForLines { $0.contains(#""ready":false"#) }
                try await machine.send([MultimediaPart(text: "One")], from: friend)
                try await machine.waitForDownload()
                #expect(await fetches(machine) == [0])
                let again = try await ModemManagerStandIn(on: .address(machine.busAddress), loop: machine.loop)
                try await again.objects.appear()
                try await again.addModem(7, iccid: await machine.cards[0].rawValue)
                try await again.connect("lo", of: 7)
                #expect(try await machine.nextMultimedia(in: app)["text"] == "One")
                await again.objects.vanish()
            }
        }

        /// The operator's word wins, also over a connection that is up.
        @Test func theNamedInterfaceIsTheOnlyOne() async throws {
            try await withServices(
                prepare: { await $0.configureMultimedia("interface", "handset-none") }
            ) { machine, bundle, modems, _ in
                let app = try await machine.launch(bundle)
                try await modems.addModem(iccid: await machine.cards[0].rawValue)
                try await modems.connect("lo")
                try await modems.objects.appear()
                await modems.objects.waitForLook()
                let error = try await machine.sendMultimedia(["to": friend, "text": "x"], from: app, whenReady: false)
                #expect(error == "mmsNotReady")
                let table = try await machine.handset("lines").output
                #expect(table.contains("handset-none"), "\(table)")
                #expect(await machine.carrier.snapshot.multimedia.submissions.isEmpty)
            }
        }
    }
}
