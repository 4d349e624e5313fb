/// A service code: the procedures of the man-machine interface (TS 22.030, 6.5.2), `*SC*SIA*SIB*SIC#` and its kind.
package struct ServiceCode: Hashable, Sendable {
    /// What is asked for, by the marks in front.
    package enum Procedure: String, Hashable, Sendable, CaseIterable {
        case activation = "*"
        case deactivation = "#"
        case interrogation = "*#"
        case registration = "**"
        case erasure = "##"
    }

    package var procedure: Procedure
    /// The service code SC: two or three digits.
    package var code: String
    /// The supplementary information SIA, SIB, SIC and what may follow. An empty one was left out between two `*`.
    package var information: [String]
    /// The whole string, as it is sent to a modem or, when the service is unknown, to the network as USSD.
    package var dialString: DialString

    /// The service, nil for a code that the standard does not give (TS 22.030, annex B).
    package var service: Service? { Service(code: code) }

    /// Reads the front of `text` that is a service code.
    /// - Returns: the code, and how many octets it takes; nil when `text` does not begin with one.
    static func reading(_ text: DialString) -> (code: ServiceCode, length: Int)? {
        let octets = text.octets
        let star = UInt8(ascii: "*")
        let hash = UInt8(ascii: "#")
        let marks = octets.prefix(2).prefix { $0 == star || $0 == hash }
        guard let procedure = Procedure(rawValue: String(decoding: marks, as: UTF8.self)),
            let end = octets.dropFirst(marks.count).firstIndex(of: hash)
        else { return nil }
        let groups = octets[marks.count..<end].split(separator: star, omittingEmptySubsequences: false)
        guard let code = groups.first, (2...3).contains(code.count), groups.count <= 5,
            code.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let whole = try? DialString(octets: octets[...end])
        else { return nil }
        let information = groups.dropFirst().map { String(decoding: $0, as: UTF8.self) }
        return (
            ServiceCode(
                procedure: procedure, code: String(decoding: code, as: UTF8.self), information: information,
                dialString: whole),
            length: end + 1
        )
    }
}

extension ServiceCode {
    /// The services that have a code (TS 22.030, annexes B and C).
    package enum Service: Hashable, Sendable {
        case unconditionalForwarding, forwardingWhenBusy, forwardingWithoutReply, forwardingWhenNotReachable
        case allForwarding, allConditionalForwarding
        case callingLineIdentity, callingLineIdentityRestriction, connectedLineIdentity
        case connectedLineIdentityRestriction, callingName
        case callWaiting, completionOfCalls, transfer, deflection, followMe, priority, multipleSubscriberProfile
        case userToUserSignalling
        case outgoingBarring, outgoingInternationalBarring, outgoingInternationalBarringExceptHome
        case incomingBarring, incomingBarringWhenRoaming, allBarring, allOutgoingBarring, allIncomingBarring
        /// `**03*…#`: a new password for barring.
        case barringPassword
        /// `*#06#`.
        case equipmentIdentity
        case changePIN, changePIN2, unblockPIN, unblockPIN2

        init?(code: String) {
            guard let service = Self.services[code] else { return nil }
            self = service
        }

        private static let services: [String: Service] = [
            "21": .unconditionalForwarding, "67": .forwardingWhenBusy, "61": .forwardingWithoutReply,
            "62": .forwardingWhenNotReachable, "002": .allForwarding, "004": .allConditionalForwarding,
            "30": .callingLineIdentity, "31": .callingLineIdentityRestriction, "76": .connectedLineIdentity,
            "77": .connectedLineIdentityRestriction, "300": .callingName,
            "43": .callWaiting, "37": .completionOfCalls, "96": .transfer, "66": .deflection, "214": .followMe,
            "75": .priority, "750": .priority, "751": .priority, "752": .priority, "753": .priority, "754": .priority,
            "59": .multipleSubscriberProfile, "591": .multipleSubscriberProfile, "592": .multipleSubscriberProfile,
            "593": .multipleSubscriberProfile, "594": .multipleSubscriberProfile,
            "360": .userToUserSignalling, "361": .userToUserSignalling, "362": .userToUserSignalling,
            "363": .userToUserSignalling,
            "33": .outgoingBarring, "331": .outgoingInternationalBarring,
            "332": .outgoingInternationalBarringExceptHome, "35": .incomingBarring,
            "351": .incomingBarringWhenRoaming, "330": .allBarring, "333": .allOutgoingBarring,
            "353": .allIncomingBarring, "03": .barringPassword,
            "06": .equipmentIdentity, "04": .changePIN, "042": .changePIN2, "05": .unblockPIN, "052": .unblockPIN2,
        ]
    }
}

/// Printing one says the procedure and the service, not the numbers and passwords inside.
extension ServiceCode: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "\(procedure) of service \(code)" }
    package var debugDescription: String { description }
}
