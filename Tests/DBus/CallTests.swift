import Glibc
import HandsetBusTesting
import HandsetDBus
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallTests {
    @Test(arguments: [
        BusValue.byte(255), .boolean(true), .int16(-5), .uint16(65_535), .int32(.min), .uint32(.max), .int64(.min),
        .uint64(.max), .double(0.5), .string("čau 🎈"), .string(""), .objectPath("/a/b"), .signature("a{sv}"),
        .bytes([0, 1, 255]), .bytes([]), .strings(["a", ""]), .strings([]), .dictionary([:]),
        .dictionary(["a": .uint32(1), "b": .dictionary(["c": .strings(["d"])])]),
        .dictionaries([["a": .boolean(false)], [:]]), .stringDictionary(["a": "b", "c": "d"]),
        .structure([.string("a"), .array(of: "(iu)", [.structure([.int32(1), .uint32(2)])])]),
        .variant(.variant(.string("deep"))), .array(of: "{ua{sv}}", [.entry(.uint32(1), .dictionary([:]))]),
    ]) func carries(value: BusValue) async throws {
        try await Pair.with { pair in
            let answer = try await pair.client.call(Echo.call("Any", [.variant(value)]))
            #expect(answer == [.variant(value)])
        }
    }

    @Test func saysWhoCalls() async throws {
        try await Pair.with { pair in
            let who = try await pair.client.call(Echo.call("Who"))
            #expect(who == [.uint32(UInt32(getpid())), .uint32(getuid())])
            let peer = await pair.server.peer(pair.client.uniqueName)
            #expect(peer?.processID == UInt32(getpid()))
            #expect(await pair.server.peer(":9.999") == nil)
        }
    }

    @Test func carriesFileDescriptors() async throws {
        try await Pair.with { pair in
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            let reader = BusFileDescriptor(adopting: ends[0])
            _ = write(ends[1], "through", 7)
            close(ends[1])
            let octets = try await pair.client.call(Echo.call("Read", [.fileDescriptor(reader)]))
            #expect(octets == [.bytes(Array("through".utf8))])
        }
    }

    @Test(arguments: [
        (Echo.call("Fail"), "org.handset.Error.Test"),
        (Echo.call("Wrong"), "org.freedesktop.DBus.Error.Failed"),
        (Echo.call("Zero"), "org.freedesktop.DBus.Error.Failed"),
        (Echo.call("Nothing"), "org.freedesktop.DBus.Error.UnknownMethod"),
        (Echo.call("Echo"), "org.freedesktop.DBus.Error.InvalidArgs"),
        (Echo.call("Echo", [.uint32(1)]), "org.freedesktop.DBus.Error.InvalidArgs"),
        (Echo.call("Echo", [.string("a"), .string("b")]), "org.freedesktop.DBus.Error.InvalidArgs"),
        (Echo.call("Bag", [.stringDictionary(["a": "b"])]), "org.freedesktop.DBus.Error.InvalidArgs"),
        (
            BusCall("Echo", on: "org.handset.Other", of: Echo.name, at: Echo.path, [.string("a")]),
            "org.freedesktop.DBus.Error.UnknownInterface"
        ),
        (
            BusCall("Echo", on: Echo.name, of: Echo.name, at: "/other", [.string("a")]),
            "org.freedesktop.DBus.Error.UnknownObject"
        ),
        (
            BusCall("Echo", on: Echo.name, of: "org.handset.Nobody", at: Echo.path),
            "org.freedesktop.DBus.Error.ServiceUnknown"
        ),
        (
            BusCall("GetAll", on: "org.freedesktop.DBus.Properties", of: Echo.name, at: Echo.path, [.string("")]),
            "org.freedesktop.DBus.Error.UnknownInterface"
        ),
    ]) func answersWithAnError(call: BusCall, name: String) async throws {
        try await Pair.with { pair in
            let error = await #expect(throws: BusError.self) { try await pair.client.call(call) }
            #expect(error?.remoteName == name)
            try await pair.answersStill()
        }
    }

    @Test(arguments: [
        Echo.call("Echo", [.string("a\0b")]), Echo.call("Any", [.variant(.objectPath("no path"))]),
        Echo.call("Any", [.variant(.array(of: "s", [.uint32(1)]))]), Echo.call("Any", [.variant(.signature("((("))]),
        BusCall("No member", on: Echo.name, of: Echo.name, at: Echo.path),
        BusCall("Echo", on: "", of: Echo.name, at: Echo.path), BusCall("Echo", on: Echo.name, of: Echo.name, at: ""),
    ]) func refusesWhatCannotBeCarried(call: BusCall) async throws {
        try await Pair.with { pair in
            await #expect(throws: BusError.unencodable) { try await pair.client.call(call) }
            try await pair.answersStill()
        }
    }

    @Test func aCallTimesOut() async throws {
        try await Pair.with { pair in
            await #expect(throws: BusError.timedOut) {
                try await pair.client.call(Echo.call("Never"), timeout: .milliseconds(20))
            }
        }
    }

    @Test func aCancelledCallEndsAtOnce() async throws {
        let began = Told<String>()
        try await Pair.with(Echo.object(began: { began.tell($0) })) { pair in
            let waiting = Task { try await pair.client.call(Echo.call("Never"), timeout: nil) }
            _ = await began.next(1)
            waiting.cancel()
            await #expect(throws: BusError.cancelled) { try await waiting.value }
        }
    }

    /// A cancelled loop says "done with this one" as its last act.
    @Test func aCallFromACancelledTaskIsSent() async throws {
        let began = Told<String>()
        try await Pair.with(Echo.object(began: { began.tell($0) })) { pair in
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await #expect(throws: BusError.self) { try await pair.client.call(Echo.call("Never")) }
            }
            #expect(await cancelled.value == .cancelled)
            #expect(await began.next(1) == [await pair.client.uniqueName])
        }
    }

    @Test func aWaitingCallEndsWhenTheServerLeaves() async throws {
        let began = Told<String>()
        try await Pair.with(Echo.object(began: { began.tell($0) })) { pair in
            let waiting = Task { try await pair.client.call(Echo.call("Never"), timeout: nil) }
            _ = await began.next(1)
            await pair.server.close()
            let error = await #expect(throws: BusError.self) { try await waiting.value }
            #expect(error?.remoteName == "org.freedesktop.DBus.Error.NoReply")
        }
    }

    @Test func answersManyAtATime() async throws {
        try await Pair.with { pair in
            let client = pair.client
            let answers = try await withThrowingTaskGroup(of: [BusValue].self) { group in
                for number in 0..<120 {
                    group.addTask { try await client.call(Echo.call("Echo", [.string("\(number)")])) }
                }
                return try await group.reduce(into: Set<[BusValue]>()) { $0.insert($1) }
            }
            #expect(answers.count == 120)
        }
    }
}
