/// What is wrong with octets that could be read all the same.
package enum Damage: Hashable, Sendable {
    /// The field ends so many octets before its length says.
    case truncated(field: String, missing: Int)
    /// The field is longer than the standard allows.
    case tooLong(field: String)
    /// The octets of a time stamp are no moment.
    case noMoment(field: String)
    /// The last information element has too few or too many octets; the whole header is ignored.
    case header
    /// An information element that contradicts itself; it is ignored.
    case element(id: UInt8)
    /// UCS-2 with half a unit at its end.
    case halfUnit
    /// Compressed by TS 23.042, which nothing here reads.
    case compressed
    /// The data coding scheme is reserved and read as the default alphabet.
    case reservedCoding
    /// TP-MTI is reserved and read as SMS-DELIVER.
    case reservedMessageType
    /// Octets that nothing announces follow.
    case trailing(Int)
}

extension Damage: CustomStringConvertible {
    package var description: String {
        switch self {
        case .truncated(let field, let missing): "\(field) ends \(octets(missing)) early"
        case .tooLong(let field): "\(field) is longer than the standard allows"
        case .noMoment(let field): "\(field) is no moment"
        case .header: "the user data header is malformed and ignored"
        case .element(let id): "information element \(id) contradicts itself and is ignored"
        case .halfUnit: "UCS-2 ends in half a unit"
        case .compressed: "the text is compressed"
        case .reservedCoding: "the data coding scheme is reserved"
        case .reservedMessageType: "the message type is reserved"
        case .trailing(let count): "\(octets(count)) after the end"
        }
    }

    private func octets(_ count: Int) -> String { count == 1 ? "1 octet" : "\(count) octets" }
}

// MARK: - Fields

extension Address {
    func damage(_ field: String) -> [Damage] { isTooLong ? [.tooLong(field: field)] : [] }
}

extension Timestamp {
    func damage(_ field: String) -> [Damage] { isValid ? [] : [.noMoment(field: field)] }
}

extension UserData {
    package var damage: [Damage] {
        var damage: [Damage] = []
        if dataCodingScheme.isReserved { damage.append(.reservedCoding) }
        if dataCodingScheme.isCompressed { damage.append(.compressed) }
        if isTruncated { damage.append(.truncated(field: "TP-UD", missing: promisedOctets - octets.count)) }
        if promisedOctets > Limits.userDataOctets { damage.append(.tooLong(field: "TP-UD")) }
        if isHeaderMalformed { damage.append(.header) }
        if let header {
            for element in header where element.isContradiction { damage.append(.element(id: element.id)) }
        }
        if alphabet == .ucs2, !dataCodingScheme.isCompressed, data.count % 2 == 1 { damage.append(.halfUnit) }
        return damage
    }
}

extension UserDataHeader.Element {
    /// Whether the element is one that is interpreted here, and its octets cannot be.
    package var isContradiction: Bool {
        switch id {
        case 0x00, 0x08: Concatenation(self) == nil
        case 0x01: MessageWaiting(self) == nil
        case 0x04, 0x05: ApplicationPorts(self) == nil
        case 0x06: ServiceCentreControl(self) == nil
        case 0x20: data.count != 1
        case 0x22: UserDataHeader(octets: encoded[...])?.replyAddress == nil
        case 0x23: EnhancedVoiceMail(self) == nil
        case 0x24, 0x25: data.count != 1 || data.first.flatMap(NationalLanguage.init) == nil
        default: false
        }
    }

    private var encoded: [UInt8] { [id, UInt8(truncatingIfNeeded: data.count)] + data }
}

extension OptionalParameters {
    package var damage: [Damage] {
        (userData?.damage ?? []) + (trailing.isEmpty ? [] : [.trailing(trailing.count)])
    }
}

// MARK: - TPDUs

extension Deliver {
    /// What is wrong; what the message says stands all the same.
    package var damage: [Damage] {
        var damage = originatingAddress.damage("TP-OA") + timestamp.damage("TP-SCTS") + userData.damage
        if firstOctet.messageType == 3 { damage.insert(.reservedMessageType, at: 0) }
        if !trailing.isEmpty { damage.append(.trailing(trailing.count)) }
        return damage
    }
}

extension Submit {
    package var damage: [Damage] {
        var damage = destinationAddress.damage("TP-DA")
        if case .absolute(let moment) = validityPeriod { damage += moment.damage("TP-VP") }
        damage += userData.damage
        if !trailing.isEmpty { damage.append(.trailing(trailing.count)) }
        return damage
    }
}

extension StatusReport {
    package var damage: [Damage] {
        recipientAddress.damage("TP-RA") + timestamp.damage("TP-SCTS") + dischargeTime.damage("TP-DT")
            + (parameters?.damage ?? [])
    }
}

extension SubmitReport {
    package var damage: [Damage] { timestamp.damage("TP-SCTS") + parameters.damage }
}

extension SMSCommand {
    package var damage: [Damage] {
        var damage = destinationAddress.damage("TP-DA")
        if isTruncated { damage.append(.truncated(field: "TP-CD", missing: Int(length) - data.count)) }
        if firstOctet.hasUserDataHeader, header == nil { damage.append(.header) }
        if length > Limits.commandDataOctets { damage.append(.tooLong(field: "TP-CD")) }
        if !trailing.isEmpty { damage.append(.trailing(trailing.count)) }
        return damage
    }
}

extension TPDU {
    package var damage: [Damage] {
        switch self {
        case .deliver(let value): value.damage
        case .deliverReport(let value): value.parameters.damage
        case .submit(let value): value.damage
        case .submitReport(let value): value.damage
        case .statusReport(let value): value.damage
        case .command(let value): value.damage
        }
    }
}
