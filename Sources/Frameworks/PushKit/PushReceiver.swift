import Foundation
package import Handset
import HandsetPlatform

/// What PushKit needs of the service; tests have one of their own.
package protocol PushPort: Sendable {
    func pushToken(for type: String) async throws(HandsetError) -> [UInt8]
    func nextPush(of types: [String]) async throws(HandsetError) -> ReceivedPush
    func finishPush(_ id: String) async throws(HandsetError)
}

extension HandsetClient: PushPort {}

/// The process's one line to the pushes: asks for those that its registries want, and hands each to one of them.
///
/// It asks only while a registry has a delegate and wants something, so that the push that launched the app waits in the service
/// until then.
package final class PushReceiver: Sendable {
    static let shared = PushReceiver(port: HandsetClient.shared)

    /// The types that are delivered here, by their names on the bus.
    private static let types: [String: PKPushType] = ["voip": .voIP]

    private struct Member {
        weak var registry: PKPushRegistry?
        /// Types for which its delegate has its credentials.
        var told: Set<PKPushType> = []
        var queue: DispatchQueue
    }

    private struct State {
        var members: [Member] = []
        /// What the running task waits for.
        var wanted: Set<String> = []
        /// Counts the tasks: only the latest goes on.
        var round: UInt64 = 0
        var tokens: [PKPushType: Data] = [:]
        /// Pushes for which no delegate was there any more.
        var homeless: [ReceivedPush] = []
        /// The latest pushes, oldest first: one of them comes again when the bus breaks before its end is told.
        var seen: [String] = []
    }

    private static let seenLimit = 64

    private let port: any PushPort
    private let state = Lock(State())

    package init(port: any PushPort) { self.port = port }

    func token(for type: PKPushType) -> Data? { state.withLock { $0.tokens[type] } }

    func add(_ registry: PKPushRegistry) {
        state.withLock { state in
            state.members.removeAll { $0.registry == nil }
            state.members.append(Member(registry: registry, queue: registry.queue))
        }
    }

    /// A registry's wishes have changed.
    func changed() {
        let (wanted, round, homeless) = state.withLock { state -> (Set<String>, UInt64?, [ReceivedPush]) in
            let ready = state.members.compactMap(\.registry).reduce(into: Set<PKPushType>()) { $0.formUnion($1.wishes) }
            let wanted = Set(Self.types.filter { ready.contains($0.value) }.keys)
            let homeless = wanted.isEmpty ? [] : state.homeless
            if !wanted.isEmpty { state.homeless = [] }
            guard wanted != state.wanted else { return (wanted, nil, homeless) }
            state.wanted = wanted
            state.round += 1
            return (wanted, state.round, homeless)
        }
        if let round { Task { await receive(wanted, round) } }
        if round == nil { tellTokens() }
        for push in homeless { deliver(push) }
    }

    private func receive(_ wanted: Set<String>, _ round: UInt64) async {
        for name in wanted where state.withLock({ $0.tokens[Self.types[name] ?? .voIP] }) == nil {
            // An app that may not be pushed to has no token, as on an iPhone without the entitlement.
            guard let type = Self.types[name], let token = try? await port.pushToken(for: name) else { continue }
            state.withLock { $0.tokens[type] = Data(token) }
        }
        tellTokens()
        // With nothing wanted, the call only ends the one before.
        while state.withLock({ $0.round }) == round {
            do throws(HandsetError) {
                let push = try await port.nextPush(of: wanted.sorted())
                received(push)
            } catch {
                // Another call took its place: an earlier one, which came late, if this is the one that counts.
                guard error.kind == .busy else { return }
            }
        }
    }

    private func received(_ push: ReceivedPush) {
        let isKnown = state.withLock { state in
            if state.seen.contains(push.id) { return true }
            state.seen.append(push.id)
            if state.seen.count > Self.seenLimit { state.seen.removeFirst() }
            return false
        }
        if isKnown { finish(push.id) } else { deliver(push) }
    }

    private func tellTokens() {
        let due = state.withLock { state in
            var due: [(PKPushRegistry, PKPushCredentials)] = []
            for index in state.members.indices {
                guard let registry = state.members[index].registry else { continue }
                for type in registry.wishes {
                    guard let token = state.tokens[type], state.members[index].told.insert(type).inserted else {
                        continue
                    }
                    due.append((registry, PKPushCredentials(type: type, token: token)))
                }
            }
            return due
        }
        for (registry, credentials) in due {
            let parcel = Lock((registry, credentials))
            registry.queue.async {
                let (registry, credentials) = parcel.withLock { $0 }
                registry.delegate?.pushRegistry(registry, didUpdate: credentials, for: credentials.type)
            }
        }
    }

    /// Hands a push to the first registry that wants it, on its queue.
    private func deliver(_ push: ReceivedPush) {
        guard let type = Self.types[push.type] else { return finish(push.id) }
        let registry = state.withLock { state in
            let registry = state.members.compactMap(\.registry).first { $0.wishes.contains(type) }
            if registry == nil { state.homeless.append(push) }
            return registry
        }
        guard let registry else { return }
        let parcel = Lock(registry)
        registry.queue.async {
            let registry = parcel.withLock { $0 }
            // The delegate may have gone since: then another gets it, or it waits for one.
            guard registry.receive(push, as: type, whenDone: { self.finish(push.id) }) else {
                return self.deliver(push)
            }
        }
    }

    private func finish(_ id: String) { Task { try? await port.finishPush(id) } }
}
