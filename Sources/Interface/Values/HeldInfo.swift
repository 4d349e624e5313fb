import HandsetDBus

/// A part that was received and that no app can be given.
package struct HeldInfo: DictionaryCodable {
    /// Grows with each.
    package var id: UInt64
    /// A word: `unreadable`, `wap-push`, `port`, `message-waiting`, …
    package var kind: String
    package var line: String
    /// Seconds since 1970.
    package var received: Int64
    package var size: Int
    /// As they came; only where they were asked for, by one who may see them.
    package var octets: [UInt8]?

    package init(id: UInt64, kind: String, line: String, received: Int64, size: Int, octets: [UInt8]? = nil) {
        self.id = id
        self.kind = kind
        self.line = line
        self.received = received
        self.size = size
        self.octets = octets
    }

    package init(_ fields: Fields) throws(ServiceError) {
        guard let id = try fields.uint64("id") else {
            throw ServiceError(.invalidArgument, "id is missing")
        }
        self.id = id
        kind = try fields.required("kind")
        line = try fields.string("line") ?? ""
        received = try fields.int64("received") ?? 0
        size = try fields.count("size") ?? 0
        octets = try fields.bytes("octets")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .uint64(id), "kind": .text(kind), "line": .text(line), "received": .int64(received),
            "size": .count(size), "octets": octets.map { .bytes($0) },
        ])
    }
}
