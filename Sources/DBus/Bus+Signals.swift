/// Which signals are wanted (D-Bus Specification, "Match Rules").
package struct SignalMatch: Hashable, Sendable {
    /// A unique name, or a well-known one: then only its owner's signals count.
    package var sender: String
    package var path: String?
    package var interface: String
    package var member: String?
    package var firstArgument: String?

    package init(
        _ member: String?, on interface: String, of sender: String, at path: String? = nil,
        firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }

    var rule: String {
        var rule = "type='signal',sender=\(quoted(sender)),interface=\(quoted(interface))"
        if let path { rule += ",path=\(quoted(path))" }
        if let member { rule += ",member=\(quoted(member))" }
        if let firstArgument { rule += ",arg0=\(quoted(firstArgument))" }
        return rule
    }

    /// An apostrophe stands outside the quotes, behind a backslash.
    private func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    func matches(_ message: BusMessage, senderOwner: String?) -> Bool {
        message.sender == senderOwner && message.interface == interface
            && path.map { $0 == message.path } ?? true && member.map { $0 == message.member } ?? true
            && firstArgument.map { $0 == message.body?.first?.string } ?? true
    }
}

/// A subscription, to take it back with.
package struct Subscription: Hashable, Sendable { fileprivate let number: UInt64 }

struct SignalSubscription {
    var match: SignalMatch
    var handler: @Sendable (BusMessage) -> Void
    /// Keeps the owner of a well-known sender known.
    var follow: NameFollow?
}

extension Bus {
    /// Has `handler` called with each such signal, until `unsubscribe`. No signal after the return is missed.
    @discardableResult
    package func subscribe(
        _ match: SignalMatch, _ handler: @escaping @Sendable (BusMessage) -> Void
    ) async throws(BusError) -> Subscription {
        nextSubscription += 1
        let subscription = Subscription(number: nextSubscription)
        let follow: NameFollow? = Self.speaksForItself(match.sender) ? nil : try await follow(match.sender) { _ in }
        subscriptions[subscription] = SignalSubscription(match: match, handler: handler, follow: follow)
        do throws(BusError) {
            try await call(.driver("AddMatch", [.string(match.rule)]))
        } catch {
            subscriptions[subscription] = nil
            if let follow { unfollow(follow) }
            throw error
        }
        return subscription
    }

    package func unsubscribe(_ subscription: Subscription) {
        guard let ended = subscriptions.removeValue(forKey: subscription) else { return }
        try? post(.driver("RemoveMatch", [.string(ended.match.rule)]))
        if let follow = ended.follow { unfollow(follow) }
    }

    func receivedSignal(_ message: BusMessage) {
        if message.sender == "org.freedesktop.DBus", message.member == "NameOwnerChanged" { ownerChanged(message) }
        for subscription in subscriptions.values {
            let sender = subscription.match.sender
            let owner = Self.speaksForItself(sender) ? sender : followed[sender]?.owner
            if subscription.match.matches(message, senderOwner: owner) { subscription.handler(message) }
        }
    }

    /// Whether a message of this sender names it: a unique name, or the bus.
    private static func speaksForItself(_ sender: String) -> Bool {
        sender.hasPrefix(":") || sender == "org.freedesktop.DBus"
    }
}
