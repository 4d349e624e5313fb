import HandsetInterface
import HandsetLines
import HandsetMMSTransport
import HandsetPlatform

/// Multimedia messages of all lines: what is fetched, what is sent, and who is asked for what.
@ServiceActor
final class Multimedia {
    let lines: MultimediaLines
    let inbox: MultimediaInbox
    let outbox: MultimediaOutbox
    let reader: MultimediaReader
    private let ownNumbers: OwnNumbers
    private let transport = MMSTransport(loop: ServiceActor.loop)

    init(
        store: Store, registry: LineRegistry, options: [String: LineOptions], data: (any DataCapability)?,
        outbox: Outbox,
        now: @escaping @Sendable () -> Int64
    ) {
        let lines = MultimediaLines(lines: registry, options: options, data: data)
        let ownNumbers = OwnNumbers(store: store, registry: registry, lines: lines)
        self.lines = lines
        self.ownNumbers = ownNumbers
        inbox = MultimediaInbox(
            store: store, lines: lines, ownNumbers: ownNumbers, transport: transport,
            registration: { registry.registration(of: $0) }, now: now)
        self.outbox = MultimediaOutbox(
            store: store, lines: lines, ownNumbers: ownNumbers, transport: transport, outbox: outbox, now: now)
        reader = MultimediaReader(store: store, inbox: inbox)
        registry.multimedia = {
            let up = lines.interfacesUp()
            return { lines.info(of: $0, up) }
        }
        lines.onChange = { [inbox] in
            registry.refresh()
            inbox.wake()
        }
    }

    func start() async {
        await ownNumbers.start()
        lines.start()
        inbox.wake()
    }

    func probe() async {
        await lines.probe()
        inbox.probe()
        await outbox.queue.probe()
    }

    func stop() async {
        await outbox.queue.stop()
        await transport.close()
        await inbox.stop()
        await lines.stop()
    }
}
