/// A process of an app, and when it began: of two, the newer holds the queue.
struct ClientProcess: Hashable, Comparable, Sendable {
    /// When the process started, in any unit that is the same for all of them.
    var started: UInt64
    var id: UInt32

    static func < (a: Self, b: Self) -> Bool { (a.started, a.id) < (b.started, b.id) }
}

/// A client's connection to the bus: its unique name, which the bus gives only once.
struct ClientName: Hashable, Sendable, RawRepresentable {
    var rawValue: String
}

/// One reader of one client.
struct ReaderID: Hashable, Sendable {
    var client: ClientName
    var number: UInt32
}

/// The delivery contract (docs/delivery.md) for the queue of one role and service.
///
/// Cursors come from the store and only grow. A reader sees each element once, in order, one at a time; asking for the
/// next says "done with the one before". An element leaves when every open reader of the newest process has passed it.
struct DeliveryQueue: Sendable {
    /// Names a call that waits for its answer.
    typealias Call = UInt64

    struct Element: Hashable, Sendable {
        var cursor: UInt64
        /// How often a process died with it in hand.
        var deaths = 0
        /// Whether readers may have it: not while it is parked.
        var isOffered = true
    }

    enum Action: Hashable, Sendable {
        /// The call's element. It is in the reader's hand from now on.
        case hand(Call, UInt64)
        case end(Call, Ending)
        /// Acknowledged by all: to be deleted from the disk before the answers that follow.
        case remove([UInt64])
        /// A process died with it in hand; `deaths` is to be kept.
        case died(UInt64, deaths: Int)
        /// The process that has just come may have what is parked, once: to be given fresh cursors.
        case offerParked
        /// The app died with a message in hand.
        case appDied
    }

    /// Why a call ends without an element.
    enum Ending: Error, Hashable, Sendable {
        /// A later call of the same reader, or its closing, took its place.
        case superseded
        /// The app has the role no longer.
        case notPermitted
        /// The cursor is none that this reader was given.
        case invalidCursor
        case tooManyReaders
    }

    static let readersPerClient = 16
    /// A message in whose hands the app died so often is parked.
    static let deathsToPark = 3

    private struct Reader {
        /// Done with everything up to here.
        var position: UInt64
        var inHand: UInt64?
        var waiting: Call?
    }

    private(set) var elements: [Element] = []
    private var lastCursor: UInt64
    private var readers: [ReaderID: Reader] = [:]
    var hasReader: Bool { !readers.isEmpty }
    private var processes: [ClientName: ClientProcess] = [:]
    private var offeredTo: Set<ClientProcess> = []

    /// The queue as the store has it: elements in the order of their cursors, and the last cursor ever given.
    init(elements: [Element] = [], lastCursor: UInt64 = 0) {
        self.lastCursor = max(lastCursor, elements.last?.cursor ?? 0)
        parkedCount = elements.count { $0.deaths >= Self.deathsToPark }
        self.elements = elements.map { element in
            var element = element
            element.isOffered = element.deaths < Self.deathsToPark
            return element
        }
    }

    // MARK: What is in it

    /// Messages that wait for the app, the parked ones not counted.
    var waitingCount: Int { elements.count - parkedCount }
    /// Messages that the app died with too often.
    private(set) var parkedCount: Int
    /// Whether a process reads, or has read and still lives.
    var hasClient: Bool { !processes.isEmpty }

    /// The newest process of the app: the only one that is handed anything.
    var holder: ClientProcess? { processes.values.max() }

    // MARK: Events

    mutating func append(_ cursor: UInt64) -> [Action] {
        guard cursor > lastCursor else { return [] }
        lastCursor = cursor
        elements.append(Element(cursor: cursor))
        return hand()
    }

    /// Parked elements got fresh cursors and may be read.
    mutating func unparked(_ moved: [(old: UInt64, new: UInt64)]) -> [Action] {
        for (old, new) in moved where new > lastCursor {
            guard let index = elements.firstIndex(where: { $0.cursor == old }) else { continue }
            var element = elements.remove(at: index)
            element.cursor = new
            element.isOffered = true
            elements.append(element)
            lastCursor = new
        }
        return hand()
    }

    /// Opens a reader behind `after`, or moves an open one forward to there.
    ///
    /// An open may be handled behind the client's first `next`, which opened the reader by itself: it then takes nothing back.
    mutating func open(_ id: ReaderID, of process: ClientProcess, after: UInt64) -> Result<[Action], Ending> {
        // A cursor that was never given (the store was put back from a copy) acknowledges nothing.
        let position = after <= lastCursor ? after : 0
        var reader = readers[id] ?? Reader(position: position)
        if readers[id] == nil, readers.keys.count(where: { $0.client == id.client }) >= Self.readersPerClient {
            return .failure(.tooManyReaders)
        }
        reader.position = max(reader.position, position)
        if let inHand = reader.inHand, inHand <= reader.position { reader.inHand = nil }
        readers[id] = reader
        processes[id.client] = process
        let offering: [Action] = offeredTo.insert(process).inserted && parkedCount > 0 ? [.offerParked] : []
        return .success(offering + trim() + hand())
    }

    mutating func next(_ id: ReaderID, of process: ClientProcess, after: UInt64, call: Call) -> [Action] {
        var actions: [Action] = []
        if readers[id] == nil {
            switch open(id, of: process, after: after) {
            case .success(let opening): actions = opening
            case .failure(let ending): return [.end(call, ending)]
            }
        } else {
            guard pass(id, after) else { return [.end(call, .invalidCursor)] }
            actions = end(id, .superseded)
        }
        readers[id]?.waiting = call
        return actions + trim() + hand()
    }

    /// Done with everything up to `through`, without asking for more. Of a reader that is closed, or was open at another
    /// daemon, it opens none: one that nobody moves would hold the queue.
    mutating func acknowledge(_ id: ReaderID, of process: ClientProcess, through: UInt64) -> Result<[Action], Ending> {
        guard readers[id] != nil else {
            let result = open(id, of: process, after: through)
            readers[id] = nil
            return result
        }
        guard pass(id, through) else { return .failure(.invalidCursor) }
        return .success(trim())
    }

    /// What it had in hand comes again to the next reader.
    mutating func close(_ id: ReaderID) -> [Action] {
        let actions = end(id, .superseded)
        readers[id] = nil
        return actions + trim()
    }

    /// The client's connection is gone, and with it the process: what it had in hand may have been the reason.
    mutating func vanish(_ client: ClientName) -> [Action] {
        guard processes.removeValue(forKey: client) != nil else { return [] }
        var actions: [Action] = []
        let gone = readers.filter { $0.key.client == client }
        for id in gone.keys {
            actions += end(id, .superseded)
            readers[id] = nil
        }
        for cursor in Set(gone.values.compactMap(\.inHand)).sorted() {
            guard let index = elements.firstIndex(where: { $0.cursor == cursor }) else { continue }
            elements[index].deaths += 1
            if elements[index].deaths == Self.deathsToPark { parkedCount += 1 }
            elements[index].isOffered = elements[index].deaths < Self.deathsToPark
            actions.append(.died(cursor, deaths: elements[index].deaths))
        }
        offeredTo.formIntersection(processes.values)
        if actions.contains(where: { if case .died = $0 { true } else { false } }) { actions.append(.appDied) }
        // An older process that waited is the holder now.
        return actions + trim() + hand()
    }

    /// The bus is gone, the processes are not: they will open their readers again at their cursors.
    mutating func loseBus() -> [Action] {
        let actions = readers.keys.flatMap { end($0, .superseded) }
        readers = [:]
        processes = [:]
        return actions
    }

    /// The role is another app's: all readers end, everything stays.
    mutating func revoke() -> [Action] {
        let actions = readers.keys.flatMap { end($0, .notPermitted) }
        readers = [:]
        processes = [:]
        offeredTo = []
        return actions
    }

    // MARK: Rules

    private mutating func end(_ id: ReaderID, _ ending: Ending) -> [Action] {
        guard let call = readers[id]?.waiting.take() else { return [] }
        return [.end(call, ending)]
    }

    /// Moves a reader forward; false for a cursor that it was not given.
    private mutating func pass(_ id: ReaderID, _ cursor: UInt64) -> Bool {
        guard var reader = readers[id], cursor <= max(reader.position, reader.inHand ?? 0) else { return false }
        reader.position = max(reader.position, cursor)
        if let inHand = reader.inHand, inHand <= reader.position { reader.inHand = nil }
        readers[id] = reader
        return true
    }

    /// Takes out what every reader of the holder has passed.
    private mutating func trim() -> [Action] {
        let holder = holder
        let positions = readers.filter { processes[$0.key.client] == holder }.map(\.value.position)
        guard let slowest = positions.min() else { return [] }
        let passed = elements[..<firstIndex(after: slowest)]
        let gone = passed.filter(\.isOffered)
        guard !gone.isEmpty else { return [] }
        parkedCount -= gone.count { $0.deaths >= Self.deathsToPark }
        elements.replaceSubrange(passed.indices, with: passed.filter { !$0.isOffered })
        return [.remove(gone.map(\.cursor))]
    }

    /// Where the elements past a cursor begin; they are in the order of their cursors.
    private func firstIndex(after cursor: UInt64) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].cursor > cursor { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Answers the waiting readers of the holder that have something to come.
    private mutating func hand() -> [Action] {
        let holder = holder
        var actions: [Action] = []
        for (id, reader) in readers.sorted(by: { ($0.value.waiting ?? 0) < ($1.value.waiting ?? 0) }) {
            guard let call = reader.waiting, processes[id.client] == holder,
                let element = elements[firstIndex(after: reader.position)...].first(where: \.isOffered)
            else { continue }
            readers[id]?.waiting = nil
            readers[id]?.inHand = element.cursor
            actions.append(.hand(call, element.cursor))
        }
        return actions
    }
}
