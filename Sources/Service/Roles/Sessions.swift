import Glibc
import HandsetDBus

/// Who is logged in, as logind knows (org.freedesktop.login1(5)).
///
/// The agent of a session speaks for the person. A system's service that registered as one could give itself the
/// person's consent, and with it everybody's messages.
@ServiceActor
final class Sessions {
    enum Standing: Hashable, Sendable {
        /// There is no logind to ask.
        case unknown
        case absent
        /// Logged in, but another is at the screen; or allowed by the administrator to run programs without
        /// (lingering).
        case online
        case active
    }

    private let address: BusAddress

    init(bus: BusAddress) { address = bus }

    func standing(of userID: UInt32) async -> Standing {
        guard let bus = try? await Bus.connect(to: address, on: ServiceActor.loop) else { return .unknown }
        let standing = await standing(of: userID, on: bus)
        await bus.close()
        return standing
    }

    private func standing(of userID: UInt32, on bus: Bus) async -> Standing {
        let login1 = "org.freedesktop.login1"
        do throws(BusError) {
            let find = BusCall(
                "GetUser", on: "\(login1).Manager", of: login1, at: "/org/freedesktop/login1", [.uint32(userID)])
            guard case .objectPath(let path)? = try await bus.call(find, returning: "o", timeout: .seconds(5)).first
            else {
                return .unknown
            }
            let ask = BusCall(
                "Get", on: "org.freedesktop.DBus.Properties", of: login1, at: path,
                [.string("\(login1).User"), .string("State")])
            guard
                case .variant(.string(let state))? = try await bus.call(ask, returning: "v", timeout: .seconds(5)).first
            else { return .unknown }
            switch state {
            case "active": return .active
            case "online", "opening", "lingering": return .online
            default: return .absent
            }
        } catch {
            return error.remoteName?.hasPrefix("\(login1).") == true ? .absent : .unknown
        }
    }

    /// Whether a user's program may be the agent. Where nobody can say who is logged in: a person's user, or our own,
    /// not another service's.
    nonisolated static func mayBeAgent(_ userID: UInt32, _ standing: Standing) -> Bool {
        switch standing {
        case .active, .online: true
        case .absent: userID == geteuid()
        case .unknown: userID == geteuid() || userID == 0 || userID >= 1_000
        }
    }
}
