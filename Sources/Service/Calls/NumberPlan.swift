import HandsetDialing
import HandsetInterface
import HandsetLines
import HandsetNumbers

/// What numbers mean here: which are emergencies, which are the same, and how a person reads one.
@ServiceActor
final class NumberPlan {
    private let lines: LineRegistry
    /// What the cards name, by modem (EF_ECC, 3GPP TS 31.102, clause 4.2.21).
    private var files: [String: [EmergencyNumber]] = [:]

    init(lines: LineRegistry) { self.lines = lines }

    /// A modem has changed: asks it for what it can.
    func learn(from modem: any Modem) async {
        guard let voice = await modem.voice else {
            lines.voices.remove(modem.name)
            files[modem.name] = nil
            return
        }
        lines.voices.insert(modem.name)
        guard let numbers = await voice.emergencyNumbers else { return }
        files[modem.name] = numbers.compactMap { EmergencyNumber($0) }
    }

    /// The emergency numbers of all cards and their countries together (3GPP TS 22.101, clause 10.1.1).
    var emergency: [EmergencyNumbers] {
        let modems = lines.modemNames
        let hasSIM = modems.contains { lines.statuses[$0]?.sim == .ready }
        let listed = modems.map { modem in
            EmergencyNumbers(
                hasSIM: hasSIM, simFile: files[modem] ?? [], simCountry: lines.country(of: lines.line(on: modem)),
                servingCountry: lines.servingCountry(of: modem))
        }
        return listed.isEmpty ? [EmergencyNumbers(hasSIM: false, simCountry: nil, servingCountry: nil)] : listed
    }

    func situation(isInCall: Bool) -> Dialling.Situation {
        let emergency = emergency
        return Dialling.Situation(isInCall: isInCall) { number in emergency.contains { $0.contains(number) } }
    }

    func isEmergency(_ number: DialString) -> Bool { emergency.contains { $0.contains(number) } }

    /// The country of the line, else of the only one that there is.
    func country(line: String? = nil) -> Country? {
        if let line { return lines.country(of: lines.records.first { $0.id.rawValue == line }) }
        return lines.modemNames.lazy.compactMap { [lines] in lines.country(of: lines.line(on: $0)) }.first
    }

    func areSame(_ one: DialString, _ other: DialString) -> Bool {
        let country = country()
        return TelephoneNumber(one.text, in: country).match(TelephoneNumber(other.text, in: country)) != .none
    }

    /// For a person's eyes.
    func name(of handle: HandleInfo, line: String? = nil) -> String {
        if !handle.name.isEmpty { return handle.name }
        guard handle.kind == .phone else { return handle.value }
        let country = country(line: line)
        return TelephoneNumber(handle.value, in: country).formatted(in: country)
    }

    func title(_ conversation: Conversation) -> String {
        if conversation.isWithheld { return "Number withheld" }
        guard !conversation.handles.isEmpty else { return "Unknown number" }
        return conversation.handles.map { name(of: $0, line: conversation.line) }.joined(separator: ", ")
    }
}
