/// What a string means when the person presses SEND (TS 22.030, 6.5): a call, or one of the things that look like one.
///
/// A string that begins as a service code never loses its `*` and `#`, and is a call only where the standard says so.
package enum Dialling: Hashable, Sendable {
    case call(Call)
    /// A service of the network, by its code; the modem is told the service (`+CCFC` and its kind), not the string.
    case service(ServiceCode)
    /// A string for an application in the network (`+CUSD`): what ends in `#` and is no known service, and what is too
    /// short to be a number.
    case ussd(DialString)
    /// Done in the device.
    case local(LocalCode)
    /// Done to the calls that there are.
    case control(CallControlCode)

    /// A call that is asked for.
    package struct Call: Hashable, Sendable {
        package var number: DialString
        /// Whether this one call hides or shows the caller's number (`#31#`, `*31#`), whatever the line does otherwise.
        package var identity: CallerIdentity
        /// What is sent after the answer.
        package var steps: [DialSequence.Step]

        package init(
            number: DialString, identity: CallerIdentity = .asSubscribed, steps: [DialSequence.Step] = []
        ) {
            self.number = number
            self.identity = identity
            self.steps = steps
        }

        /// What reaches `ATD`: the number, behind the code for the identity.
        package var dialString: DialString {
            // Only a number of nearly the whole limit has no room for the code.
            (try? DialString(identity.code + number.text)) ?? number
        }
    }

    /// Calling line identification restriction for one call (TS 22.030, annex B; TS 22.081).
    package enum CallerIdentity: Hashable, Sendable {
        case asSubscribed, hidden, shown

        var code: String {
            switch self {
            case .asSubscribed: ""
            case .hidden: "#31#"
            case .shown: "*31#"
            }
        }
    }

    /// What the same string depends on.
    package struct Situation: Sendable {
        /// Whether there is a call, active, held or waiting: then `0` to `5` control it, and no short string dials.
        package var isInCall: Bool
        /// Whether the number (without `#31#` in front) is an emergency number: those are calls however short they are.
        package var isEmergency: @Sendable (DialString) -> Bool

        package init(isInCall: Bool = false, isEmergency: @escaping @Sendable (DialString) -> Bool = { _ in false }) {
            self.isInCall = isInCall
            self.isEmergency = isEmergency
        }
    }

    /// Reads `written` as a person typed it.
    package init(_ written: some StringProtocol, in situation: Situation = Situation()) throws(DialingError) {
        try self.init(DialSequence(written), in: situation)
    }

    /// Classifies a separated string.
    /// - Throws: when tones are asked for behind something that is no call.
    package init(_ sequence: DialSequence, in situation: Situation = Situation()) throws(DialingError) {
        let meaning = Self.meaning(of: sequence.number, in: situation)
        guard case .call(var call) = meaning else {
            guard sequence.steps.isEmpty else { throw DialingError(.tones, .character) }
            self = meaning
            return
        }
        call.steps = sequence.steps
        self = .call(call)
    }

    private static func meaning(of string: DialString, in situation: Situation) -> Dialling {
        if situation.isEmergency(string) { return .call(Call(number: string)) }
        if situation.isInCall, let control = CallControlCode(string) { return .control(control) }
        if let local = LocalCode(string) { return .local(local) }
        if let (code, length) = ServiceCode.reading(string) {
            let rest = string.octets.dropFirst(length)
            if rest.isEmpty {
                return code.service == nil || code.service == .equipmentIdentity ? .ussd(string) : .service(code)
            }
            // A number behind the code: only the restriction of the caller's number has a meaning for one call.
            if code.service == .callingLineIdentityRestriction, code.information.isEmpty,
                let number = try? DialString(octets: rest), number.text.utf8.last != UInt8(ascii: "#")
            {
                // A modem may know an emergency number only when it stands alone.
                if situation.isEmergency(number) { return .call(Call(number: number)) }
                switch code.procedure {
                case .deactivation: return .call(Call(number: number, identity: .hidden))
                case .activation: return .call(Call(number: number, identity: .shown))
                default: break
                }
            }
        }
        if string.text.utf8.last == UInt8(ascii: "#") { return .ussd(string) }
        // Figure 3.5.3.2: one or two characters are USSD, except two that begin with 1, outside a call.
        if string.count <= 2, situation.isInCall || string.count == 1 || string.text.utf8.first != UInt8(ascii: "1") {
            return .ussd(string)
        }
        return .call(Call(number: string))
    }

    /// Whether a call is made at once.
    package var isCall: Bool {
        if case .call = self { true } else { false }
    }
}
