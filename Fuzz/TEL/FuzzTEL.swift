import HandsetDialing

/// libFuzzer's entry. The first octet chooses the reader, the rest is its input. Traps are what is looked for, links
/// that do not survive a second round, and above all anything but dialable characters in what a modem would be told.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTEL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let choice = input.first else { return 0 }
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    switch choice % 4 {
    case 0:
        if let uri = try? TelephoneURI("tel:" + text) { telephone(uri) }
    case 1:
        if let uri = try? TelephoneURI(text) { telephone(uri) }
    case 2:
        guard let uri = try? SMSURI("sms:" + text) else { return 0 }
        for recipient in uri.recipients { dialled(recipient.sequence) }
        guard uri.link.utf8.count <= DialingLimits.smsURI else { return 0 }
        guard let again = try? SMSURI(uri.link) else { preconditionFailure("what we write, we read") }
        precondition(again.recipients == uri.recipients && again.body == uri.body)
    default:
        guard let sequence = try? DialSequence(text) else { return 0 }
        dialled(sequence)
        precondition((try? DialSequence(sequence.text)) == sequence)
    }
    return 0
}

private func telephone(_ uri: TelephoneURI) {
    dialled(uri.sequence)
    // Encoded, what was written without may be over the limit.
    guard uri.link.utf8.count <= DialingLimits.telephoneURI else { return }
    guard let again = try? TelephoneURI(uri.link) else { preconditionFailure("what we write, we read") }
    precondition(again.subscriber == uri.subscriber && again.warnings.isEmpty)
}

private func dialled(_ sequence: DialSequence) {
    let dialable = Set("0123456789*#+ABCD".utf8)
    let secrets = ["**04*", "**042*", "**05*", "**052*"]
    for isInCall in [false, true] {
        guard let dialling = try? Dialling(sequence, in: .init(isInCall: isInCall)) else { continue }
        switch dialling {
        case .call(let call):
            precondition(dialable.isSuperset(of: call.dialString.octets))
            precondition(!secrets.contains { call.dialString.text.hasPrefix($0) })
        case .ussd(let string): precondition(!secrets.contains { string.text.hasPrefix($0) })
        case .service, .local, .control: break
        }
    }
}
