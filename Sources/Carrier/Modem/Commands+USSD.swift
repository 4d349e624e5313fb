import HandsetAT
import HandsetSMS

// Unstructured data (3GPP TS 27.007, clause 7.15; 3GPP TS 23.090).
extension SimulatedModem {
    /// Characters of the longest string (3GPP TS 24.080, clause 4.4.3.11: 160 octets).
    private static let ussdLimit = 182

    func unstructuredData(_ command: Command) -> Answer? {
        guard case .extended("+CUSD", let form) = command else { return nil }
        switch form {
        case .test: return .ok(["+CUSD: (0-2)"])
        case .read: return .ok(["+CUSD: \(settings.voice.showsUSSD ? 1 : 0)"])
        case .execute: return .failure(.error)
        case .set(let values):
            guard let mode = values[at: 0].isEmpty ? 0 : values[at: 0].number, mode <= 2 else {
                return .cme(.incorrectParameters)
            }
            if mode == 2 {
                cancelUSSD()
                return .done
            }
            guard !values[at: 1].isEmpty else {
                settings.voice.showsUSSD = mode == 1
                return .done
            }
            guard let octets = values[at: 1].octets, values[at: 2].isEmpty || values[at: 2].number != nil,
                let text = ussdText(octets, scheme: values[at: 2].number ?? 15), 1...Self.ussdLimit ~= text.count
            else { return .cme(.incorrectParameters) }
            settings.voice.showsUSSD = mode == 1
            return sendUSSD(text)
        }
    }

    // MARK: The session

    func sendUSSD(_ text: String) -> Answer {
        if let cardError { return .cme(cardError) }
        guard isRegistered, let home else { return .cme(.noNetworkService) }
        let reply: USSDReply
        switch voice.ussd {
        case .asked: return .cme(.operationNotAllowed)
        case .menu(let choices, let token):
            world.timeline.cancel(token)
            note(text, isFromModem: true)
            guard let next = choices[text] ?? choices["*"] else {
                voice.ussd = .idle
                return endUSSD(.terminatedByNetwork)
            }
            reply = next
        case .idle:
            note(text, isFromModem: true)
            reply = home.ussd[text] ?? .refusal
        }
        let delay = home.configuration.ussdDelay
        guard delay > .zero else {
            take(reply)
            return .done
        }
        voice.ussd = .asked(
            world.timeline.schedule(after: delay) { [weak self] in
                self?.voice.ussd = .idle
                self?.take(reply)
            })
        return .done
    }

    /// The network says something, asked or not.
    func take(_ reply: USSDReply) {
        let limit = home?.configuration.ussdTimeout ?? .seconds(30)
        switch reply {
        case .answer(let text):
            voice.ussd = .idle
            tell(.done, text)
        case .menu(let text, let choices):
            voice.ussd = .menu(
                choices,
                world.timeline.schedule(after: limit) { [weak self] in
                    self?.voice.ussd = .idle
                    self?.endUSSD(.terminatedByNetwork)
                })
            tell(.actionRequired, text)
        case .refusal:
            voice.ussd = .idle
            endUSSD(.notSupported)
        case .silence:
            voice.ussd = .asked(
                world.timeline.schedule(after: limit) { [weak self] in
                    self?.voice.ussd = .idle
                    self?.endUSSD(.timedOut)
                })
        }
    }

    /// The network asks or tells of its own accord; false where a session is under way.
    func push(_ reply: USSDReply) -> Bool {
        guard isRegistered, case .idle = voice.ussd else { return false }
        take(reply)
        return true
    }

    private func cancelUSSD() {
        switch voice.ussd {
        case .idle: return
        case .asked(let token), .menu(_, let token): world.timeline.cancel(token)
        }
        voice.ussd = .idle
        note("", isFromModem: true)
    }

    /// The session is gone with the radio or the card.
    func loseUSSD(announces: Bool) {
        switch voice.ussd {
        case .idle: return
        case .asked(let token), .menu(_, let token): world.timeline.cancel(token)
        }
        voice.ussd = .idle
        if announces { endUSSD(.terminatedByNetwork) }
    }

    @discardableResult
    private func endUSSD(_ status: USSDStatus) -> Answer {
        note("", isFromModem: false)
        if settings.voice.showsUSSD, !faults.take(.loseUSSD) { emit("+CUSD: \(status.rawValue)") }
        return .done
    }

    private func tell(_ status: USSDStatus, _ text: String) {
        note(text, isFromModem: false)
        guard settings.voice.showsUSSD, !faults.take(.loseUSSD) else { return }
        let (string, scheme) = ussdString(String(text.prefix(Self.ussdLimit)))
        emit(
            octets: [13, 10] + Array("+CUSD: \(status.rawValue),\"".utf8) + string + Array("\",\(scheme)".utf8) + [
                13, 10,
            ])
    }

    private func note(_ text: String, isFromModem: Bool) {
        world.ussdLog.append(
            USSDRecord(modem: name, isFromModem: isFromModem, text: text, time: world.timeline.now))
        world.changed()
    }

    // MARK: Strings and character sets (clauses 5.5 and 7.15)

    /// What the TE means by a string.
    private func ussdText(_ octets: [UInt8], scheme: Int) -> String? {
        guard !DataCodingScheme.isUCS2(unstructured: scheme) else { return Self.ucs2(octets) }
        if configuration.voice.packsUSSD {
            guard let packed = Hex.decode(octets) else { return nil }
            var text = GSM7.text(ofPacked: packed, count: packed.count * 8 / 7)
            // Seven octets hold eight septets: the last is padding (3GPP TS 23.038, clause 6.1.2.3.1).
            if packed.count % 7 == 0, let last = text.last, last == "\r" || last == "@" { text.removeLast() }
            return text
        }
        switch settings.characterSet {
        case "GSM": return GSM7.text(ofSeptets: octets.map { $0 & 0x7F })
        case "HEX": return Hex.decode(octets).map { GSM7.text(ofSeptets: $0.map { $0 & 0x7F }) }
        case "UCS2": return Self.ucs2(octets)
        default: return octets.text
        }
    }

    /// A string for the TE, escaped, and its `<dcs>`: 15 for the default alphabet, 72 for UCS2 (3GPP TS 23.038, clause 5).
    private func ussdString(_ text: String) -> (octets: [UInt8], scheme: Int) {
        guard let septets = GSM7.septets(of: text) else { return (Self.hex(ucs2: text), 72) }
        if configuration.voice.packsUSSD { return (Hex.encode(GSM7.pack(septets)), 15) }
        switch settings.characterSet {
        case "GSM": return (escaped(septets), 15)
        case "HEX": return (Hex.encode(septets), 15)
        case "UCS2": return (Self.hex(ucs2: text), 15)
        case "UTF-8": return (escaped(Array(text.utf8)), 15)
        default: return (escaped(text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") }), 15)
        }
    }

    private static func hex(ucs2 text: String) -> [UInt8] {
        Hex.encode(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    private static func ucs2(_ hex: [UInt8]) -> String? {
        guard let octets = Hex.decode(hex), octets.count % 2 == 0 else { return nil }
        let units = stride(from: 0, to: octets.count, by: 2).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    private func escaped(_ octets: [UInt8]) -> [UInt8] {
        octets.flatMap { octet -> [UInt8] in
            switch octet {
            case 0x0A where configuration.voice.breaksUSSDLines: [0x0D, 0x0A]
            case 0x0A, 0x0D, 0x22, 0x5C: [0x5C] + Hex.encode([octet])
            default: [octet]
            }
        }
    }
}

extension DataCodingScheme {
    /// Whether a scheme of cell broadcast and unstructured data says UCS2 (3GPP TS 23.038, clause 5): groups 01xx with
    /// their alphabet bits, and 0x11.
    static func isUCS2(unstructured scheme: Int) -> Bool {
        scheme == 0x11 || (scheme & 0xC0 == 0x40 && scheme & 0x0C == 0x08)
    }
}
