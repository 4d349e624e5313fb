package import HandsetWireCore

/// Parts one after another (WAP-230-WSP, 8.5).
package struct MMSMultipart: Hashable, Sendable {
    package var parts: [MMSPart]
    /// How many parts the body says it has. Some senders count wrongly: the parts that are there are read all the same.
    package var declaredCount: Int
    /// What follows the declared parts and is none.
    package var trailing: [UInt8]

    package init(_ parts: [MMSPart]) {
        self.parts = parts
        declaredCount = parts.count
        trailing = []
    }

    /// Whether as many parts came as the body says.
    package var isComplete: Bool { parts.count == declaredCount }
}

// MARK: - Wire

extension MMSMultipart {
    /// Reads the body of a multipart type.
    package init(decoding octets: [UInt8]) throws(DecodeError) {
        var reader = Reader(octets.span.bytes)
        try self.init(from: &reader)
    }

    init(from reader: inout Reader) throws(DecodeError) {
        self.init([])
        declaredCount = try reader.uintvar("nEntries")
        while !reader.isAtEnd {
            guard parts.count < MMSLimits.parts else { throw DecodeError(.overLimit, "nEntries", at: reader.offset) }
            if parts.count < declaredCount {
                parts.append(try MMSPart(from: &reader))
                continue
            }
            // More than was said: a part if it can be read as one, padding if not.
            var ahead = reader
            guard let part = try? MMSPart(from: &ahead), part.unreadHeader == nil else {
                trailing = reader.octets(atMost: reader.remaining)
                return
            }
            parts.append(part)
            reader = ahead
        }
    }

    func append(to octets: inout [UInt8]) {
        octets.append(uintvar: declaredCount)
        for part in parts { part.append(to: &octets) }
        octets += trailing
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = []
        append(to: &octets)
        return octets
    }
}

// MARK: - Inner multiparts

extension MMSMultipart {
    /// The parts that hold no others, in order: those of inner multiparts in the place of these.
    ///
    /// Of an inner `alternative` the last one that `accepts` takes is given, as RFC 2046, 5.1.4 wants it, or the first when
    /// it takes none. An inner multipart that cannot be read is given as it is.
    /// - Throws: `overLimit` when they lie too deep in one another, or are too many.
    package func leaves(accepts: (MediaType) -> Bool = { _ in true }) throws(DecodeError) -> [MMSPart] {
        var leaves: [MMSPart] = []
        try collect(into: &leaves, depth: 1, accepts: accepts)
        return leaves
    }

    private func collect(
        into leaves: inout [MMSPart], depth: Int, accepts: (MediaType) -> Bool
    ) throws(DecodeError) {
        guard depth <= MMSLimits.nesting else { throw DecodeError(.overLimit, "multipart", at: 0) }
        for part in parts {
            guard leaves.count < MMSLimits.parts else { throw DecodeError(.overLimit, "multipart", at: 0) }
            guard var inner = part.multipart else {
                leaves.append(part)
                continue
            }
            if part.contentType.mediaType.name.hasSuffix("alternative") {
                let chosen = inner.parts.last { accepts($0.contentType.mediaType) } ?? inner.parts.first
                inner.parts = chosen.map { [$0] } ?? []
            }
            try inner.collect(into: &leaves, depth: depth + 1, accepts: accepts)
        }
    }
}
