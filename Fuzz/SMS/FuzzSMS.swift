import HandsetSMS
import HandsetWireCore

/// libFuzzer's entry. The first octet chooses the decoder, the rest is its input. Traps are what is looked for, and
/// values that do not survive a second round.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSMS(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let choice = input.first else { return 0 }
    let octets = Array(input.dropFirst())
    switch choice % 8 {
    case 0, 1: tpdu(octets, .mobileTerminated, isError: choice & 8 != 0)
    case 2, 3: tpdu(octets, .mobileOriginated, isError: choice & 8 != 0)
    case 4:
        guard let pdu = try? PDU(decoding: octets) else { break }
        precondition(pdu.encoded() == octets)
        tpdu(pdu.tpdu, .mobileTerminated, isError: false)
    case 5:
        if let page = try? CellBroadcastPage(decoding: octets) {
            precondition(page.encoded() == octets)
            _ = (page.text, page.damage, page.page, page.pages)
        }
        if let message = try? CellBroadcastMessage(decoding: octets) {
            _ = message.text
            precondition((try? CellBroadcastMessage(decoding: message.encoded())) == message)
        }
    case 6:
        let string = USSDString(octets: Array(octets.dropFirst()), coding: BroadcastCoding(rawValue: octets.first ?? 0))
        _ = (string.text, string.language)
    default: text(String(decoding: octets, as: UTF8.self))
    }
    return 0
}

private func tpdu(_ octets: [UInt8], _ direction: TPDU.Direction, isError: Bool) {
    let (value, failure) = TPDU.reading(octets, direction: direction, isError: isError)
    guard let value else { return }
    guard failure == nil else { return }
    let encoded = value.encoded()
    let damage = value.damage
    // An address that was too long is the one thing that is not kept.
    if !damage.contains(where: { if case .tooLong = $0 { true } else { false } }) { precondition(encoded == octets) }
    switch value {
    case .deliver(let message):
        userData(message.userData)
        _ = (message.originatingAddress.value, message.timestamp.description, message.purpose)
        var reassembler = Reassembler()
        _ = reassembler.receive(message, id: 1, line: "", now: 0)
        precondition(reassembler.receive(message, id: 2, line: "", now: 1) == [.duplicate(of: 1)])
        _ = reassembler.expire(now: 1 << 40)
    case .submit(let message):
        userData(message.userData)
        _ = (message.destinationAddress.value, message.validityPeriod.seconds)
    case .statusReport(let report):
        _ = (report.recipientAddress.value, report.status.class, report.dischargeTime.secondsSince1970)
        if let data = report.parameters?.userData { userData(data) }
    case .deliverReport(let report): if let data = report.parameters.userData { userData(data) }
    case .submitReport(let report): if let data = report.parameters.userData { userData(data) }
    case .command(let command): _ = command.destinationAddress.value
    }
}

private func userData(_ data: UserData) {
    _ = (data.text, data.waiting, data.damage)
    guard let header = data.header else { return }
    _ = (header.ports, header.replyAddress, header.emailHeaderLength, header.serviceCentreControl)
    precondition(UserDataHeader(header.elements)?.octets.count ?? header.octets.count == header.octets.count)
}

private func text(_ text: String) {
    for segmenter in [
        Segmenter(), Segmenter(languages: [.turkish, .hindi], usesWideReference: true), Segmenter(alphabet: .ucs2),
    ] {
        guard let segments = try? segmenter.segments(of: text, reference: 0xABCD) else { continue }
        precondition(UserData.text(joining: segments) == text)
        precondition((try? segmenter.count(text))?.parts == segments.count)
        for segment in segments { precondition(segment.octets.count <= Limits.userDataOctets) }
    }
    if let string = USSDString(text) { precondition(string.text == text || text.hasSuffix("\r")) }
    if let address = Address(text) { precondition(!address.value.isEmpty) }
}
