import HandsetLines
import HandsetPlatform

/// The data connection of each line: the interface that the operator names, else what the machine's network services have made for the
/// line's card. Never another.
@ServiceActor
final class LineConnections {
    /// How it stands with a line.
    enum Standing: Hashable, Sendable {
        case up(DataPath)
        /// The interface is not there, is down or has no address.
        case down(interface: String, isConfigured: Bool)
        case none
    }

    private let options: (LineID) -> MultimediaOptions
    private let data: (any DataCapability)?
    private let isInterfaceNamed: Bool
    private let readUp: () -> Set<String>
    private var connections: [LineID: [DataConnection]] = [:]
    private var watch: LinkWatch?
    private let running = WorkQueue()
    private var isStopped = false

    /// A connection came or went.
    var onChange: () -> Void = {}

    /// - Parameters:
    ///   - isInterfaceNamed: whether the operator names an interface for any line.
    ///   - up: the interfaces that are up and have an address.
    init(
        _ options: @escaping (LineID) -> MultimediaOptions, isInterfaceNamed: Bool, data: (any DataCapability)?,
        up: @escaping () -> Set<String> = LinkWatch.interfacesUp
    ) {
        self.options = options
        self.isInterfaceNamed = isInterfaceNamed
        self.data = data
        readUp = up
    }

    func start() {
        if isInterfaceNamed { watchLinks() }
        guard let data else { return }
        running.add { [weak self] in
            await data.start { @ServiceActor [weak self] in self?.changed($0) }
        }
    }

    func probe() async { await data?.probe() }

    func stop() async {
        isStopped = true
        await running.finished()
        await data?.stop()
        watch?.close()
        watch = nil
    }

    private func changed(_ connections: [LineID: [DataConnection]]) {
        guard !isStopped, connections != self.connections else { return }
        self.connections = connections
        // Before anybody asks: it may come while they do.
        awaitInterfaces()
        onChange()
    }

    /// What the kernel says wakes us, so it is listened to only while an interface may come or go that others do not tell of.
    private func watchLinks() {
        guard watch == nil, !isStopped else { return }
        watch = LinkWatch(loop: ServiceActor.loop) { [weak self] in self?.linksChanged() }
    }

    private func linksChanged() {
        onChange()
        guard !isInterfaceNamed, !isOneDown else { return }
        watch?.close()
        watch = nil
    }

    var isListening: Bool { watch != nil }

    private var isOneDown: Bool {
        let up = up()
        return connections.values.joined().contains { $0.path.interface.map { !up.contains($0) } ?? false }
    }

    /// Whoever makes a connection does not tell when its interface has its address: the kernel does.
    func awaitInterfaces() {
        if isOneDown { watchLinks() }
    }

    /// The interfaces of this moment, for questions about several lines.
    func up() -> InterfacesUp { InterfacesUp(readUp) }

    /// Only a question: it changes nothing, and nobody is told later.
    func standing(of line: LineID, accessPoint: String?, _ up: InterfacesUp? = nil) -> Standing {
        let up = up ?? self.up()
        let options = options(line)
        if options.interface == "*" { return .up(DataPath(interface: nil, nameServers: options.nameServers ?? [])) }
        if let interface = options.interface {
            guard up.contains(interface) else { return .down(interface: interface, isConfigured: true) }
            return .up(DataPath(interface: interface, nameServers: options.nameServers ?? []))
        }
        guard
            var path = DataConnection.best(of: connections[line] ?? [], accessPoint: accessPoint)?.path,
            let interface = path.interface
        else { return .none }
        guard up.contains(interface) else { return .down(interface: interface, isConfigured: false) }
        path.nameServers = options.nameServers ?? path.nameServers
        return .up(path)
    }
}
