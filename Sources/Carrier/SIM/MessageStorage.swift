/// The status of a stored message, `<stat>` of PDU mode (3GPP TS 27.005, clause 3.1).
enum StoredStatus: Int {
    case receivedUnread = 0
    case receivedRead = 1
    case storedUnsent = 2
    case storedSent = 3
}

/// One message in a storage.
struct StoredPDU {
    var status: StoredStatus
    /// Service centre address and TPDU.
    var pdu: [UInt8]
    /// Octets of the TPDU alone, which +CMGR and +CMGL announce.
    var length: Int
    /// The log entry that follows it.
    var entry: Int?
}

/// A message storage, `SM` or `ME` (3GPP TS 27.005, clause 3.1): numbered places, filled from the lowest free one.
struct MessageStorage {
    private var places: [StoredPDU?]
    private(set) var count = 0

    init(capacity: Int) { places = Array(repeating: nil, count: max(0, capacity)) }

    var capacity: Int { places.count }
    var isFull: Bool { count == capacity }

    /// From 1, as the TE knows them.
    subscript(index: Int) -> StoredPDU? {
        get { places.indices.contains(index - 1) ? places[index - 1] : nil }
        set {
            guard places.indices.contains(index - 1) else { return }
            count += (newValue == nil ? 0 : 1) - (places[index - 1] == nil ? 0 : 1)
            places[index - 1] = newValue
        }
    }

    func isPlace(_ index: Int) -> Bool { places.indices.contains(index - 1) }

    /// The place it went to, or `nil` when all are taken.
    mutating func store(_ message: StoredPDU) -> Int? {
        guard !isFull, let free = places.firstIndex(where: { $0 == nil }) else { return nil }
        self[free + 1] = message
        return free + 1
    }

    var indices: [Int] { places.indices.filter { places[$0] != nil }.map { $0 + 1 } }
}
