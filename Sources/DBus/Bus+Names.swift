/// What became of a request for a name.
package enum NameRequest: Hashable, Sendable {
    case owned
    /// Another connection has it; we do not queue for it.
    case taken
}

/// A follower of a name, to take it back with.
package struct NameFollow: Hashable, Sendable {
    package let name: String
    fileprivate let number: UInt64
}

struct FollowedName {
    var owner: String?
    var followers: [UInt64: @Sendable (String?) -> Void] = [:]
}

extension Bus {
    package func requestName(_ name: String) async throws(BusError) -> NameRequest {
        let doNotQueue: UInt32 = 4
        let answer = try await call(.driver("RequestName", [.string(name), .uint32(doNotQueue)]), returning: "u")
        // 1: we own it now, 4: we did already.
        return answer == [.uint32(1)] || answer == [.uint32(4)] ? .owned : .taken
    }

    /// Gives a name back; it is free when this returns.
    package func releaseName(_ name: String) async throws(BusError) {
        try await call(.driver("ReleaseName", [.string(name)]))
    }

    /// Has `handler` called with the owner's unique name now and at each change, `nil` when nobody owns it, until
    /// `unfollow`. A unique name owns itself until it leaves the bus.
    package func follow(
        _ name: String, _ handler: @escaping @Sendable (String?) -> Void
    ) async throws(BusError) -> NameFollow {
        nextSubscription += 1
        let follow = NameFollow(name: name, number: nextSubscription)
        followed[name, default: FollowedName()].followers[follow.number] = handler
        let answer = OneShot<Result<Void, BusError>>()
        do throws(BusError) {
            // In one go: no change can fall between the two.
            try begin(.driver("AddMatch", [.string(Self.ownerRule(name))])) { result in
                if case .failure(let error) = result { answer.give(.failure(error)) }
            }
            try begin(.driver("GetNameOwner", [.string(name)])) { [self] result in
                answer.give(learnOwner(of: name, from: result, tell: handler))
            }
            try await answer.value().get()
        } catch {
            followed[name]?.followers[follow.number] = nil
            throw error
        }
        return follow
    }

    private func learnOwner(
        of name: String, from result: Result<[BusValue], BusError>, tell: (String?) -> Void
    ) -> Result<Void, BusError> {
        var owner: String?
        switch result {
        case .success(let values): owner = values.first?.string
        case .failure(let error):
            guard error.remoteName == "org.freedesktop.DBus.Error.NameHasNoOwner" else { return .failure(error) }
        }
        followed[name]?.owner = owner
        tell(owner)
        return .success(())
    }

    package func unfollow(_ follow: NameFollow) {
        guard followed[follow.name]?.followers.removeValue(forKey: follow.number) != nil else { return }
        try? post(.driver("RemoveMatch", [.string(Self.ownerRule(follow.name))]))
        if followed[follow.name]?.followers.isEmpty ?? false { followed[follow.name] = nil }
    }

    /// The owner as far as it is followed.
    package func owner(of name: String) -> String? { followed[name]?.owner }

    func ownerChanged(_ message: BusMessage) {
        guard message.signature == "sss", let body = message.body, body.count == 3, let name = body[0].string,
            let new = body[2].string
        else { return }
        let owner = new.isEmpty ? nil : new
        if owner == nil { clientVanished(name, .client) }
        guard let follow = followed[name] else { return }
        followed[name]?.owner = owner
        for handler in follow.followers.values { handler(owner) }
    }

    static func ownerRule(_ name: String) -> String {
        SignalMatch(
            "NameOwnerChanged", on: "org.freedesktop.DBus", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            firstArgument: name
        ).rule
    }
}
