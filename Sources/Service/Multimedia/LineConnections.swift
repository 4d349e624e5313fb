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
    private let isUp: (String) -> Bool
    private var connections: [LineID: [DataConnection]] = [:]
    private var watch: LinkWatch?
    /// Whether somebody has been told of an interface that is down since the kernel last spoke.
    private var isWaiting = false
    private let running = WorkQueue()
    private var isStopped = false

    /// A connection came or went.
    var onChange: () -> Void = {}

    /// - Parameters:
    ///   - isInterfaceNamed: whether the operator names an interface for any line.
    ///   - isUp: whether an interface is up and has an address.
    init(
        _ options: @escaping (LineID) -> MultimediaOptions, isInterfaceNamed: Bool, data: (any DataCapability)?,
        isUp: @escaping (String) -> Bool = LinkWatch.isUp
    ) {
        self.options = options
        self.isInterfaceNamed = isInterfaceNamed
        self.data = data
        self.isUp = isUp
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
        onChange()
    }

    /// What the kernel says wakes us, so it is listened to only while an interface may come or go that others do not tell of.
    private func watchLinks() {
        guard watch == nil, !isStopped else { return }
        watch = LinkWatch(loop: ServiceActor.loop) { [weak self] in self?.linksChanged() }
    }

    private func linksChanged() {
        isWaiting = false
        onChange()
        guard !isInterfaceNamed, !isWaiting else { return }
        watch?.close()
        watch = nil
    }

    func standing(of line: LineID, accessPoint: String?) -> Standing {
        let options = options(line)
        if options.interface == "*" { return .up(DataPath(interface: nil, nameServers: options.nameServers ?? [])) }
        if let interface = options.interface {
            guard isUp(interface) else { return .down(interface: interface, isConfigured: true) }
            return .up(DataPath(interface: interface, nameServers: options.nameServers ?? []))
        }
        guard
            var path = DataConnection.best(of: connections[line] ?? [], accessPoint: accessPoint)?.path,
            let interface = path.interface
        else { return .none }
        if !isUp(interface) {
            // Whoever made the connection does not tell when the interface has its address.
            isWaiting = true
            watchLinks()
            // It may have come before the kernel was listened to.
            guard isUp(interface) else { return .down(interface: interface, isConfigured: false) }
        }
        path.nameServers = options.nameServers ?? path.nameServers
        return .up(path)
    }
}
