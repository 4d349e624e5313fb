import HandsetSMS
import HandsetWireCore

/// One PDU of the corpus, with the service centre in front.
struct Sample {
    var name: String
    var octets: [UInt8]
    var text: String
    var isSubmit: Bool

    var hex: String { Hex.string(octets) }

    private static let long =
        "The train to the coast leaves at 14:05 from platform 3; we have seats in coach C, and the tickets are in your"
        + " mail. Bring the blue bag, please, and don't wait for me."
    private static let cyrillic = "Поезд на море уходит в 14:05 с третьего пути, билеты в почте. Жду!"

    private static let texts: [(name: String, text: String)] = [
        ("short", "On my way."), ("line", "On my way, be there at 7, save me a seat?"),
        ("full", String(long.prefix(160))),
        ("symbols", "Total: 35,40 \u{20AC} [paid] {ref 7} ~ \\ ^ | è é ù ì ò Ç Ø ø Å å Δ Φ Γ"),
        ("ucs2", cyrillic), ("emoji", String(repeating: "\u{1F433}\u{2764}", count: 20)),
    ]

    /// What a person types: the counter runs at every key.
    static let typed: [(String, String)] =
        texts.map { ($0.name, $0.text) } + [("five-parts", String(repeating: long, count: 5))]

    static let all: [Sample] = {
        guard let centre = Address("+447785016005"), let peer = Address("+447700900123"),
            let shop = Address(alphanumeric: "Pharmacy")
        else { return [] }
        let time = Timestamp(secondsSince1970: 1_767_225_600, quarterHours: 4)
        let front = ServiceCentreAddress(centre)
        var samples: [Sample] = []
        for (name, text) in texts {
            guard let message = try? Deliver.messages(text, from: peer, timestamp: time, reference: 7).first else {
                continue
            }
            samples.append(Sample("deliver-" + name, PDU(serviceCentre: front, tpdu: message.encoded()), text, false))
        }
        if let part = try? Deliver.messages(long + long, from: shop, timestamp: time, reference: 200).first {
            samples.append(Sample("deliver-part", PDU(serviceCentre: front, tpdu: part.encoded()), long + long, false))
        }
        for (name, text) in texts {
            guard let message = try? Submit.messages(text, to: peer, reference: 7).first else { continue }
            samples.append(Sample("submit-" + name, PDU(tpdu: message.encoded()), text, true))
        }
        return samples
    }()

    private init(_ name: String, _ pdu: PDU, _ text: String, _ isSubmit: Bool) {
        self.name = name
        octets = pdu.encoded()
        self.text = text
        self.isSubmit = isSubmit
    }
}
