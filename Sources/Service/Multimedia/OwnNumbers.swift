import HandsetInterface
import HandsetLines
import HandsetMMS
import HandsetNumbers

/// Which number is the line's own among the recipients of a message: the operator's word or the SIM's, else what the messages
/// of the network say.
///
/// What was learnt serves to tell who the others of a group are, and nothing else: it is not shown as the line's number,
/// and takes nobody out of what an app sends. Whoever forges it hides one number from groups, until others write.
@ServiceActor
final class OwnNumbers {
    private let store: Store
    private let registry: LineRegistry
    private let lines: MultimediaLines
    private var evidence: [LineID: OwnNumberEvidence] = [:]
    private var learnt: [LineID: String] = [:]

    init(store: Store, registry: LineRegistry, lines: MultimediaLines) {
        self.store = store
        self.registry = registry
        self.lines = lines
    }

    func start() async {
        guard let saved = try? await store.ownNumberEvidence() else { return }
        for (line, namings) in saved { keep(OwnNumberEvidence(namings), of: line) }
    }

    /// Where the line's national numbers belong.
    func country(of line: LineID) -> Country? { registry.info(line.rawValue)?.region.flatMap { Country($0) } }

    /// Who the line is among the members of a group.
    func member(of line: LineID) -> String? { lines.ownNumber(of: line) ?? learnt[line] }

    /// Takes into account whom a message is to that came to a line.
    func learn(from message: MMSRetrieveConfirmation, on line: LineID, at time: Int64) async {
        guard lines.ownNumber(of: line) == nil else { return await forget(line) }
        let recipients = message.to + message.cc
        // Of a mailbox anyone may be the sender.
        guard let sender = message.from?.address, Self.isNumber(sender), !recipients.isEmpty,
            recipients.count <= OwnNumberEvidence.recipientLimit
        else { return }
        let naming = OwnNumberEvidence.Naming(
            sender: sender.value, recipients: recipients.filter(Self.isNumber).map(\.value), at: time)
        var changed = evidence[line] ?? OwnNumberEvidence()
        guard changed.add(naming, in: country(of: line)) else { return }
        keep(changed, of: line)
        // A disk that is full now costs what would be known after the next start.
        try? await store.saveOwnNumberEvidence(changed.namings, of: line)
    }

    private func keep(_ evidence: OwnNumberEvidence, of line: LineID) {
        self.evidence[line] = evidence
        learnt[line] = evidence.number(in: country(of: line))
    }

    private func forget(_ line: LineID) async {
        learnt[line] = nil
        guard evidence.removeValue(forKey: line) != nil else { return }
        try? await store.saveOwnNumberEvidence([], of: line)
    }

    private static func isNumber(_ address: MMSAddress) -> Bool {
        switch address {
        case .phoneNumber, .shortCode: address.value.utf8.count <= 32 && address.value.contains(where: \.isNumber)
        case .email, .ipv4, .ipv6, .other: false
        }
    }
}
