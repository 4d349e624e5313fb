package import HandsetInterface

import Glibc

/// What was received and no app can be given: for the person to count, for the operator to see and to forget.
extension Daemon: HeldService {
    @ServiceActor package func held(
        after id: UInt64, withOctets: Bool, for caller: Caller
    ) async throws(ServiceError) -> [HeldInfo] {
        try await personsTool(caller)
        // Numbers and texts may be in them: a tool of the person's is anybody's on the machine.
        if withOctets { try operate(caller) }
        do throws(StoreError) {
            return try await store.held(
                after: Int64(clamping: id), limit: InterfaceLimits.heldPage, withOctets: withOctets)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    @ServiceActor package func forgetHeld(_ choice: HeldChoice, for caller: Caller) async throws(ServiceError) {
        try await personsTool(caller)
        try operate(caller)
        let found: Bool
        do throws(StoreError) {
            found = try await store.forgetHeld(choice)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
        guard found else { throw ServiceError(.invalidArgument, "nothing of that is kept: see `handset held`") }
    }

    private func operate(_ caller: Caller) throws(ServiceError) {
        guard caller.userID == 0 || caller.userID == geteuid() else {
            throw ServiceError(.notPermitted, "only root and the user that runs handsetd may do this: use sudo")
        }
    }

    /// Sentences about kinds that have no room left.
    func troubleOfHeld(_ kinds: [String: Store.HeldCount]) -> [String] {
        kinds.filter { $0.value.kept >= store.heldLimit }.sorted { $0.key < $1.key }.map { kind, count in
            "\(count.kept) messages of the kind \(kind) are kept, which is as many as there may be; later ones are counted "
                + "and let go, \(count.lost) so far: `sudo handset held --forget \(kind)` makes room."
        }
    }
}
