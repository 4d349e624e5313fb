/// Where a message belongs: most of what a network sends is not for the messaging app.
package enum Purpose: Hashable, Sendable {
    /// A text for the messaging app.
    case text
    /// A text of class 0: shown at once, not stored.
    case immediate
    /// Acknowledged, and neither shown nor stored: type 0, and the class 0 message of no data that serves the same end.
    case silent
    /// A mailbox's indication. The text that came with it may be thrown away when none of the indications says "store".
    case waiting(store: Bool)
    /// Data for an application, by its ports.
    case application(ApplicationPorts)
    /// For the SIM: data download, or class 2.
    case sim
    /// For the mobile equipment: data download, depersonalisation.
    case equipment
    /// Control of a visual voicemail client (OMTP VVM 1.3, 2.5).
    case visualVoicemail
    /// 8-bit data that names no application.
    case data
}

extension Deliver {
    /// Where this part belongs; see ``ReassembledMessage/purpose``.
    package var purpose: Purpose {
        switch protocolIdentifier.meaning {
        case .typeZero: return .silent
        case .simDataDownload: return .sim
        case .equipmentDataDownload, .equipmentDepersonalization: return .equipment
        default: break
        }
        if let ports = userData.header?.ports { return .application(ports) }
        let waiting = userData.waiting
        if !waiting.isEmpty { return .waiting(store: waiting.contains(where: \.store)) }
        if dataCodingScheme.messageClass == .sim { return .sim }
        guard userData.alphabet != .data else {
            return dataCodingScheme.messageClass == .immediate && userData.data.isEmpty ? .silent : .data
        }
        if userData.text?.hasPrefix("//VVM:") == true { return .visualVoicemail }
        return dataCodingScheme.messageClass == .immediate ? .immediate : .text
    }
}

extension ReassembledMessage {
    /// Where the message belongs: its first part says so, and where that is missing, the first that is here.
    package var purpose: Purpose { parts.first?.deliver.purpose ?? .data }
}
