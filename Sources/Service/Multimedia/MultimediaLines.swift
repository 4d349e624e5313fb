import HandsetInterface
import HandsetLines

/// What multimedia messages are on each line: the operator's word, else what is known of its carrier.
@ServiceActor
final class MultimediaLines {
    private let lines: LineRegistry
    private let options: [String: LineOptions]
    private let connections: LineConnections
    /// By IMSI; nil where the list knows nothing.
    private var known: [String: ProviderEntry?] = [:]
    private let asking = WorkQueue()
    private let providerPath: String

    /// Settings or a connection came or went.
    var onChange: () -> Void = {}

    init(
        lines: LineRegistry, options: [String: LineOptions], data: (any DataCapability)? = nil,
        providerPath: String = ProviderDirectory.path
    ) {
        self.lines = lines
        self.options = options
        self.providerPath = providerPath
        connections = LineConnections(
            { Self.options(of: $0, in: options).multimedia },
            isInterfaceNamed: options.values.contains { $0.multimedia.interface.map { $0 != "*" } ?? false },
            data: data)
    }

    func start() {
        connections.onChange = { [weak self] in self?.onChange() }
        connections.start()
    }

    func probe() async { await connections.probe() }

    func stop() async {
        await connections.stop()
        await asking.finished()
    }

    // MARK: What is asked

    /// The options of a line, those of every line where it has none of its own.
    private static func options(of line: LineID, in all: [String: LineOptions]) -> LineOptions {
        all[line.rawValue] ?? all["*"] ?? LineOptions()
    }

    func options(of line: LineID) -> MultimediaOptions { Self.options(of: line, in: options).multimedia }

    /// The line's own number: the operator's word, else the SIM's or the network's.
    func ownNumber(of line: LineID) -> String? {
        Self.options(of: line, in: options).number ?? lines.info(line.rawValue)?.number
    }

    /// Nil also while no modem has the line: its interface may serve another card then.
    func path(of line: LineID) -> DataPath? {
        guard lines.isPresent(line) else { return nil }
        if case .up(let path) = standing(of: line) { return path }
        // Who wants it is woken when it comes; it may have come before the kernel was listened to.
        connections.awaitInterfaces()
        guard case .up(let path) = standing(of: line) else { return nil }
        return path
    }

    /// The interfaces of this moment, for questions about several lines.
    func interfacesUp() -> InterfacesUp { connections.up() }

    private func standing(of line: LineID, _ up: InterfacesUp? = nil) -> LineConnections.Standing {
        connections.standing(
            of: line, accessPoint: options(of: line).accessPoint ?? provider(of: line)?.accessPoint, up)
    }

    /// Why nothing of a line can be asked for now, and what to do; nil when it can.
    func obstacle(of line: LineID, _ up: InterfacesUp? = nil) -> String? {
        guard settings(of: line) != nil else {
            return "The MMSC of the line's carrier is not known: name it in config.json (docs/mms.md)."
        }
        guard lines.isPresent(line) else { return "The line's SIM is in no modem that answers." }
        switch standing(of: line, up) {
        case .up: return nil
        case .down(let interface, true):
            return "The interface \(interface), which config.json names for the line, is not up or has no address."
        case .down(let interface, false):
            return "The interface \(interface) of the line's data connection is not up or has no address."
        case .none:
            return
                "The line has no data connection: connect mobile data in the desktop's settings, or name an interface "
                + "in config.json (docs/mms.md)."
        }
    }

    /// Nil where nobody knows the line's MMSC.
    func settings(of line: LineID) -> MultimediaSettings? {
        let options = options(of: line)
        let entry = provider(of: line)
        var settings: MultimediaSettings
        if let mmsc = options.mmsc {
            settings = MultimediaSettings(mmsc: mmsc, proxy: options.proxy, accessPoint: entry?.accessPoint)
        } else if let entry {
            settings = MultimediaSettings(
                mmsc: entry.mmsc, proxy: options.proxy ?? entry.proxy, accessPoint: entry.accessPoint)
        } else {
            return nil
        }
        settings.accessPoint = options.accessPoint ?? settings.accessPoint
        settings.maximumSize = options.maximumSize ?? settings.maximumSize
        settings.maximumRecipients = options.maximumRecipients ?? settings.maximumRecipients
        settings.appendsTransactionID = options.appendsTransactionID ?? false
        settings.userAgent = options.userAgent ?? settings.userAgent
        settings.profile = options.profile
        return settings
    }

    func info(of line: LineID, _ up: InterfacesUp? = nil) -> MultimediaInfo? {
        guard let settings = settings(of: line) else { return nil }
        let obstacle = obstacle(of: line, up)
        return MultimediaInfo(
            isReady: obstacle == nil, obstacle: obstacle, maximumSize: Self.contentLimit(settings),
            maximumRecipients: settings.maximumRecipients, maximumSubject: settings.maximumSubject,
            maximumImageWidth: settings.maximumImageWidth, maximumImageHeight: settings.maximumImageHeight)
    }

    /// What is left of the carrier's limit for what a person puts in: fields, parts' headers and presentation need the rest.
    static func contentLimit(_ settings: MultimediaSettings) -> Int {
        settings.maximumSize - min(8_192, settings.maximumSize / 8)
    }

    // MARK: The list

    private func provider(of line: LineID) -> ProviderEntry? { lines.imsi(of: line).flatMap { provider(imsi: $0) } }

    private func provider(imsi: String) -> ProviderEntry? {
        if let entry = known[imsi] { return entry }
        known[imsi] = .some(nil)
        asking.add { [self] in
            guard let entry = await ProviderDirectory(path: providerPath).entry(imsi: imsi) else { return }
            known[imsi] = entry
            onChange()
        }
        return nil
    }
}
