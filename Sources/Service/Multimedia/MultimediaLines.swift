import HandsetInterface
import HandsetLines

/// What multimedia messages are on each line: the operator's word, else what is known of its carrier.
@ServiceActor
final class MultimediaLines {
    private let lines: LineRegistry
    private let options: [String: LineOptions]
    private let connections: ConfiguredConnections
    /// By IMSI; nil where the list knows nothing.
    private var known: [String: ProviderEntry?] = [:]
    private let asking = WorkQueue()
    private let providerPath: String

    /// Settings or a connection came or went.
    var onChange: () -> Void = {}

    init(lines: LineRegistry, options: [String: LineOptions], providerPath: String = ProviderDirectory.path) {
        self.lines = lines
        self.options = options
        self.providerPath = providerPath
        connections = ConfiguredConnections { Self.options(of: $0, in: options).multimedia }
    }

    func start() {
        connections.onChange = { [weak self] in self?.onChange() }
        let hasInterface = options.values.contains { $0.multimedia.interface.map { $0 != "*" } ?? false }
        if hasInterface { connections.start() }
    }

    func stop() async {
        connections.stop()
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
    func path(of line: LineID) -> DataPath? { lines.isPresent(line) ? connections.path(of: line) : nil }

    /// Nil where nobody knows the line's MMSC.
    func settings(of line: LineID) -> MultimediaSettings? {
        let options = options(of: line)
        // Without an interface there is no way, whatever the list says.
        guard options.interface != nil else { return nil }
        let entry = lines.imsi(of: line).flatMap { provider(imsi: $0) }
        var settings: MultimediaSettings
        if let mmsc = options.mmsc {
            settings = MultimediaSettings(mmsc: mmsc, proxy: options.proxy, accessPoint: entry?.accessPoint)
        } else if let entry {
            settings = MultimediaSettings(
                mmsc: entry.mmsc, proxy: options.proxy ?? entry.proxy, accessPoint: entry.accessPoint)
        } else {
            return nil
        }
        settings.maximumSize = options.maximumSize ?? settings.maximumSize
        settings.maximumRecipients = options.maximumRecipients ?? settings.maximumRecipients
        settings.appendsTransactionID = options.appendsTransactionID ?? false
        settings.userAgent = options.userAgent ?? settings.userAgent
        settings.profile = options.profile
        return settings
    }

    func info(of line: LineID) -> MultimediaInfo? {
        guard let settings = settings(of: line) else { return nil }
        return MultimediaInfo(
            isReady: path(of: line) != nil, maximumSize: Self.contentLimit(settings),
            maximumRecipients: settings.maximumRecipients, maximumSubject: settings.maximumSubject,
            maximumImageWidth: settings.maximumImageWidth, maximumImageHeight: settings.maximumImageHeight)
    }

    /// What is left of the carrier's limit for what a person puts in: fields, parts' headers and presentation need the rest.
    static func contentLimit(_ settings: MultimediaSettings) -> Int {
        settings.maximumSize - min(8_192, settings.maximumSize / 8)
    }

    // MARK: The list

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
