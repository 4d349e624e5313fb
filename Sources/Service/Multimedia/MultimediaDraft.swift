import HandsetInterface
import HandsetLines
import HandsetMMS
import HandsetNumbers

/// A message of an app, made into what the MMSC takes.
enum MultimediaDraft {
    /// Why there is nothing to offer.
    struct Refusal: Error, Hashable {
        var cause: MultimediaRefusal
        var isPermanent = true
        var reason: String

        var result: SendResult { SendResult(.refused(isPermanent: isPermanent, reason: reason), code: cause.rawValue) }
    }

    /// The recipients, each once, and without the line itself where there are others.
    static func recipients(
        _ given: [String], ownNumber: String?, in country: Country? = nil
    ) throws(Refusal) -> [MMSAddress] {
        var addresses: [(address: MMSAddress, party: Party)] = []
        for text in given {
            guard let address = address(text) else {
                throw Refusal(cause: .recipient, reason: "A recipient is neither a number nor a mail address.")
            }
            let party = Party(address.value, in: country)
            if !addresses.contains(where: { $0.party.isSame(party) }) { addresses.append((address, party)) }
        }
        let own = ownNumber.map { Party($0, in: country) }
        let others = addresses.filter { address in own.map { !$0.isSame(address.party) } ?? true }
        return (others.isEmpty ? addresses : others).map(\.address)
    }

    private static func address(_ text: String) -> MMSAddress? {
        if let digits = Outbox.dialled(text) { return .phoneNumber(digits) }
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        let isMailbox =
            halves.count == 2 && halves.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"<>(),;:\\\"[]".utf8.contains($0) }
        return isMailbox ? .email(text) : nil
    }

    /// The body: the parts in their order, behind a presentation of them where the app brings none.
    static func body(_ request: SendRequest, _ octets: [UInt8]) throws(Refusal) -> MMSBody {
        var parts: [MMSPart] = []
        var names: Set<String> = []
        if request.parts.isEmpty, !request.text.isEmpty { parts.append(MMSPart(text: request.text, name: "text.txt")) }
        for (index, info) in request.parts.enumerated() {
            guard let data = info.octets(in: octets) else {
                throw Refusal(cause: .parts, reason: "A part lies outside the message's body.")
            }
            guard isMediaType(info.type) else {
                throw Refusal(cause: .parts, reason: "A part has no media type.")
            }
            let wanted = plain(info.id)
            let name = wanted.isEmpty || names.contains(wanted) ? "part\(index + 1)" : wanted
            names.insert(name)
            parts.append(part(info, name, Array(data)))
        }
        guard !parts.isEmpty else { throw Refusal(cause: .parts, reason: "The message has no parts.") }
        if let root = parts.firstIndex(where: { $0.contentType.mediaType.isNamed("application/smil") }),
            let presentation = try? MMSPresentation(reading: parts[root].data)
        {
            parts.remove(at: root)
            guard !parts.isEmpty else { throw Refusal(cause: .parts, reason: "The message has no parts.") }
            return MMSBody(presentation: presentation, parts: parts)
        }
        return MMSBody(presentation: MMSPresentation(showing: parts), parts: parts)
    }

    private static func part(_ info: MessagePartInfo, _ name: String, _ data: [UInt8]) -> MMSPart {
        let file = plain(info.name)
        // The name that telephones know (OMA-TS-MMS-CONF-V1_3, 7.1.6).
        let type = MediaType(info.type.lowercased() == "text/vcard" ? "text/x-vCard" : info.type)
        let text = info.type.hasPrefix("text/") ? String(validating: data, as: UTF8.self) : nil
        var part = MMSPart(type, name: name, data: data)
        var parameters = text == nil ? [] : [Parameter.charset(.utf8)]
        parameters.append(Parameter(.name, .text(TextValue(file.isEmpty ? name : file))))
        part.contentType = ContentType(type, parameters)
        return part
    }

    /// Letters that a name may have in a header and a presentation, whoever reads it.
    private static func plain(_ name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        let trimmed = last.filter { $0 != "<" && $0 != ">" }
        return String(
            trimmed.prefix(80).map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    }

    private static func isMediaType(_ text: String) -> Bool {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        return halves.count == 2 && halves.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"()<>@,;:\\\"[]?=".utf8.contains($0) }
    }
}
