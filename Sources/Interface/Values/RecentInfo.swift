import HandsetDBus

/// One row of the call history.
package struct RecentInfo: DictionaryCodable {
    package enum Status: String, Hashable, Sendable {
        case connected, missed, cancelled, unknown
        case answeredElsewhere = "answered-elsewhere"
    }

    /// A UUID, the same as of the conversation that it is about.
    package var id: String
    /// Grows with each row, and is never given twice.
    package var row: UInt64
    package var handles: [HandleInfo]
    /// The line's id, and the card's ICCID, of a cellular call.
    package var line: String?
    package var iccid: String?
    /// The bundle id of the app that carried it.
    package var app: String?
    /// Milliseconds since 1970, and milliseconds since the parties were connected, 0 when they never were.
    package var date: Int64
    package var duration: Int64
    package var status: Status
    package var isIncoming: Bool
    package var isRead: Bool
    package var cause: CallInfo.Cause?

    package init(
        id: String, row: UInt64, handles: [HandleInfo], line: String? = nil, iccid: String? = nil, app: String? = nil,
        date: Int64, duration: Int64, status: Status, isIncoming: Bool, isRead: Bool, cause: CallInfo.Cause? = nil
    ) {
        self.id = id
        self.row = row
        self.handles = handles
        self.line = line
        self.iccid = iccid
        self.app = app
        self.date = date
        self.duration = duration
        self.status = status
        self.isIncoming = isIncoming
        self.isRead = isRead
        self.cause = cause
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        row = try fields.uint64("row") ?? 0
        handles = try fields.values("handles", count: InterfaceLimits.handles)
        line = try fields.string("line")
        iccid = try fields.string("iccid")
        app = try fields.string("app")
        date = try fields.int64("date") ?? 0
        duration = try fields.int64("duration") ?? 0
        status = try fields.word("status") ?? .unknown
        isIncoming = try fields.boolean("incoming") ?? false
        isRead = try fields.boolean("read") ?? false
        cause = try fields.word("cause")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "row": .uint64(row), "handles": .values(handles), "line": line.map { .text($0) },
            "iccid": iccid.map { .text($0) }, "app": app.map { .text($0) }, "date": .int64(date),
            "duration": .int64(duration), "status": .string(status.rawValue), "incoming": .boolean(isIncoming),
            "read": .boolean(isRead), "cause": cause.map { .string($0.rawValue) },
        ])
    }
}

/// Which rows of the history are asked for: from the newest to the oldest.
package struct RecentQuery: DictionaryCodable {
    /// Only rows before this one; nil from the newest.
    package var before: UInt64?
    /// At most this many; 1 to 500.
    package var limit: Int

    package init(before: UInt64? = nil, limit: Int = InterfaceLimits.recents) {
        self.before = before
        self.limit = limit
    }

    package init(_ fields: Fields) throws(ServiceError) {
        before = try fields.uint64("before")
        limit = min(max(try fields.count("limit") ?? InterfaceLimits.recents, 1), InterfaceLimits.recents)
    }

    package var dictionary: [String: BusValue] {
        .known(["before": before.map { .uint64($0) }, "limit": .count(limit)])
    }
}
