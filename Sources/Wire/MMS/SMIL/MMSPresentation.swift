/// How a message is shown: slides one after another, written in SMIL (OMA-TS-MMS-CONF-V1_3, MMS SMIL).
package struct MMSPresentation: Hashable, Sendable {
    package var slides: [Slide]

    package init(slides: [Slide]) { self.slides = slides }

    /// What is shown at the same time: `par`.
    package struct Slide: Hashable, Sendable {
        package var media: [Medium]
        /// How long, in milliseconds; nil for as long as its media.
        package var duration: Int?

        package init(_ media: [Medium], duration: Int? = nil) {
            self.media = media
            self.duration = duration
        }
    }

    /// One object of a slide.
    package struct Medium: Hashable, Sendable {
        package var kind: Kind
        /// The part: `cid:` and its Content-ID, or its Content-Location.
        package let source: String

        /// A medium; controls that XML has no place for are left out of `source` (XML 1.0, 2.2).
        package init(_ kind: Kind, source: String) {
            self.kind = kind
            let isClean = source.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
            self.source = isClean ? source : source.filter { $0.unicodeScalars.allSatisfy { $0 >= " " || $0 == "\t" } }
        }
    }

    /// The elements that show an object.
    package enum Kind: String, Hashable, Sendable {
        case text
        case image = "img"
        case audio
        case video
        case animation
        /// Of a type that the element does not say.
        case reference = "ref"

        /// The element for a type of content.
        package init(_ mediaType: MediaType) {
            let name = mediaType.name
            self =
                if name.hasPrefix("image/") {
                    .image
                } else if name.hasPrefix("audio/") {
                    .audio
                } else if name.hasPrefix("video/") {
                    .video
                } else {
                    name == "text/plain" ? .text : .reference
                }
        }
    }

    /// Content-ID of the part that holds the presentation.
    package static let contentID: TextValue = "<smil>"

    /// One slide for each picture or video, with the text that follows it; every part that can be shown is shown, in order.
    package init(showing parts: [MMSPart], slideDuration: Int = 5000) {
        slides = []
        for part in parts {
            guard let name = part.contentID ?? part.contentLocation else { continue }
            let medium = Medium(Kind(part.contentType.mediaType), source: "cid:" + name.string)
            // A slide has room for one text and one object to look at (OMA-TS-MMS-CONF-V1_3, MMS SMIL).
            if medium.kind != .reference, var slide = slides.last, !slide.media.isEmpty,
                slide.media.allSatisfy({ ($0.kind == .text) != (medium.kind == .text) })
            {
                slide.media.append(medium)
                slides[slides.count - 1] = slide
            } else if medium.kind != .reference {
                slides.append(Slide([medium], duration: slideDuration))
            }
        }
    }
}

// MARK: - Wire

extension MMSPresentation {
    /// The presentation as UTF-8.
    package func encoded() -> [UInt8] {
        var text = "<smil><head><layout><root-layout width=\"320px\" height=\"480px\"/>"
        text += "<region id=\"Image\" width=\"320px\" height=\"320px\" top=\"0px\" left=\"0px\" fit=\"meet\"/>"
        text += "<region id=\"Text\" width=\"320px\" height=\"160px\" top=\"320px\" left=\"0px\" fit=\"scroll\"/>"
        text += "</layout></head><body>"
        for slide in slides {
            text += slide.duration.map { "<par dur=\"\($0)ms\">" } ?? "<par>"
            for medium in slide.media {
                text += "<" + medium.kind.rawValue + " src=\"" + Self.escaped(medium.source) + "\""
                switch medium.kind {
                case .text: text += " region=\"Text\""
                case .image, .video, .animation: text += " region=\"Image\""
                case .audio, .reference: break
                }
                text += "/>"
            }
            text += "</par>"
        }
        return [UInt8]((text + "</body></smil>").utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // Written plain, it would be read as a space (XML 1.0, 3.3.3).
            case "\t": result += "&#9;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
