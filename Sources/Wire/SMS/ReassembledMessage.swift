/// A message as a person sees it: one part, all parts of several, or those that came (TS 23.040, 9.2.3.24.1).
package struct ReassembledMessage: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        /// The caller's name for the part.
        package var id: Int64
        /// Its place, from 1.
        package var number: Int
        package var deliver: Deliver

        package init(id: Int64, number: Int, deliver: Deliver) {
            self.id = id
            self.number = number
            self.deliver = deliver
        }
    }

    package var line: String
    /// In order of their places, and never empty.
    package var parts: [Part]
    /// How many parts the sender made.
    package var total: Int
    /// Whether this is a part of a message that was shown already, without it.
    package var isLate: Bool

    package var partIDs: [Int64] { parts.map(\.id) }

    package var isComplete: Bool { parts.count == total }

    /// The places of the parts that are not here.
    package var missing: [Int] {
        guard !isComplete else { return [] }
        let present = Set(parts.map(\.number))
        return (1...max(total, 1)).filter { !present.contains($0) }
    }

    package var originatingAddress: Address { parts.first?.deliver.originatingAddress ?? .empty }

    /// When the service centre took the first of the parts that are here.
    package var timestamp: Timestamp { parts.first?.deliver.timestamp ?? .zero }

    /// The text with each gap marked; nil for data.
    ///
    /// Octets of neighbours are joined before they are decoded: a surrogate pair may be cut by the end of a part.
    package func text(gap: String = "[\u{2026}]") -> String? {
        var text = ""
        var run: [UserData] = []
        var next = 1
        for part in parts {
            if part.number != next {
                guard let joined = UserData.text(joining: run) else { return nil }
                text += joined + gap
                run = []
            }
            run.append(part.deliver.userData)
            next = part.number + 1
        }
        guard let joined = UserData.text(joining: run) else { return nil }
        return text + joined + (next <= total ? gap : "")
    }

    /// The octets of 8-bit data of all parts, headers left out; nil where a part is text or missing.
    package var data: [UInt8]? {
        guard isComplete, parts.allSatisfy({ $0.deliver.userData.alphabet == .data }) else { return nil }
        return parts.flatMap { $0.deliver.userData.data }
    }
}
