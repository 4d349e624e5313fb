import Foundation
import Handset
import HandsetPlatform
import Testing

@testable import PushKit

/// A registry with a service that a test plays.
@Suite(.timeLimit(.minutes(1))) struct PKPushRegistryTests {
    @Test func wantsNothingAtFirstAndDoesNotKeepItsDelegate() {
        let registry = PKPushRegistry(queue: nil, receiver: PushReceiver(port: MemoryPort()))
        #expect(registry.desiredPushTypes == nil)
        #expect(registry.pushToken(for: .voIP) == nil)
        do {
            let delegate = Plain(Journal())
            registry.delegate = delegate
            #expect(registry.delegate === delegate)
        }
        #expect(registry.delegate == nil)
    }

    @Test func asksForNothingUntilItHasADelegateAndATypeInEitherOrder() async {
        for delegateFirst in [true, false] {
            let (port, journal) = (MemoryPort(), Journal())
            let registry = PKPushRegistry(queue: .global(), receiver: PushReceiver(port: port))
            let delegate = Plain(journal)
            if delegateFirst { registry.delegate = delegate } else { registry.desiredPushTypes = [.voIP] }
            port.push(ReceivedPush(id: "1", type: "voip", payload: #"{"n":1}"#))
            #expect(port.journal.entries.isEmpty)
            if delegateFirst { registry.desiredPushTypes = [.voIP] } else { registry.delegate = delegate }
            #expect(await journal.wait(for: 2) == ["token 0a0b PKPushTypeVoIP", "push 1"])
            #expect(registry.pushToken(for: .voIP) == Data([10, 11]))
            #expect(await port.journal.wait(for: "handled 1"))
        }
    }

    @Test(arguments: Form.allCases) func everyFormOfTheDelegateGetsIt(form: Form) async {
        let (port, journal) = (MemoryPort(), Journal())
        let registry = PKPushRegistry(queue: .global(), receiver: PushReceiver(port: port))
        let delegate = form.delegate(journal)
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
        port.push(ReceivedPush(id: "1", type: "voip", payload: #"{"n":1}"#))
        #expect(await port.journal.wait(for: "handled 1"))
        #expect(journal.entries.contains("push 1"))
        withExtendedLifetime(delegate) {}
    }

    @Test func aDelegateThatNeverCompletesHoldsNothingBack() async {
        let (port, journal) = (MemoryPort(), Journal())
        let registry = PKPushRegistry(queue: .global(), receiver: PushReceiver(port: port))
        let delegate = Silent(journal)
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
        for number in 1...2 {
            port.push(ReceivedPush(id: "\(number)", type: "voip", payload: #"{"n":\#(number)}"#))
            #expect(await port.journal.wait(for: "handled \(number)"))
        }
        #expect(journal.entries == ["token 0a0b PKPushTypeVoIP", "push 1", "push 2"])
        withExtendedLifetime(delegate) {}
    }

    @Test func onePushIsDeliveredOnceAlsoWhenItComesAgain() async {
        let (port, journal) = (MemoryPort(), Journal())
        let registry = PKPushRegistry(queue: .global(), receiver: PushReceiver(port: port))
        let delegate = Plain(journal)
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
        for (id, number) in [("1", 1), ("1", 1), ("2", 2)] {
            port.push(ReceivedPush(id: id, type: "voip", payload: #"{"n":\#(number)}"#))
        }
        #expect(await journal.wait(for: 3) == ["token 0a0b PKPushTypeVoIP", "push 1", "push 2"])
        withExtendedLifetime(delegate) {}
    }

    @Test func whatCameWhileTheDelegateWentWaitsForTheNext() async {
        let (port, journal) = (MemoryPort(), Journal())
        let registry = PKPushRegistry(queue: .global(), receiver: PushReceiver(port: port))
        do {
            let delegate = Plain(journal)
            registry.delegate = delegate
            registry.desiredPushTypes = [.voIP]
            _ = await journal.wait(for: 1)
        }
        #expect(registry.delegate == nil)
        port.push(ReceivedPush(id: "1", type: "voip", payload: #"{"n":1}"#))
        #expect(await port.journal.wait(for: "taken 1"))
        let next = Plain(journal)
        registry.delegate = next
        #expect(await port.journal.wait(for: "handled 1"))
        #expect(journal.entries.last == "push 1")
        withExtendedLifetime(next) {}
    }

    @Test func whoWantsNoMoreGetsNoMore() async {
        let (port, journal) = (MemoryPort(), Journal())
        let registry = PKPushRegistry(queue: .global(), receiver: PushReceiver(port: port))
        let delegate = Plain(journal)
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
        _ = await journal.wait(for: 1)
        registry.desiredPushTypes = nil
        #expect(await port.journal.wait(for: "asked for nothing"))
        #expect(registry.pushToken(for: .voIP) == nil)
        withExtendedLifetime(delegate) {}
    }

    @Test func aPushThatWasNotAnsweredWithAConversationIsTold() async {
        let duty = CallPushDuty()
        let violations = Lock(0)
        let isFree = Lock(true)
        duty.end(duty.begin())
        duty.enforce(mustReport: { isFree.withLock { $0 } }, violation: { violations.withLock { $0 += 1 } })
        let answered = duty.begin()
        #expect(answered.mustReport)
        duty.conversationReported()
        duty.end(answered)
        #expect(violations.withLock { $0 } == 0)
        duty.end(duty.begin())
        #expect(violations.withLock { $0 } == 1)
        isFree.withLock { $0 = false }
        let free = duty.begin()
        #expect(!free.mustReport)
        duty.end(free)
        #expect(violations.withLock { $0 } == 1)
    }
}

// MARK: - The service and the delegates

/// What happened, for whoever waits for it.
final class Journal: Sendable {
    private typealias Waiter = (
        isDone: @Sendable ([String]) -> Bool, continuation: CheckedContinuation<[String], Never>
    )
    private let state = Lock<(entries: [String], waiters: [Waiter])>(([], []))

    var entries: [String] { state.withLock { $0.entries } }

    func note(_ entry: String) {
        let (done, entries) = state.withLock { state in
            state.entries.append(entry)
            let entries = state.entries
            let done = state.waiters.filter { $0.isDone(entries) }
            state.waiters.removeAll { $0.isDone(entries) }
            return (done, entries)
        }
        for waiter in done { waiter.continuation.resume(returning: entries) }
    }

    func wait(for count: Int) async -> [String] { await wait { $0.count >= count } }

    func wait(for entry: String) async -> Bool { await wait { $0.contains(entry) }.contains(entry) }

    private func wait(until isDone: @escaping @Sendable ([String]) -> Bool) async -> [String] {
        await withCheckedContinuation { continuation in
            let entries = state.withLock { state -> [String]? in
                if isDone(state.entries) { return state.entries }
                state.waiters.append((isDone, continuation))
                return nil
            }
            if let entries { continuation.resume(returning: entries) }
        }
    }
}

/// A service with one app's pushes and the rules of its calls.
private final class MemoryPort: PushPort {
    private struct State {
        var pushes: [ReceivedPush] = []
        var call: (types: [String], answer: CheckedContinuation<ReceivedPush?, Never>)?
    }

    let journal = Journal()
    private let state = Lock(State())

    func push(_ push: ReceivedPush) {
        state.withLock { $0.pushes.append(push) }
        serve()
    }

    private func serve() {
        let (answer, push) = state.withLock { state -> (CheckedContinuation<ReceivedPush?, Never>?, ReceivedPush?) in
            guard let call = state.call, let index = state.pushes.firstIndex(where: { call.types.contains($0.type) })
            else { return (nil, nil) }
            state.call = nil
            return (call.answer, state.pushes.remove(at: index))
        }
        answer?.resume(returning: push)
    }

    func pushToken(for type: String) async throws(HandsetError) -> [UInt8] { [10, 11] }

    func nextPush(of types: [String]) async throws(HandsetError) -> ReceivedPush {
        let push = await withCheckedContinuation { (continuation: CheckedContinuation<ReceivedPush?, Never>) in
            let earlier = state.withLock { state in
                defer { state.call = types.isEmpty ? nil : (types, continuation) }
                return state.call
            }
            earlier?.answer.resume(returning: nil)
            if types.isEmpty {
                journal.note("asked for nothing")
                continuation.resume(returning: nil)
            }
            serve()
        }
        guard let push else { throw HandsetError(types.isEmpty ? .invalidArgument : .busy) }
        journal.note("taken \(push.id)")
        return push
    }

    func finishPush(_ id: String) async throws(HandsetError) { journal.note("handled \(id)") }
}

enum Form: CaseIterable {
    case plain, async, metadata, asyncMetadata

    func delegate(_ journal: Journal) -> any PKPushRegistryDelegate {
        switch self {
        case .plain: Plain(journal)
        case .async: Async(journal)
        case .metadata: Metadata(journal)
        case .asyncMetadata: AsyncMetadata(journal)
        }
    }
}

class Base: NSObject {
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }

    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {
        let digits = credentials.token.map { String(format: "%02x", $0) }.joined()
        journal.note("token \(digits) \(type.rawValue)")
    }

    func note(_ payload: PKPushPayload) { journal.note("push \(payload.dictionaryPayload["n"] as? Int ?? 0)") }
}

final class Plain: Base, PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        note(payload)
        completion()
    }
}

final class Silent: Base, PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) { note(payload) }
}

final class Async: Base, PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        await Task.yield()
        note(payload)
    }
}

final class Metadata: Base, PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        note(payload)
        completion()
    }
}

final class AsyncMetadata: Base, PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        await Task.yield()
        note(payload)
    }
}
