import HandsetMMS

/// PDUs of every kind with fields by chance, the same for the same seed (SplitMix64): what the benchmark reads, and what
/// `script/differential-mms` has Wireshark read.
struct Samples {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(bound))
    }

    private mutating func chance() -> Bool { below(2) == 0 }

    private mutating func text() -> String {
        let words = ["hello", "Grüße", "안녕", "🐸", "a b", "Привет", "x/y", "100%", "é", "\"quoted\"", "line\nbreak"]
        return (0...below(3)).map { _ in words[below(words.count)] }.joined(separator: " ")
    }

    private mutating func id() -> TextValue { TextValue("T-\(below(1 << 30))") }

    private mutating func date() -> UInt64 { 1_600_000_000 + UInt64(below(200_000_000)) }

    private mutating func time() -> MMSTime { chance() ? .relative(UInt64(below(1 << 20))) : .absolute(date()) }

    private mutating func address() -> MMSAddress {
        switch below(6) {
        case 0: .email("user\(below(99))@example.org")
        case 1: .shortCode("\(1000 + below(9000))")
        case 2: .ipv4("192.0.2.\(below(256))")
        case 3: .phoneNumber("555\(1000 + below(9000))")
        default: .phoneNumber("+1555\(1_000_000 + below(9_000_000))")
        }
    }

    private mutating func addresses(_ most: Int) -> [MMSAddress] { (0...below(most)).map { _ in address() } }

    private mutating func body() -> MMSBody {
        let types = ["image/jpeg", "image/png", "audio/amr", "video/3gpp", "text/x-vCard", "application/pdf"]
        var parts: [MMSPart] = []
        for index in 0...below(4) {
            if chance() {
                parts.append(MMSPart(text: text(), name: "text\(index).txt"))
            } else {
                let data = (0..<below(300)).map { _ in UInt8(below(256)) }
                parts.append(MMSPart(MediaType(types[below(types.count)]), name: "part\(index)", data: data))
            }
        }
        return chance() ? MMSBody(mixed: parts) : MMSBody(presentation: MMSPresentation(showing: parts), parts: parts)
    }

    mutating func next() -> [UInt8] {
        switch below(9) {
        case 0:
            var pdu = MMSSendRequest(
                transactionID: id(), to: addresses(20), cc: chance() ? addresses(3) : [],
                bcc: chance() ? addresses(2) : [],
                subject: chance() ? text() : nil, date: date(), body: body())
            pdu.expiry = time()
            pdu.deliveryTime = chance() ? time() : nil
            pdu.priority = MMSPriority(rawValue: 0x80 + UInt8(below(3)))
            pdu.deliveryReport = chance()
            pdu.readReport = chance()
            pdu.messageClass = chance() ? .personal : .auto
            pdu.senderVisibility = chance() ? .show : nil
            return pdu.encoded()
        case 1:
            let codes: [UInt8] = [0x80, 0x86, 0xC0, 0xC3, 0xE0, 0xE3, 0xE5]
            return MMSSendConfirmation(
                transactionID: id(), status: MMSResponseStatus(rawValue: codes[below(codes.count)]),
                text: chance() ? text() : nil, messageID: chance() ? id() : nil
            ).encoded()
        case 2:
            var pdu = MMSNotification(
                transactionID: id(), contentLocation: TextValue("http://192.0.2.1/mms?\(below(1 << 40))"),
                from: chance() ? address() : nil, subject: chance() ? text() : nil, messageSize: UInt64(below(1 << 22)),
                expiry: time())
            pdu.priority = chance() ? .high : nil
            pdu.deliveryReport = chance() ? true : nil
            return pdu.encoded()
        case 3:
            return MMSNotifyResponse(
                transactionID: id(), status: MMSStatus(rawValue: 0x80 + UInt8(below(5))),
                reportAllowed: chance() ? chance() : nil
            ).encoded()
        case 4:
            var pdu = MMSRetrieveConfirmation(
                transactionID: chance() ? id() : nil, messageID: id(), from: .address(address()), to: addresses(5),
                cc: chance() ? addresses(2) : [], subject: chance() ? text() : nil, date: date(), body: body())
            pdu.status = chance() ? .ok : nil
            pdu.priority = .normal
            return pdu.encoded()
        case 5: return MMSAcknowledge(transactionID: id(), reportAllowed: chance() ? chance() : nil).encoded()
        case 6:
            return MMSDelivery(
                messageID: id(), to: address(), date: date(), status: MMSStatus(rawValue: 0x80 + UInt8(below(8)))
            ).encoded()
        case 7:
            return MMSReadRecipient(
                messageID: id(), to: address(), date: chance() ? date() : nil, status: chance() ? .read : .deletedUnread
            ).encoded()
        default:
            return MMSReadOriginator(
                messageID: id(), from: address(), to: address(), date: date(), status: chance() ? .read : .deletedUnread
            ).encoded()
        }
    }
}
