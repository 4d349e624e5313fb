/// A link to write a text: `sms:` (RFC 5724), in the forms that are about.
///
/// Nothing is sent by it: a messaging app shows the recipients and the text to the person.
package struct SMSURI: Hashable, Sendable {
    package enum Warning: Hashable, Sendable, CaseIterable {
        /// There was a `#` that is not encoded; what follows was lost.
        case fragment
        /// Octets of the text were no UTF-8, or control characters; they were replaced or left out.
        case textRepaired
    }

    /// Whom to write to; empty when the person is to choose.
    package var recipients: [TelephoneSubscriber]
    /// The text to begin with.
    package var body: String?
    package var warnings: Set<Warning>

    package init(recipients: [TelephoneSubscriber] = [], body: String? = nil) {
        self.recipients = recipients
        self.body = body
        warnings = []
    }

    /// The recipients' numbers as they are dialled.
    package var numbers: [DialString] { recipients.map(\.number) }

    /// Reads a link.
    ///
    /// Taken are `sms:` and `smsto:`; recipients parted by `,` or, as Android's apps write them, by `;`; the text
    /// behind `?body=` or Apple's `&body=`; and Apple's `sms:/open?addresses=`.
    package init(_ link: some StringProtocol) throws(DialingError) {
        let octets = Array(link.utf8.prefix(DialingLimits.smsURI + 1))
        guard octets.count <= DialingLimits.smsURI else { throw DialingError(.link, .tooLong) }
        let parts = try LinkParts(octets)
        guard parts.scheme == "sms" || parts.scheme == "smsto" else { throw DialingError(.scheme, .unknown) }
        warnings = parts.hasFragment ? [.fragment] : []
        recipients = []
        var hierarchy = parts.hierarchy
        while hierarchy.first == UInt8(ascii: "/") { hierarchy = hierarchy.dropFirst() }
        let marks = [UInt8(ascii: "?"), UInt8(ascii: "&")]
        let end = hierarchy.firstIndex { marks.contains($0) } ?? hierarchy.endIndex
        let path = hierarchy[..<end]
        if !path.elementsEqual("open".utf8), !path.elementsEqual("open/".utf8) { try add(recipients: path) }
        let fields = hierarchy[end...].split { marks.contains($0) }
        guard fields.count <= DialingLimits.fields else { throw DialingError(.link, .tooMany) }
        for field in fields { try add(field: field) }
    }

    private mutating func add(field: ArraySlice<UInt8>) throws(DialingError) {
        guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { return }
        let value = field[(equals + 1)...]
        switch String(decoding: field[..<equals], as: UTF8.self).lowercased() {
        case "body" where body == nil: try set(body: value)
        case "body": throw DialingError(.body, .repeated)
        case "addresses": try add(recipients: value)
        // RFC 5724, 2.2: fields that are not known are passed over.
        default: break
        }
    }

    private mutating func set(body value: ArraySlice<UInt8>) throws(DialingError) {
        let octets = try PercentEncoding.decoded(value, part: .body)
        var text = String.UnicodeScalarView()
        let decoded = String(decoding: octets, as: UTF8.self)
        if String(validating: octets, as: UTF8.self) == nil { warnings.insert(.textRepaired) }
        var previous: Unicode.Scalar?
        for scalar in decoded.unicodeScalars {
            switch scalar {
            case "\r": text.append("\n")
            case "\n" where previous == "\r": break
            case "\n", "\t": text.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": warnings.insert(.textRepaired)
            default: text.append(scalar)
            }
            previous = scalar
        }
        body = String(text)
    }

    private mutating func add(recipients list: ArraySlice<UInt8>) throws(DialingError) {
        for recipient in try Self.parted(list) {
            guard recipients.count < DialingLimits.recipients else { throw DialingError(.recipients, .tooMany) }
            let subscriber = try TelephoneSubscriber(encoded: recipient)
            guard subscriber.steps.isEmpty else { throw DialingError(.recipients, .character) }
            recipients.append(subscriber)
        }
    }

    /// The recipients of a list, each with its parameters. What follows a `;` is a parameter when it has a name.
    private static func parted(_ list: ArraySlice<UInt8>) throws(DialingError) -> [[UInt8]] {
        var recipients: [[UInt8]] = []
        for group in list.split(separator: UInt8(ascii: ",")).flatMap(Self.partedByEncodedComma) {
            var isFirst = true
            for part in group.split(separator: UInt8(ascii: ";")) {
                let isNamed =
                    part.first.map { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") } ?? false
                if isFirst || !isNamed {
                    guard recipients.count <= DialingLimits.recipients else {
                        throw DialingError(.recipients, .tooMany)
                    }
                    recipients.append(Array(part))
                } else if let last = recipients.indices.last {
                    recipients[last] += [UInt8(ascii: ";")] + part
                }
                isFirst = false
            }
        }
        return recipients
    }

    /// Many a page encodes the whole list, its commas too. A parameter's value may have one, so those are left alone.
    private static func partedByEncodedComma(_ group: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        guard !group.contains(UInt8(ascii: ";")) else { return [group] }
        var parts: [ArraySlice<UInt8>] = []
        var rest = group
        while let place = rest.indices.first(where: {
            rest[$0] == UInt8(ascii: "%")
                && String(decoding: rest[$0...].prefix(3), as: UTF8.self).uppercased() == "%2C"
        }) {
            parts.append(rest[..<place])
            rest = rest[(place + 3)...]
        }
        return (parts + [rest]).filter { !$0.isEmpty }
    }

    /// The canonical link. It is longer than the one that was read where that had characters to be encoded.
    package var link: String {
        var link = "sms:" + recipients.map(\.encoded).joined(separator: ",")
        if let body { link += "?body=" + PercentEncoding.encoded(body) }
        return link
    }
}

/// Printing one shows how many recipients there are.
extension SMSURI: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "an sms link to \(recipients.count)" }
    package var debugDescription: String { description }
}
