package import HandsetWireCore

extension MMSPresentation {
    /// The slides of a presentation that somebody else made, read for what it shows and when.
    ///
    /// Whatever is not understood is passed over: layout, other elements, document types, entities of their own. Octets that
    /// are no SMIL at all have no slides.
    /// - Throws: `overLimit` alone.
    package init(reading octets: [UInt8]) throws(DecodeError) {
        guard octets.count <= MMSLimits.presentationOctets else {
            throw DecodeError(.overLimit, "SMIL", at: MMSLimits.presentationOctets)
        }
        var markup = Markup(octets)
        var slides: [Slide] = []
        var slide: Slide?
        var depth = 0
        var elements = 0
        while let tag = try markup.next() {
            elements += 1
            guard elements <= MMSLimits.presentationElements else {
                throw DecodeError(.overLimit, "SMIL.elements", at: markup.offset)
            }
            if tag.isEnd {
                depth = max(0, depth - 1)
            } else if !tag.isEmpty {
                depth += 1
                guard depth <= MMSLimits.presentationDepth else {
                    throw DecodeError(.overLimit, "SMIL.depth", at: markup.offset)
                }
            }
            if tag.name == "par" {
                slide.map { slides.append($0) }
                slide = tag.isEnd || tag.isEmpty ? nil : Slide([], duration: tag["dur"].flatMap(Self.milliseconds))
            } else if let kind = Self.kind(of: tag.name), !tag.isEnd, let source = tag["src"] {
                let medium = Medium(kind, source: source)
                guard !medium.source.isEmpty else { continue }
                if slide != nil {
                    slide?.media.append(medium)
                } else {
                    slides.append(Slide([medium], duration: tag["dur"].flatMap(Self.milliseconds)))
                }
            }
        }
        slide.map { slides.append($0) }
        self.init(slides: slides)
    }

    private static func kind(of element: String) -> Kind? {
        switch element {
        case "textstream": .text
        default: Kind(rawValue: element)
        }
    }

    /// A clock value of SMIL, such as `5s`, `500ms`, `0:05` or `1.5`: milliseconds; nil for `indefinite` and the like.
    static func milliseconds(_ text: String) -> Int? {
        let text = text.trimmed
        let units = [("ms", 1), ("min", 60_000), ("h", 3_600_000), ("s", 1000)]
        if text.contains(":") {
            // Hours, minutes, seconds.
            var total = 0.0
            let fields = text.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count <= 3 else { return nil }
            for field in fields {
                guard let value = Double(field), value.isFinite, value >= 0 else { return nil }
                total = total * 60 + value
            }
            return milliseconds(total, unit: 1000)
        }
        let (unit, factor) = units.first { text.hasSuffix($0.0) } ?? ("", 1000)
        return Double(text.dropLast(unit.count)).flatMap { milliseconds($0, unit: factor) }
    }

    private static func milliseconds(_ value: Double, unit: Int) -> Int? {
        let value = value * Double(unit)
        // A day is more than any message lasts, and well inside an Int.
        guard value.isFinite, value >= 0, value <= 86_400_000 else { return nil }
        return Int(value)
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
