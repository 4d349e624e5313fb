import HandsetInterface
import HandsetLines

/// All lines that were ever seen, and the modems that have them now.
///
/// It answers from the store before any modem has spoken: an app that starts with the machine sees its lines.
@ServiceActor
final class LineRegistry {
    let store: Store
    private let configuredLabels: [String: String]
    let modemNames: [String]
    private(set) var records: [LineRecord] = []
    private(set) var statuses: [String: ModemStatus] = [:]
    /// Modems that have calls.
    var voices: Set<String> = []
    private var modems: [String: any Modem] = [:]
    private let saving = WorkQueue()
    private var told: [LineInfo] = []

    /// Something that clients may see has changed.
    var onChange: () -> Void = {}
    /// What multimedia messages are on lines, as things stand when it is called.
    var multimedia: () -> (LineID) -> MultimediaInfo? = { { _ in nil } }

    init(store: Store, labels: [String: String], modemNames: [String]) {
        self.store = store
        configuredLabels = labels
        self.modemNames = modemNames
    }

    func start() async throws(StoreError) { records = try await store.lines() }
    func stop() async { await saving.finished() }
    func use(_ modem: any Modem) { modems[modem.name] = modem }

    // MARK: What is asked

    /// The lines that are here, and those that were here and of which nothing else is known yet.
    var infos: [LineInfo] {
        let multimedia = multimedia()
        return records.filter { record in
            isPresent(record.id) || !record.isGone && modemNames.contains(record.modem ?? "")
        }.map { info($0, multimedia) }
    }

    func isKnown(_ id: String) -> Bool { records.contains { $0.id.rawValue == id } }

    func info(_ id: String) -> LineInfo? {
        records.first { $0.id.rawValue == id }.map { info($0, multimedia()) }
    }

    func imsi(of id: LineID) -> String? { records.first { $0.id == id }?.imsi }

    func registration(of id: LineID) -> Registration { status(of: id)?.line?.registration ?? .unknown }

    /// What others know of lines has changed.
    func refresh() { tell() }

    /// The modem that has the line now.
    func modem(of id: LineID) -> (any Modem)? { status(of: id).flatMap { modems[$0.name] } }

    func modem(named name: String) -> (any Modem)? { modems[name] }

    /// The modem whose SIM serves the line, or waits for its PIN.
    func modemToUnlock(_ id: String) -> (any Modem)? {
        if let modem = modem(of: LineID(rawValue: id)) { return modem }
        // A locked SIM does not tell everything: the line that the modem had last is meant.
        guard let name = records.first(where: { $0.id.rawValue == id })?.modem else { return nil }
        return statuses[name]?.line == nil ? modems[name] : nil
    }

    var modemInfos: [StatusInfo.Modem] {
        modemNames.map { name in
            guard let status = statuses[name] else { return StatusInfo.Modem(name: name) }
            return StatusInfo.Modem(
                name: name, isReachable: status.isReachable, trouble: status.trouble, sim: Self.sim(status.sim),
                line: status.line?.id.rawValue)
        }
    }

    // MARK: What happens

    func setLabel(_ label: String, of id: String) async throws(StoreError) -> Bool {
        // In memory first: whatever else is saved of the line meanwhile has the label too.
        await saving.finished()
        guard let index = records.firstIndex(where: { $0.id.rawValue == id }) else { return false }
        let old = records[index].label
        records[index].label = label
        do throws(StoreError) {
            try await store.save(records[index])
        } catch {
            if let index = records.firstIndex(where: { $0.id.rawValue == id }) { records[index].label = old }
            throw error
        }
        tell()
        return true
    }

    func modemChanged(_ status: ModemStatus) {
        var status = status
        if var line = status.line {
            line.network = line.network?.plainLine
            line.ownNumber = line.ownNumber?.plainLine
            status.line = line
        }
        statuses[status.name] = status
        if let line = status.line { seen(line, in: status.name) }
        if Self.hasSpoken(status) {
            // Another card, or none: what was in this modem before is gone.
            for index in records.indices
            where records[index].modem == status.name && records[index].id != status.line?.id && !records[index].isGone
            {
                records[index].isGone = true
                save(records[index])
            }
        }
        tell()
    }

    /// Whether the modem has said which card it holds.
    private static func hasSpoken(_ status: ModemStatus) -> Bool {
        status.line != nil || (status.isReachable && status.sim == .absent)
    }

    private func seen(_ line: LineState, in modem: String) {
        var record =
            records.first { $0.id == line.id }
            ?? LineRecord(id: line.id, position: (records.map(\.position).max() ?? 0) + 1)
        let old = record
        record.iccid = line.iccid ?? record.iccid
        record.imsi = line.imsi ?? record.imsi
        record.number = line.ownNumber ?? record.number
        if line.registration == .home, let network = line.network { record.network = network }
        record.modem = modem
        record.isGone = false
        if let index = records.firstIndex(where: { $0.id == line.id }) {
            records[index] = record
            if record != old { save(record) }
        } else {
            records.append(record)
            save(record)
        }
    }

    /// In order, but not waited for: a line that is not on the disk yet is told by its modem again.
    private func save(_ record: LineRecord) {
        saving.add { [self] in
            guard let newest = records.first(where: { $0.id == record.id }) else { return }
            try? await store.save(newest)
        }
    }

    private func tell() {
        let now = infos.map { info in
            var info = info
            // A change that nobody could see as bars is not worth waking every client.
            info.signal = info.signal.map { ($0 + 5) / 10 * 10 }
            return info
        }
        guard now != told else { return }
        told = now
        onChange()
    }

    // MARK: Values

    func status(of id: LineID) -> ModemStatus? {
        statuses.values.filter { $0.line?.id == id }.max { a, b in
            (a.line?.canSendSMS == true ? 1 : 0, b.name) < (b.line?.canSendSMS == true ? 1 : 0, a.name)
        }
    }

    func isPresent(_ id: LineID) -> Bool { status(of: id)?.isReachable ?? false }

    private func info(_ record: LineRecord, _ multimedia: (LineID) -> MultimediaInfo?) -> LineInfo {
        let status = status(of: record.id)
        let state = status?.line
        var info = LineInfo(
            id: record.id.rawValue, label: label(of: record), isPresent: isPresent(record.id),
            canSendSMS: isPresent(record.id) && state?.canSendSMS == true, canCall: callObstacle(of: record) == nil,
            iccid: record.iccid, number: record.number,
            registration: state.map { Self.registration($0.registration) }, signal: state?.signal,
            network: state?.network, sim: status.map { Self.sim($0.sim) }, modem: status?.name)
        info.region = region(of: record)
        info.multimedia = multimedia(record.id)
        return info
    }

    /// The person's word, the operator's, the home network's, or a number; no two alike.
    func label(of record: LineRecord) -> String {
        if let label = record.label ?? configuredLabels[record.id.rawValue] { return label }
        guard let network = record.network else { return "Line \(record.position)" }
        let before = records.count { $0.network == network && $0.label == nil && $0.position < record.position }
        return before == 0 ? network : "\(network) \(before + 1)"
    }

    private static func registration(_ registration: Registration) -> LineInfo.Registration {
        switch registration {
        case .home: .home
        case .roaming: .roaming
        case .searching: .searching
        case .denied: .denied
        case .notRegistered: .notRegistered
        case .unknown: .unknown
        }
    }

    static func sim(_ sim: SIMState) -> LineInfo.SIM {
        switch sim {
        case .ready: .ready
        case .pinRequired: .pinRequired
        case .pukRequired: .pukRequired
        case .absent: .absent
        case .unknown, .otherCodeRequired: .unknown
        }
    }
}
