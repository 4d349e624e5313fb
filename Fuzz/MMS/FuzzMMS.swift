import HandsetMMS
import HandsetWireCore

/// libFuzzer's entry. The first octet chooses the decoder, the rest is its input. Traps are what is looked for, and
/// values that do not survive a second round.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMMS(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let choice = input.first else { return 0 }
    let octets = Array(input.dropFirst())
    switch choice % 8 {
    case 0, 1, 2: pdu(octets)
    case 3: push(octets)
    case 4: multipart(octets)
    case 5: presentation(octets)
    case 6:
        let number = UInt32(octets.first ?? 0) << 8 | UInt32(octets.dropFirst().first ?? 0)
        let charset = MIBCharset(rawValue: number % 2300)
        if let text = charset.text(of: Array(octets.dropFirst(2))) { _ = charset.octets(of: text) }
    default:
        let address = MMSAddress(String(decoding: octets, as: UTF8.self))
        precondition(MMSAddress(address.text).value == address.value || address.text.contains("/"))
    }
    return 0
}

private func pdu(_ octets: [UInt8]) {
    precondition(MMSExplanation(of: octets).lines.isEmpty == octets.isEmpty)
    guard let pdu = try? MMSPDU(decoding: octets) else { return }
    let encoded = pdu.encoded()
    // Lengths that were written longer than they need are the one thing that changes; the second round changes nothing.
    precondition(encoded.count <= octets.count)
    guard let again = try? MMSPDU(decoding: encoded) else { preconditionFailure("what we write, we read") }
    precondition(again.encoded() == encoded)
    let fields = pdu.fields
    _ = (
        fields.from, fields.subject?.text, fields.date, fields.messageClass, fields.time(.expiry), fields.unknownFields
    )
    _ = [MMSField.to, .cc, .bcc].flatMap(fields.addresses).map(\.value)
    if case .notification(let notification) = pdu {
        _ = (notification.contentLocation.trimmed, notification.messageSize, notification.priority?.name)
    }
    var changed = fields
    changed[.transactionID] = .text("t")
    changed.set(.to, [.text("a"), .text("b")])
    precondition(changed.addresses(.to).count == 2 && changed.text(.transactionID) == "t")
    if let body = fields.body { show(body) }
}

private func show(_ body: MMSBody) {
    guard let slides = try? body.slides() else { return }
    for part in slides.flatMap(\.parts) {
        _ = (part.name, part.text, part.contentType.description, part.disposition, part.contentType.rootType)
    }
}

private func push(_ octets: [UInt8]) {
    guard let push = try? WAPPush(decoding: octets) else { return }
    precondition((try? WAPPush(decoding: push.encoded())) == push)
    _ = (push.subject, push.applicationID)
    if push.subject == .mms { pdu(push.body) }
}

private func multipart(_ octets: [UInt8]) {
    guard let multipart = try? MMSMultipart(decoding: octets) else { return }
    precondition((try? MMSMultipart(decoding: multipart.encoded())) == multipart)
    _ = try? multipart.leaves()
}

private func presentation(_ octets: [UInt8]) {
    guard let presentation = try? MMSPresentation(reading: octets) else { return }
    let encoded = presentation.encoded()
    guard let again = try? MMSPresentation(reading: encoded) else { return }
    precondition(again.encoded() == encoded)
}
