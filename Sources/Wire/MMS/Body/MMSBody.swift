internal import HandsetWireCore

/// The content of a message: its type, and one object or several parts (OMA-TS-MMS_ENC-V1_3, 7.3.11).
package struct MMSBody: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case parts(MMSMultipart)
        case single([UInt8])
    }

    package var contentType: ContentType
    package var content: Content

    package init(contentType: ContentType, content: Content) {
        self.contentType = contentType
        self.content = content
    }

    /// Parts beside one another: multipart.mixed (OMA-TS-MMS-CONF-V1_3, 10.2.1).
    package init(mixed parts: [MMSPart]) {
        self.init(contentType: ContentType(.mixed), content: .parts(MMSMultipart(parts)))
    }

    /// A presentation and the parts that it shows: multipart.related, the presentation first and named as the root.
    package init(presentation: MMSPresentation, parts: [MMSPart]) {
        let root = MMSPart(presentation: presentation)
        self.init(
            contentType: ContentType(
                .related,
                [
                    // Number 0x09 takes the type, and its form is that of a type (WAP-230-WSP, table 38).
                    Parameter(.type, .text(TextValue(MediaType.smil.name))),
                    Parameter(.start, .text(MMSPresentation.contentID)),
                ]),
            content: .parts(MMSMultipart([root] + parts)))
    }

    /// The parts in the order in which they came; of a body that is one object, that object.
    package var parts: [MMSPart] {
        switch content {
        case .parts(let multipart): multipart.parts
        case .single(let data): [MMSPart(contentType: contentType, data: data)]
        }
    }

    var octetCount: Int {
        switch content {
        case .parts(let multipart): multipart.parts.reduce(64) { $0 + $1.data.count + 128 }
        case .single(let data): data.count + 64
        }
    }
}

// MARK: - Wire

extension MMSBody {
    init(from reader: inout Reader) throws(DecodeError) {
        contentType = try ContentType(from: &reader, field: MMSField.contentType.name)
        if contentType.mediaType.isMultipart {
            content = .parts(try MMSMultipart(from: &reader))
        } else {
            content = .single(reader.octets(atMost: reader.remaining))
        }
    }

    func append(to octets: inout [UInt8]) {
        octets += contentType.octets
        switch content {
        case .parts(let multipart): multipart.append(to: &octets)
        case .single(let data): octets += data
        }
    }
}
