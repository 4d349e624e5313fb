internal import HandsetMMS
import HandsetPlatform
import HandsetSMS

/// The MMSCs of all networks: they take messages over MM1 and from subscribers, keep them for lines until they are fetched,
/// and report what became of them (OMA-TS-MMS_ENC-V1_3, 6).
final class MultimediaCentre {
    /// A message that a line has not acknowledged.
    final class Stored {
        let message: Message
        let recipient: String
        let transactionID: String
        /// Path and query of the request that fetches it.
        let path: String
        /// As the notification has it.
        let location: String
        var state = MultimediaWaiting.State.pushed
        var fetches = 0
        var expiry: Timeline.Token?

        init(message: Message, recipient: String, transactionID: String, path: String, location: String) {
            self.message = message
            self.recipient = recipient
            self.transactionID = transactionID
            self.path = path
            self.location = location
        }
    }

    /// A message that was taken.
    struct Message {
        var id: String
        var network: NetworkID
        var from: String
        var to: [MMSAddress]
        var cc: [MMSAddress]
        var subject: EncodedString?
        var body: MMSBody
        var date: UInt64
        var wantsDeliveryReport: Bool
        var wantsReadReport: Bool
        var size: Int
    }

    unowned let world: World
    private var habits: [NetworkID: MultimediaHabits] = [:]
    private var faults: [NetworkID: [(fault: MultimediaFault, remaining: Int)]] = [:]
    private var servers: [String: MultimediaServer] = [:]
    private(set) var stored: [Stored] = []
    private(set) var submissions: [SubmittedMultimedia] = []
    private(set) var received: [String: [ReceivedMultimedia]] = [:]
    private(set) var reports: [String: [MultimediaReport]] = [:]
    /// What clients posted, the newest at the end.
    private(set) var posted: [[UInt8]] = []
    private var lastNumber = 0

    init(world: World) { self.world = world }

    func shutDown() {
        for server in servers.values { server.close() }
        servers = [:]
    }

    // MARK: Settings

    func habits(of network: NetworkID) -> MultimediaHabits { habits[network] ?? MultimediaHabits() }
    func setHabits(_ new: MultimediaHabits, of network: NetworkID) { habits[network] = new }

    func arm(_ fault: MultimediaFault, times: Int, network: NetworkID) {
        if times > 0 { faults[network, default: []].append((fault, times)) }
    }

    func clearFaults(network: NetworkID) { faults[network] = nil }

    var faultsArmed: Int { faults.values.reduce(0) { $0 + $1.count } }

    func takeFault(_ request: MultimediaFault.Request, network: NetworkID) -> MultimediaFault.Kind? {
        guard var armed = faults[network],
            let index = armed.firstIndex(where: { $0.fault.request == request || $0.fault.request == .any })
        else { return nil }
        let kind = armed[index].fault.kind
        armed[index].remaining -= 1
        if armed[index].remaining == 0 { armed.remove(at: index) }
        faults[network] = armed
        world.changed()
        return kind
    }

    /// The line's door, opened when it is first asked for.
    func server(of card: SIMCard) throws(CarrierError) -> MultimediaServer {
        let number = card.configuration.number
        if let server = servers[number] { return server }
        do throws(SystemError) {
            let server = try MultimediaServer(party: number, loop: world.loop) {
                [weak self, weak card] request, exchange in
                guard let self, let card else { return exchange.cut() }
                serve(request, of: card, exchange)
            }
            servers[number] = server
            return server
        } catch {
            throw .portFailed(error.description)
        }
    }

    /// The name by which the MMSC is asked for through the proxy: no server knows it (RFC 2606).
    static func host(of network: NetworkID) -> String { "mmsc.\(network.rawValue).example" }

    func authority(of card: SIMCard) throws(CarrierError) -> String {
        let network = card.configuration.network
        let server = try server(of: card)
        return habits(of: network).wantsProxy ? Self.host(of: network) : "127.0.0.1:\(server.port)"
    }

    // MARK: Taking messages

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    var now: UInt64 { UInt64(max(0, world.timeline.now.wholeSeconds)) }

    /// The offer that a client repeats.
    func repeated(_ transactionID: String, from sender: String) -> String? {
        guard
            let index = submissions.lastIndex(where: { $0.transactionID == transactionID && $0.from == sender })
        else { return nil }
        submissions[index].offers += 1
        return submissions[index].messageID
    }

    func notePosted(_ octets: [UInt8]) {
        posted.append(octets)
        if posted.count > 1_000 { posted.removeFirst() }
    }

    func note(_ submission: SubmittedMultimedia) {
        submissions.append(submission)
        world.changed()
    }

    /// Hands a message to everybody whom it names, those without a number among them left out.
    ///
    /// - Returns: the numbers that nobody has.
    func relay(_ message: Message, to recipients: [MMSAddress]) -> [String] {
        var unknown: [String] = []
        for address in recipients {
            let number = resolve(address, on: message.network)
            switch number.flatMap({ world.destination($0) }) {
            case .card(let card): keep(message, for: card)
            case .subscriber(let subscriber): give(message, to: subscriber)
            case nil: unknown.append(number ?? address.value)
            }
        }
        world.changed()
        return unknown
    }

    func resolve(_ address: MMSAddress, on network: NetworkID) -> String? {
        switch address {
        case .phoneNumber, .shortCode:
            guard let network = world.networks[network] else { return nil }
            return world.resolve(address.value, on: network)
        default: return nil
        }
    }

    private func give(_ message: Message, to subscriber: Subscriber) {
        let parts = message.body.parts.filter { !$0.contentType.mediaType.isNamed("application/smil") }
        let received = ReceivedMultimedia(
            messageID: message.id, from: message.from, recipients: (message.to + message.cc).map(\.value),
            subject: message.subject?.text,
            parts: parts.map { part in
                MultimediaPart(type: part.contentType.mediaType.name, name: part.name ?? "", data: part.data)
            }, hasPresentation: parts.count < message.body.parts.count)
        self.received[subscriber.number, default: []].append(received)
        if message.wantsDeliveryReport { report(.retrieved, of: message, by: subscriber.number) }
        guard let answer = answer(of: subscriber, to: received) else { return }
        world.timeline.schedule(after: subscriber.replyDelay) { [weak self, weak subscriber] in
            guard let self, let subscriber else { return }
            let others = Set([received.from] + received.recipients).subtracting([subscriber.number])
            _ = try? send(answer, subject: received.subject, from: subscriber.number, to: others.sorted())
        }
    }

    /// Who echoes sends the parts back, to the whole group; who answers sends a text.
    private func answer(of subscriber: Subscriber, to message: ReceivedMultimedia) -> [MultimediaPart]? {
        if case .echo = subscriber.behaviour { return message.parts }
        return subscriber.answer(to: message.parts.compactMap(\.text).joined()).map { [MultimediaPart(text: $0)] }
    }

    /// Sends a message of a scripted subscriber.
    func send(
        _ parts: [MultimediaPart], subject: String? = nil, from sender: String, to recipients: [String],
        wantsReport: Bool = false
    ) throws(CarrierError) -> String {
        let network = try world.subscriber(sender).configuration.network
        guard !recipients.isEmpty else { throw .invalid("recipients: none") }
        let made = parts.map { part in
            part.text.map { MMSPart(text: $0, name: part.name) }
                ?? MMSPart(MediaType(part.type), name: part.name, data: part.data)
        }
        let body = MMSBody(presentation: MMSPresentation(showing: made), parts: made)
        let transactionID = "S\(nextNumber())"
        let addresses = recipients.map { MMSAddress.phoneNumber($0) }
        let request = MMSSendRequest(
            transactionID: TextValue(transactionID), to: addresses,
            from: .address(.phoneNumber(sender)), subject: subject, date: now, body: body)
        let octets = request.encoded()
        let message = Message(
            id: newMessageID(network), network: network, from: sender, to: addresses, cc: [],
            subject: request.subject, body: body, date: now, wantsDeliveryReport: wantsReport,
            wantsReadReport: wantsReport, size: octets.count)
        note(
            SubmittedMultimedia(
                messageID: message.id, from: sender, recipients: recipients, transactionID: transactionID, offers: 1,
                octets: octets))
        _ = relay(message, to: addresses)
        return message.id
    }

    func newMessageID(_ network: NetworkID) -> String { "m\(nextNumber())@\(Self.host(of: network))" }

    // MARK: Keeping them for lines

    private func keep(_ message: Message, for card: SIMCard) {
        guard let authority = try? authority(of: card) else { return }
        let habits = habits(of: card.configuration.network)
        let number = nextNumber()
        let transactionID = "T\(number)"
        // As odd as some carriers' are: whoever takes it apart and puts it together loses it.
        let base = habits.appendsTransactionID ? "/m1?t=" : "/m1?4stJ4iiQ684_Z_/4u1_~4/_/~\(transactionID)"
        let path = habits.appendsTransactionID ? base + transactionID : base
        let item = Stored(
            message: message, recipient: card.configuration.number, transactionID: transactionID, path: path,
            location: "http://\(authority)\(base)")
        stored.append(item)
        item.expiry = world.timeline.schedule(after: habits.retention) { [weak self] in self?.expire(item) }
        for _ in 0..<(habits.duplicatesPushes ? 2 : 1) { push(item, habits) }
    }

    func pushAgain(_ recipient: String) {
        for item in stored where item.recipient == recipient && [.pushed, .deferred, .fetched].contains(item.state) {
            guard case .card(let card)? = world.destination(recipient) else { continue }
            push(item, habits(of: card.configuration.network))
        }
    }

    private func push(_ item: Stored, _ habits: MultimediaHabits) {
        let notification = MMSNotification(
            transactionID: TextValue(item.transactionID), contentLocation: TextValue(item.location),
            from: .phoneNumber(item.message.from), subject: item.message.subject?.text,
            messageSize: UInt64(item.message.size), expiry: .relative(UInt64(max(1, habits.retention.wholeSeconds))),
            version: habits.version)
        push(notification, to: item.recipient)
    }

    /// Pushes a PDU to a line: as many data messages as it takes, to the port of WAP (WAP-259-WDP, clause 6.5).
    func push(_ pdu: some MMSProtocolDataUnit, to recipient: String) {
        let number = nextNumber()
        push(WAPPush(transactionID: UInt8(truncatingIfNeeded: number), pdu: pdu).encoded(), to: recipient, number)
    }

    func push(_ octets: [UInt8], to recipient: String, _ number: Int) {
        guard case .card(let card)? = world.destination(recipient), let network = world.homeNetwork(of: card),
            let sender = address(of: network.configuration.serviceCentre)
        else { return }
        let ports = ApplicationPorts(destination: WAPPush.destinationPort, source: WAPPush.sourcePort)
        let room = octets.count <= 133 ? 133 : 128
        let total = (octets.count + room - 1) / room
        for part in 0..<total {
            var elements = [ports.element]
            if total > 1 {
                let place = Concatenation(
                    reference: UInt16(number & 0xFF), part: UInt8(clamping: part + 1), total: UInt8(clamping: total))
                elements.append(place.element)
            }
            let data = Array(octets[(part * room)..<min((part + 1) * room, octets.count)])
            guard let userData = UserData(data: data, header: UserDataHeader(elements)) else { return }
            let deliver = Deliver(
                originatingAddress: sender, timestamp: network.timestamp(world.timeline.now), userData: userData)
            world.serviceCentre.accept(
                StoredItem(
                    message: world.log.newMessage(), network: network, kind: .push, sender: sender.value,
                    tpdu: deliver.encoded(), acceptedAt: world.timeline.now, validity: .seconds(2 * 86_400)),
                for: recipient)
        }
    }

    private func expire(_ item: Stored) {
        guard [.pushed, .deferred, .fetched].contains(item.state) else { return }
        move(item, to: .expired)
        if item.message.wantsDeliveryReport { report(.expired, of: item.message, by: item.recipient) }
    }

    func move(_ item: Stored, to state: MultimediaWaiting.State) {
        item.state = state
        if [.acknowledged, .rejected, .expired].contains(state) { world.timeline.cancel(item.expiry) }
        world.changed()
    }

    var waiting: [MultimediaWaiting] {
        stored.map { item in
            MultimediaWaiting(
                messageID: item.message.id, recipient: item.recipient, transactionID: item.transactionID,
                state: item.state, fetches: item.fetches)
        }
    }

    // MARK: Reports

    func report(_ status: MMSStatus, of message: Message, by recipient: String) {
        let delivery = MMSDelivery(
            messageID: TextValue(message.id), to: .phoneNumber(recipient), date: now, status: status)
        tell(message.from, delivery, of: message.id, by: recipient, status.name ?? "")
    }

    func report(_ status: MMSReadStatus, of messageID: String, by recipient: String) {
        guard let sender = submissions.first(where: { $0.messageID == messageID })?.from else { return }
        let read = MMSReadOriginator(
            messageID: TextValue(messageID), from: .phoneNumber(recipient), to: .phoneNumber(sender), date: now,
            status: status)
        tell(sender, read, of: messageID, by: recipient, status.name ?? "")
    }

    private func tell(
        _ sender: String, _ pdu: some MMSProtocolDataUnit, of messageID: String, by recipient: String, _ word: String
    ) {
        if case .card? = world.destination(sender) {
            push(pdu, to: sender)
        } else {
            reports[sender, default: []].append(
                MultimediaReport(messageID: messageID, recipient: recipient, status: word))
        }
        world.changed()
    }
}
