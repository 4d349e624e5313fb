package import HandsetWireCore

/// Parts of a message that are shown together.
package struct MMSSlide: Hashable, Sendable {
    package var parts: [MMSPart]
    /// How long, in milliseconds; nil when nobody said.
    package var duration: Int?

    package init(_ parts: [MMSPart], duration: Int? = nil) {
        self.parts = parts
        self.duration = duration
    }
}

extension MMSBody {
    /// The presentation: the root of a related body, else the first part of that type.
    package var presentationPart: MMSPart? {
        let candidates = parts.filter { $0.contentType.mediaType.isNamed("application/smil") }
        guard let start = contentType.start else { return candidates.first }
        let id = start.octets.filter { $0 != 0x3C && $0 != 0x3E }
        return candidates.first { $0.contentID?.octets == id } ?? candidates.first
    }

    /// The parts as they are to be shown, the presentation itself left out.
    ///
    /// A presentation gives order and duration where it names a part that is there. Each part is shown once, and one that it
    /// does not name follows by itself: nothing is hidden because a presentation is absent, broken or incomplete.
    /// - Throws: `overLimit` for parts that lie too deep, or are too many.
    package func slides() throws(DecodeError) -> [MMSSlide] {
        var waiting = try leaves().filter { !$0.contentType.mediaType.isNamed("application/smil") }.map(NamedPart.init)
        var slides: [MMSSlide] = []
        if let root = presentationPart?.decodedData, let presentation = try? MMSPresentation(reading: root) {
            for slide in presentation.slides {
                var shown: [MMSPart] = []
                for medium in slide.media {
                    guard let place = NamedPart.place(of: medium.source, in: waiting) else { continue }
                    shown.append(waiting.remove(at: place).part)
                }
                if !shown.isEmpty { slides.append(MMSSlide(shown, duration: slide.duration)) }
            }
        }
        return slides + waiting.map { MMSSlide([$0.part]) }
    }

    private func leaves() throws(DecodeError) -> [MMSPart] {
        switch content {
        case .parts(let multipart): try multipart.leaves()
        case .single: parts
        }
    }
}

/// A part with the names under which a presentation may know it, read once.
private struct NamedPart {
    let part: MMSPart
    let names: [[UInt8]]

    init(_ part: MMSPart) {
        self.part = part
        let texts = [part.contentType.name, part.contentType.filename, part.disposition?.filename]
        names =
            [part.contentID?.octets, part.contentLocation?.octets].compactMap { $0 }
            + texts.compactMap { $0.map { Array($0.utf8) } }
    }

    /// By Content-ID first, then by any name, as it is written and then without escapes (RFC 2392; RFC 2557, 8.2).
    static func place(of source: String, in parts: [NamedPart]) -> Int? {
        let source = Array(source.utf8)
        let isID = source.prefix(4).map(TextValue.lowered) == Array("cid:".utf8)
        let written = isID ? Array(source.dropFirst(4)) : source
        let plain = unescaped(written[...])
        guard !plain.isEmpty else { return nil }
        for name in written == plain ? [written] : [written, plain] {
            if let place = parts.firstIndex(where: { $0.names.first == name })
                ?? parts.firstIndex(where: { $0.names.contains(name) })
            {
                return place
            }
        }
        return nil
    }

    private static func unescaped(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = octets
        while let octet = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if octet == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(octet)
            }
        }
        return result
    }
}
