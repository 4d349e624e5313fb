/// A listed or read message's header (`+CMGL`, `+CMGR` in PDU mode, 3GPP TS 27.005, clauses 4.1 and 4.2).
package struct StoredMessage: Hashable, Sendable {
    /// Absent in `+CMGR`.
    package var index: Int?
    /// 0 received unread, 1 received read, 2 stored unsent, 3 stored sent; absent where it cannot be read.
    package var status: Int?
    /// Octets of the TPDU, without the service centre's address.
    package var length: Int?

    package init(index: Int?, status: Int?, length: Int?) {
        self.index = index
        self.status = status
        self.length = length
    }

    /// `<index>,<stat>,[<alpha>],<length>`. Whatever stands for the alpha tag is passed over, since phone books hold
    /// quotes and commas that some modems do not escape. Only the index must be there.
    package init(listed code: ResponseLine.Code) throws(ATError) {
        let fields = code.rest.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let index = fields.first?.trimmed.decimal else { throw .value(field: "index", parameter: 0) }
        self.index = index
        status = fields.count > 1 ? fields[1].trimmed.decimal : nil
        length = fields.count > 2 ? fields.last?.trimmed.decimal : nil
    }

    /// `<stat>,[<alpha>],<length>`.
    package init(read code: ResponseLine.Code) {
        let fields = code.rest.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        index = nil
        status = fields.first?.trimmed.decimal
        length = fields.count > 1 ? fields.last?.trimmed.decimal : nil
    }

    /// Whether it came from the network, and is not one that somebody stored to send.
    package var isReceived: Bool { status != 2 && status != 3 }
}

/// A PDU line: the service centre's address field and the TPDU (3GPP TS 27.005, clause 3.1, `<pdu>`).
package enum PDULine {
    /// The octets of a line that is hexadecimal and as long as its header says; `nil` for a damaged one.
    package static func decode(_ line: [UInt8], length: Int?) -> [UInt8]? {
        guard let octets = Hex.decode(line.trimmed), let address = octets.first else { return nil }
        let count = octets.count - 1 - Int(address)
        guard count >= 0, length == nil || length == count else { return nil }
        return octets
    }
}

/// Storages that a modem has (`+CPMS=?`, 3GPP TS 27.005, clause 3.2.2).
package struct MessageStorages: Hashable, Sendable {
    /// For listing, reading and deleting.
    package var mem1: [String]
    /// For writing and sending from.
    package var mem2: [String]
    /// Where received messages go.
    package var mem3: [String]

    package init(_ parameters: [Parameter]) {
        func names(_ parameter: Parameter) -> [String] {
            if case .list(let values) = parameter {
                values.compactMap(\.text)
            } else {
                parameter.text.map { [$0] } ?? []
            }
        }
        mem1 = names(parameters[at: 0])
        mem2 = names(parameters[at: 1])
        mem3 = names(parameters[at: 2])
    }
}

/// How full a storage is: the first pair of the answer to `+CPMS=` (3GPP TS 27.005, clause 3.2.2).
package struct StorageUse: Hashable, Sendable {
    package var used: Int
    package var total: Int

    package init(_ parameters: [Parameter]) throws(ATError) {
        used = try parameters.number(at: 0, "used1")
        total = try parameters.number(at: 1, "total1")
    }

    package var isFull: Bool { total > 0 && used >= total }
}

/// New message indications (`+CNMI`, 3GPP TS 27.005, clause 3.4.1).
package struct MessageIndications: Hashable, Sendable {
    /// 2 and 3 buffer or interleave codes when the link is busy.
    package var mode: Int
    /// 1 tells of stored messages (`+CMTI`), 2 and 3 route them (`+CMT`).
    package var mt: Int
    package var bm: Int
    /// 1 routes status reports (`+CDS`), 2 tells of stored ones (`+CDSI`).
    package var ds: Int
    /// 0 flushes what was buffered to us, 1 drops it.
    package var bfr: Int

    package init(mode: Int, mt: Int, bm: Int = 0, ds: Int, bfr: Int = 0) {
        self.mode = mode
        self.mt = mt
        self.bm = bm
        self.ds = ds
        self.bfr = bfr
    }

    package init(_ parameters: [Parameter]) throws(ATError) {
        mode = try parameters.number(at: 0, "mode")
        mt = parameters[at: 1].number ?? 0
        bm = parameters[at: 2].number ?? 0
        ds = parameters[at: 3].number ?? 0
        bfr = parameters[at: 4].number ?? 0
    }

    package var parameters: [Parameter] { [mode, mt, bm, ds, bfr].map { .number($0) } }
}
