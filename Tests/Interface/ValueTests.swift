import HandsetDBus
import HandsetInterface
import Testing

@Suite struct ValueTests {
    private static let notification = NotificationInfo(
        id: "n", title: "t", subtitle: "s", body: "b", sound: "ding", category: "c", thread: "h", urgency: .critical,
        info: "{}", actions: [.init(id: "a", title: "A", takesText: true, opensApp: true)], delivered: 8)

    private static let values: [any DictionaryCodable] = [
        StateInfo(),
        StateInfo(app: "a", roles: [.dialer, .calling], lines: [LineInfo(id: "l", label: "L")]),
        LineInfo(
            id: "l", label: "L", isPresent: true, canSendSMS: true, iccid: "8", number: "+1", registration: .roaming,
            signal: 100, network: "n", sim: .pukRequired, modem: "m"),
        UnlockInfo(.wrongPIN, attemptsLeft: 1), UnlockInfo(.unlocked),
        AppInfo(
            id: "a", name: "n", path: "/p", entitlements: ["e"], eligible: [.carrierMessaging], holds: [.calling],
            isTrusted: true),
        BundleInfo(path: "/p", id: "i", name: "n", executable: "/p/x", entitlements: ["e", "f"]),
        SessionInfo(hasDisplay: true, hasTerminal: false, bundleFaults: ["/a: is not a folder"]),
        SendRequest(service: "sms", line: "l", recipients: ["+1", "2"], id: "7", text: "t", wantsReport: true),
        SendResult(.taken), SendResult(.unknown), SendResult(.refused(isPermanent: false, reason: "r"), code: -5),
        SentInfo(
            id: "i", serial: .max, line: "l", recipients: ["+1"], state: .failed, parts: 3, time: -1, reportTime: 9),
        IncomingMessageInfo(
            id: "i", line: "l", sender: "s", senderKind: .shortCode, text: "čau", sent: 3, utcOffset: -720,
            received: 4, isIncomplete: true),
        notification, NotificationResponseInfo(id: "n", action: "a", text: "t", notification: notification),
        StatusInfo(
            version: "1", modems: [.init(name: "m", isReachable: true, trouble: "t", sim: .absent, line: "l")],
            waiting: 1, parked: 2, held: 3, incomplete: 4, sending: 5, agents: 6, trouble: ["a"],
            heldKinds: ["port": 2, "unreadable": 1], heldLost: 7, configuredRoles: [.dialer: "d"]),
        HeldInfo(id: .max, kind: "port", line: "l", received: -1, size: 2, octets: [0, 255]),
        HeldInfo(id: 1, kind: "unreadable", line: "l", received: 1, size: 0),
        QuestionInfo(title: "t", body: "b", yes: "y", no: "n"),
    ]

    private func again<Value: DictionaryCodable>(_ value: Value) throws -> (same: Bool, read: Value) {
        let read = try Value(value.dictionary)
        return (read == value, read)
    }

    @Test(arguments: values.indices) func comesThroughUnchanged(index: Int) throws {
        #expect(try again(Self.values[index]).same)
    }

    private func withUnknownKey<Value: DictionaryCodable>(_ value: Value) throws -> Bool {
        try Value(value.dictionary.merging(["from-the-future": .uint32(1)]) { $1 }) == value
    }

    @Test(arguments: values.indices) func ignoresUnknownKeys(index: Int) throws {
        #expect(try withUnknownKey(Self.values[index]))
    }

    /// Every known key with a value of another type.
    private func withWrongTypes<Value: DictionaryCodable>(_ value: Value) -> [String] {
        value.dictionary.keys.filter { key in
            (try? Value(value.dictionary.merging([key: .double(0)]) { $1 })) != nil
        }
    }

    @Test(arguments: values.indices) func refusesWrongTypes(index: Int) {
        #expect(withWrongTypes(Self.values[index]) == [])
    }

    /// Every known key left out: read as not known, or refused, and never a trap.
    private func withoutEachKey<Value: DictionaryCodable>(_ value: Value) -> Int {
        value.dictionary.keys.count { key in (try? Value(value.dictionary.filter { $0.key != key })) != nil }
    }

    @Test(arguments: values.indices) func liveWithoutAKey(index: Int) {
        #expect(withoutEachKey(Self.values[index]) <= Self.values[index].dictionary.count)
        #expect(throws: ServiceError.self) { try LineInfo([:]) }
        #expect(throws: ServiceError.self) { try SendRequest(["service": .string("sms")]) }
    }

    @Test func readsUnknownWordsAsUnknown() throws {
        let line = try LineInfo(["id": .string("l"), "registration": .string("orbiting"), "sim": .string("melted")])
        #expect(line.registration == nil)
        #expect(line.sim == nil)
        #expect(try StateInfo(["roles": .strings(["dialer", "barista"])]).roles == [.dialer])
    }

    @Test(arguments: [
        ["id": BusValue.string(String(repeating: "x", count: 1_025))],
        ["id": .string("n"), "title": .string(String(repeating: "x", count: 4_097))],
        ["id": .string("n"), "body": .string(String(repeating: "x", count: 256 << 10 + 1))],
        ["id": .string("n"), "actions": .dictionaries(Array(repeating: ["id": .string("a")], count: 17))],
        ["id": .string("n"), "actions": .dictionaries([[:]])],
    ]) func limitsANotification(fields: [String: BusValue]) {
        let error = #expect(throws: ServiceError.self) { try NotificationInfo(fields) }
        #expect(error?.kind == .invalidArgument)
    }

    @Test func limitsRecipients() {
        let fields: [String: BusValue] = [
            "service": .string("sms"), "line": .string("l"), "id": .string("1"),
            "to": .strings(Array(repeating: "+1", count: 101)),
        ]
        #expect(throws: ServiceError.self) { try SendRequest(fields) }
        #expect(throws: ServiceError.self) { try SendRequest(fields.merging(["to": .strings([])]) { $1 }) }
    }

    /// A message that D-Bus cannot carry as it is must not stick in the queue for ever.
    @Test func carriesTextsThatDBusBars() throws {
        let message = IncomingMessageInfo(
            id: "1", line: "l", sender: "a\0b", senderKind: .alphanumeric,
            text: String(decoding: [0, 0xFFFE, 0xFDD0, 0x78] as [UInt16], as: UTF16.self), received: 0)
        let read = try IncomingMessageInfo(message.dictionary)
        #expect(read.sender == "a\u{FFFD}b")
        #expect(read.text == "\u{FFFD}\u{FFFD}\u{FFFD}x")
    }
}
