internal import HandsetWireCore

/// One part of a body: its type, its headers and its octets (WAP-230-WSP, 8.5.3).
package struct MMSPart: Hashable, Sendable {
    package var contentType: ContentType
    package var headers: WSPHeaders
    package var data: [UInt8]
    /// The headers' octets when they could not be read; the part is then an octet stream.
    package private(set) var unreadHeader: [UInt8]?

    package init(contentType: ContentType, headers: WSPHeaders = WSPHeaders(), data: [UInt8]) {
        self.contentType = contentType
        self.headers = headers
        self.data = data
    }

    /// A part of a message that we make.
    /// - Parameter name: the name that the presentation and the recipient know it by: plain ASCII is safest.
    package init(_ mediaType: MediaType, name: String, data: [UInt8]) {
        let name = TextValue(name)
        self.init(
            contentType: ContentType(mediaType, [Parameter(.name, .text(name))]),
            headers: WSPHeaders([
                WSPHeader(.contentID, .quotedText(TextValue(octets: [0x3C] + name.octets + [0x3E]))),
                WSPHeader(.contentLocation, .text(name)),
            ]),
            data: data)
    }

    /// A text as UTF-8.
    package init(text: String, name: String) {
        self.init(.plainText, name: name, data: [UInt8](text.utf8))
        contentType = ContentType(.plainText, [.charset(.utf8), .name(name)])
    }

    /// The presentation, as the root of a related body.
    package init(presentation: MMSPresentation) {
        self.init(
            contentType: ContentType(.smil, [.charset(.utf8), .name("smil.xml")]),
            headers: WSPHeaders([
                WSPHeader(.contentID, .quotedText(MMSPresentation.contentID)),
                WSPHeader(.contentLocation, .text("smil.xml")),
            ]),
            data: presentation.encoded())
    }

    // MARK: What it is called

    /// Content-ID without its angle brackets.
    package var contentID: TextValue? {
        guard let value = header(.contentID, "Content-ID")?.text else { return nil }
        return TextValue(octets: value.octets.filter { $0 != 0x3C && $0 != 0x3E })
    }

    package var contentLocation: TextValue? { header(.contentLocation, "Content-Location")?.text }

    package var disposition: MMSDisposition? {
        guard let value = header(.contentDisposition, "Content-Disposition") ?? headers.first(0x45) else { return nil }
        return MMSDisposition(value)
    }

    /// The name to show and to store it under; nil when it has none. It is the sender's: no path to be trusted.
    package var name: String? {
        let names = [
            disposition?.filename, contentType.name, contentType.filename, contentLocation?.string, contentID?.string,
        ]
        return names.compactMap { $0 }.first { !$0.isEmpty }
    }

    private func header(_ name: WSPHeader.Name, _ text: String) -> WSPValue? {
        guard case .assigned(let number) = name else { return nil }
        return headers.first(number) ?? headers.first(named: text)
    }

    // MARK: What it holds

    /// The text of a part whose type is `text/*` or a presentation; nil for other types and for a character set that we
    /// do not read.
    package var text: String? {
        guard contentType.mediaType.isText || contentType.mediaType.isNamed("application/smil"),
            let data = decodedData
        else { return nil }
        guard contentType[.charset] != nil else {
            // Nobody said; the mark of UTF-16 says it.
            let isUTF16 = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
            return (isUTF16 ? MIBCharset.utf16 : .any).text(of: data)
        }
        return contentType.charset?.text(of: data)
    }

    /// The parts that it holds; nil for a type of one object, and where they cannot be read.
    package var multipart: MMSMultipart? {
        guard contentType.mediaType.isMultipart else { return nil }
        return try? MMSMultipart(decoding: data)
    }

    /// The data without a transfer encoding, which has no use here and comes all the same from mail gateways; nil when it
    /// names base64 and is none.
    package var decodedData: [UInt8]? {
        guard let encoding = headers.first(named: "Content-Transfer-Encoding")?.text else { return data }
        if encoding.isSame(as: "base64") { return TransferEncoding.base64(data) }
        if encoding.isSame(as: "quoted-printable") { return TransferEncoding.quotedPrintable(data) }
        return data
    }
}

/// Content-Disposition (WAP-230-WSP, 8.4.2.53).
package struct MMSDisposition: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case formData
        case attachment
        case inline
        case other(TextValue)
    }

    package let kind: Kind
    package let parameters: [Parameter]

    /// The disposition as MIME writes it.
    var description: String {
        let name =
            switch kind {
            case .formData: "form-data"
            case .attachment: "attachment"
            case .inline: "inline"
            case .other(let name): name.string
            }
        return parameters.reduce(name) { $0 + "; " + $1.description }
    }

    package var filename: String? { parameters.first { $0.isNamed(.filename) }?.value.text?.string }
}

extension WSPHeader.Name {
    package static let contentLocation = WSPHeader.Name.assigned(0x0E)
    package static let contentDisposition = WSPHeader.Name.assigned(0x2E)
    package static let contentID = WSPHeader.Name.assigned(0x40)
}

// MARK: - Wire

extension MMSPart {
    init(from reader: inout Reader) throws(DecodeError) {
        let headerCount = try reader.uintvar("HeadersLen")
        let dataCount = try reader.uintvar("DataLen")
        guard headerCount <= MMSLimits.partHeaderOctets else {
            throw DecodeError(.overLimit, "HeadersLen", at: reader.offset)
        }
        var header = try reader.part(headerCount, "HeadersLen")
        guard dataCount <= reader.remaining else {
            throw DecodeError(.truncated, "DataLen", at: reader.offset + reader.remaining)
        }
        var untouched = header
        do throws(DecodeError) {
            contentType = try ContentType(from: &header, field: "Content-Type")
            headers = try WSPHeaders(from: &header, atMost: MMSLimits.partHeaders, field: "headers")
        } catch {
            guard error.kind != .overLimit else { throw error }
            // Its extent is known, so one bad part does not cost the message.
            contentType = ContentType(.octetStream)
            headers = WSPHeaders()
            unreadHeader = untouched.octets(atMost: headerCount)
        }
        data = reader.octets(atMost: dataCount)
    }

    func append(to octets: inout [UInt8]) {
        var header = unreadHeader ?? contentType.octets
        if unreadHeader == nil { headers.append(to: &header) }
        octets.append(uintvar: header.count)
        octets.append(uintvar: data.count)
        octets += header
        octets += data
    }
}

extension MMSDisposition {
    init?(_ value: WSPValue) {
        if let text = value.text {
            // Some write it as MIME does.
            kind = Self.kind(named: TextValue(octets: text.octets.prefix { $0 != UInt8(ascii: ";") }).trimmed)
            parameters = []
            return
        }
        let disposition = value.read { reader throws(DecodeError) -> MMSDisposition in
            var part = try reader.lengthPrefixed("")
            let kind: Kind
            switch part.peek() {
            case 0x80, 0x81, 0x82:
                let token = try part.octet("")
                kind = token == 0x80 ? .formData : token == 0x81 ? .attachment : .inline
            default: kind = Self.kind(named: try part.text(""))
            }
            var parameters: [Parameter] = []
            while !part.isAtEnd, parameters.count < MMSLimits.parameters {
                parameters.append(try Parameter(from: &part, field: ""))
            }
            return MMSDisposition(kind: kind, parameters: parameters)
        }
        guard let disposition else { return nil }
        self = disposition
    }

    private static func kind(named name: TextValue) -> Kind {
        if name.isSame(as: "attachment") { return .attachment }
        if name.isSame(as: "inline") { return .inline }
        return name.isSame(as: "form-data") ? .formData : .other(name)
    }
}
