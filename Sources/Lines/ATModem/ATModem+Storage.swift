import HandsetAT
import HandsetLines
import HandsetPlatform

extension ATModem {
    /// Entries of a `+CMGL` that has not ended, in their order.
    struct Listing {
        var entries: [Entry] = []
        var next = 0
        var hasEnded = false
    }

    struct Entry {
        var header: ResponseLine.Code
        var pdu: [UInt8]?
    }

    /// More entries than any storage holds.
    private static let listingLimit = 65_536
    /// Octets of a command line's body that every modem takes (ITU-T V.250, clause 5.2.1).
    private static let commandBody = 40

    // MARK: Everything

    /// Hands over all that waits in every storage, and deletes what has been stored by the owner.
    func drain() async {
        let storages: [String?] = messaging.storages.isEmpty ? [nil] : messaging.storages.map { $0 }
        for storage in storages { await drain(storage) }
        if retryDue == nil { fruitlessLooks = 0 }
        status.trouble = messaging.trouble ?? fullStorage
        // Messages arrive in one storage; leave it selected, so that a notice costs no selection.
        if let first = messaging.storages.first { _ = await select(first) }
    }

    private func drain(_ storage: String?) async {
        let generation = cardGeneration
        guard let line = status.line?.id, await select(storage), generation == cardGeneration else { return }
        listing = Listing()
        var request = ATRequest([.extended("+CMGL", .set([.number(4)]))], patience: configuration.times.slowCommand)
        request.expectation.hasBodies = true
        request.onInformation = { code, pdu in
            if self.listing.entries.count < Self.listingLimit {
                self.listing.entries.append(Entry(header: code, pdu: pdu))
            }
            self.wakeListing()
        }
        let lister = Task { [request] in
            let answer = await self.run(request)
            self.listing.hasEnded = true
            self.wakeListing()
            return answer
        }
        // Storing overlaps with the line's own time; deleting has to wait for the modem to be done.
        var stored: [Int] = []
        var damaged: [Int] = []
        var listed = 0
        while let entry = await nextEntry() {
            listed += 1
            guard generation == cardGeneration, let header = try? StoredMessage(listed: entry.header),
                let index = header.index, header.isReceived
            else { continue }
            if let pdu = entry.pdu, let octets = PDULine.decode(pdu, length: header.length) {
                if await store(octets, on: line), stored.last != index { stored.append(index) }
            } else {
                damaged.append(index)
            }
        }
        if await lister.value.mayPass { lookAgain(draining: true) }
        listing = Listing()
        await delete(stored, generation)
        for index in damaged where await read(index, on: line, generation) { stored.append(index) }
        messaging.kept[storage ?? ""] = listed - stored.count
    }

    /// What a person can do nothing about but should know: nothing new fits, and the network keeps it.
    private var fullStorage: String? {
        let isFull = messaging.kept.contains { storage, kept in
            messaging.capacities[storage].map { $0 > 0 && kept >= $0 } ?? false
        }
        return isFull ? "a message storage of the modem is full: new messages wait in the network" : nil
    }

    private func nextEntry() async -> Entry? {
        while true {
            if listing.next < listing.entries.count {
                defer { listing.next += 1 }
                return listing.entries[listing.next]
            }
            listing.entries.removeAll(keepingCapacity: true)
            listing.next = 0
            if listing.hasEnded { return nil }
            await withCheckedContinuation { listingWaiter = $0 }
        }
    }

    private func wakeListing() {
        listingWaiter?.resume()
        listingWaiter = nil
    }

    // MARK: One message

    /// Reads messages that the modem told of. Many in one storage are cheaper listed.
    func read(_ places: [UnsolicitedCode.StoragePlace]) async {
        let generation = cardGeneration
        for (storage, places) in Dictionary(grouping: places, by: \.storage).sorted(by: { $0.key < $1.key }) {
            if places.count > 3 {
                await drain(storage)
                continue
            }
            guard let line = status.line?.id, await select(storage), generation == cardGeneration else { continue }
            for place in places { _ = await read(place.index, on: line, generation) }
        }
    }

    /// Reads, hands over, deletes. Whether the message is on disk. One that twice is not what its header says is handed over as it
    /// came.
    private func read(_ index: Int, on line: LineID, _ generation: Int) async -> Bool {
        guard generation == cardGeneration else { return false }
        var request = ATRequest([.extended("+CMGR", .set([.number(index)]))], patience: configuration.times.slowCommand)
        request.expectation.hasBodies = true
        for attempt in 1...2 {
            let answer = await run(request)
            if answer.mayPass { lookAgain(draining: true) }
            // An empty place: somebody was faster. A modem that fails keeps the message for the next probe.
            guard answer.isOK, let entry = answer.information.first, let code = entry.code else { return false }
            let header = StoredMessage(read: code)
            guard header.isReceived, generation == cardGeneration else { return false }
            if let pdu = entry.line,
                let octets = PDULine.decode(pdu, length: header.length) ?? (attempt == 2 ? pdu.raw : nil)
            {
                guard await store(octets, on: line) else { return false }
                await delete([index], generation)
                return true
            }
        }
        return false
    }

    // MARK: Steps

    /// Makes `storage` the one that listing, reading and deleting use (`+CPMS`, 3GPP TS 27.005, clause 3.2.2).
    private func select(_ storage: String?) async -> Bool {
        guard let storage, storage != messaging.selected else { return true }
        let answer = await run(
            .extended("+CPMS", .set([.string(storage)])), patience: configuration.times.slowCommand)
        if answer.mayPass { lookAgain(draining: true) }
        messaging.selected = answer.isOK ? storage : nil
        messaging.note(answer, of: storage)
        return answer.isOK
    }

    /// Gives octets to the owner. Whether they are on disk.
    func store(_ octets: [UInt8], on line: LineID) async -> Bool {
        FaultPoint.pass("modem.read")
        do {
            try await owner.received(.tpdu(octets), on: line)
        } catch {
            return false
        }
        FaultPoint.pass("modem.stored")
        return true
    }

    /// Deletes messages that are on disk (`+CMGD`, 3GPP TS 27.005, clause 3.5.4), by index: the forms that delete all of
    /// a kind would take what the listing did not bring.
    private func delete(_ indexes: [Int], _ generation: Int) async {
        var rest = indexes[...]
        while !rest.isEmpty {
            var group: [Int] = []
            var length = 0
            while let index = rest.first {
                length += "+CMGD=;".utf8.count + String(index).utf8.count
                if !group.isEmpty, length - 1 > Self.commandBody { break }
                group.append(index)
                rest = rest.dropFirst()
            }
            guard generation == cardGeneration else { return }
            let commands = group.map { Command.extended("+CMGD", .set([.number($0)])) }
            let answer = await run(commands, patience: configuration.times.slowCommand)
            if !answer.isOK, group.count > 1 {
                // The rest of a line is not run after a failure (ITU-T V.250, clause 5.8).
                for command in commands where generation == cardGeneration {
                    _ = await run(command, patience: configuration.times.slowCommand)
                }
            }
            FaultPoint.pass("modem.deleted")
        }
    }
}

extension [UInt8] {
    /// A PDU line that is not what its header says, as octets: decoded where it is hexadecimal.
    var raw: [UInt8] { Hex.decode(self) ?? self }
}
