package import Foundation
package import HandsetInterface

package typealias HandleInfo = HandsetInterface.HandleInfo

extension CallParty {
    package init(_ info: HandleInfo) {
        self.init(kind: Kind(rawValue: info.kind.rawValue) ?? .generic, value: info.value, name: info.name)
    }
}

extension HandleInfo {
    package init(_ party: CallParty) {
        self.init(kind: Kind(rawValue: party.kind.rawValue) ?? .generic, value: party.value, name: party.name)
    }
}

extension Call {
    /// Nil when the service names it in a way that is no UUID: it may be newer.
    init?(_ info: CallInfo) {
        guard let id = UUID(uuidString: info.id) else { return nil }
        self.init(
            id: id, state: State(rawValue: info.state.rawValue) ?? .ended, isIncoming: info.isIncoming,
            parties: info.handles.map(CallParty.init), isWithheld: info.isWithheld,
            line: info.line.map(Line.ID.init(rawValue:)), app: info.app, isEmergency: info.isEmergency,
            isMuted: info.isMuted, isSilenced: info.isSilenced, isHeldByOther: info.isHeldByOther, group: info.group,
            started: Date(milliseconds: info.started), connected: info.connected.map(Date.init(milliseconds:)),
            ended: info.ended.map(Date.init(milliseconds:)), cause: Cause(info.cause), reason: info.reason,
            actions: Set(info.actions.compactMap { Action(rawValue: $0.rawValue) }))
    }
}

extension Call.Cause {
    init?(_ cause: CallInfo.Cause?) {
        guard let cause else { return nil }
        self = Self(rawValue: cause.rawValue) ?? .unknown
    }
}

extension CallOutcome {
    init(_ result: DialResult) {
        self.init(
            kind: Kind(rawValue: result.outcome.rawValue) ?? .failed, call: result.call.flatMap(UUID.init(uuidString:)),
            text: result.text, cause: Call.Cause(result.cause), reason: result.reason)
    }
}

extension RecentCall {
    init?(_ info: RecentInfo) {
        guard let id = UUID(uuidString: info.id) else { return nil }
        self.init(
            id: id, row: info.row, parties: info.handles.map(CallParty.init),
            line: info.line.map(Line.ID.init(rawValue:)), iccid: info.iccid, app: info.app,
            date: Date(milliseconds: info.date), duration: TimeInterval(info.duration) / 1_000,
            status: Status(rawValue: info.status.rawValue) ?? .unknown, isIncoming: info.isIncoming,
            isRead: info.isRead, cause: Call.Cause(info.cause))
    }
}

extension ServiceAnswer {
    init(_ info: USSDInfo) {
        self.init(text: info.text, standing: Standing(rawValue: info.standing.rawValue) ?? .done)
    }
}

extension Date {
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000) }

    /// Milliseconds since 1970; what is beyond every calendar is its end.
    package var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: value) ?? (value > 0 ? .max : .min)
    }
}
