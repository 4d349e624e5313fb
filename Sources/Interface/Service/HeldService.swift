import HandsetDBus

/// What answers for the parts that were received and that no app can be given (Status1).
package protocol HeldService: Sendable {
    /// Those behind an id, in order, `InterfaceLimits.heldPage` at most.
    func held(after id: UInt64, withOctets: Bool, for caller: Caller) async throws(ServiceError) -> [HeldInfo]
    /// Deletes one by its id, or all of a kind.
    func forgetHeld(_ choice: HeldChoice, for caller: Caller) async throws(ServiceError)
}

/// What is to be forgotten.
package enum HeldChoice: Hashable, Sendable {
    case id(UInt64)
    case kind(String)
}

extension Dispatch {
    func status(_ member: String, _ arguments: inout Arguments, _ caller: Caller) async throws(ServiceError)
        -> [BusValue]
    {
        if member == "GetStatus" { return [.dictionary(try await service.status(for: caller).dictionary)] }
        guard let service = service as? any HeldService else { throw Self.unknown }
        switch member {
        case "GetHeld":
            let id = try arguments.uint64()
            return [.values(try await service.held(after: id, withOctets: try arguments.boolean(), for: caller))]
        case "ForgetHeld":
            let kind = try arguments.string("kind")
            let id = try arguments.uint64()
            guard kind.isEmpty != (id == 0) else {
                throw ServiceError(.invalidArgument, "either a kind or an id is forgotten")
            }
            try await service.forgetHeld(kind.isEmpty ? .id(id) : .kind(kind), for: caller)
            return []
        default: throw Self.unknown
        }
    }
}

extension ServiceClient {
    package func held(after id: UInt64, withOctets: Bool) async throws(ServiceError) -> [HeldInfo] {
        var answer = try await call(
            "GetHeld", on: HandsetName.status, [.uint64(id), .boolean(withOctets)], returning: "aa{sv}")
        return try answer.values("held")
    }

    package func forgetHeld(_ choice: HeldChoice) async throws(ServiceError) {
        let (kind, id): (String, UInt64) =
            switch choice {
            case .id(let id): ("", id)
            case .kind(let kind): (kind, 0)
            }
        _ = try await call("ForgetHeld", on: HandsetName.status, [.text(kind), .uint64(id)])
    }
}
