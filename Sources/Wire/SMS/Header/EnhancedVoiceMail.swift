internal import HandsetWireCore

/// The enhanced voice mail information: what waits in a voice mailbox, or what was deleted from it
/// (TS 23.040, 9.2.3.24.13).
package struct EnhancedVoiceMail: Hashable, Sendable {
    /// A waiting message; of a deletion only the identifier is told.
    package struct Message: Hashable, Sendable {
        package var id: UInt16
        /// Seconds, 255 for that many or more; nil of a deletion.
        package var length: UInt8?
        /// Days, 0 to 31; nil of a deletion.
        package var retentionDays: UInt8?
        package var isUrgent: Bool
        package var caller: Address?
    }

    /// Whether it confirms deletions instead of telling of messages.
    package var isDeletion: Bool
    /// The subscriber profile, 0 to 3.
    package var profile: UInt8
    package var store: Bool
    package var isAlmostFull: Bool
    package var isFull: Bool
    /// The number to call for the mailbox.
    package var mailbox: Address
    package var count: UInt8
    package var messages: [Message]

    /// The element's meaning; nil for another element and where its octets end too early.
    package init?(_ element: UserDataHeader.Element) {
        guard element.id == 0x23 else { return nil }
        var reader = Reader(element.data.span.bytes)
        do { try self.init(from: &reader) } catch { return nil }
    }

    private init(from reader: inout Reader) throws(DecodeError) {
        let field = "VM"
        let first = try reader.octet(field)
        isDeletion = first & 0x01 != 0
        profile = first >> 2 & 3
        store = first & 0x10 != 0
        isAlmostFull = first & 0x20 != 0
        isFull = first & 0x40 != 0
        mailbox = try Address(from: &reader, field: field)
        count = try reader.octet(field)
        let told = Int(try reader.octet(field) & 0x1F)
        if first & 0x80 != 0 { try Self.skipExtension(&reader) }
        messages = []
        for _ in 0..<told {
            let id = UInt16(try reader.octet(field)) << 8 | UInt16(try reader.octet(field))
            if isDeletion {
                let flags = try reader.octet(field)
                messages.append(Message(id: id, length: nil, retentionDays: nil, isUrgent: false, caller: nil))
                if flags & 0x80 != 0 { try Self.skipExtension(&reader) }
                continue
            }
            let length = try reader.octet(field)
            let flags = try reader.octet(field)
            let caller = try Address(from: &reader, field: field)
            messages.append(
                Message(
                    id: id, length: length, retentionDays: flags & 0x1F, isUrgent: flags & 0x40 != 0,
                    caller: caller.length == 0 ? nil : caller))
            if flags & 0x80 != 0 { try Self.skipExtension(&reader) }
        }
    }

    private static func skipExtension(_ reader: inout Reader) throws(DecodeError) {
        try reader.skip(Int(try reader.octet("VM")), "VM")
    }

    package var waiting: MessageWaiting {
        MessageWaiting(kind: .voice, count: count, store: store, profile: profile)
    }
}
