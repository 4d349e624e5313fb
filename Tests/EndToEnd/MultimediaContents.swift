import HandsetCarrier
import HandsetTesting

/// What a message of a test brings: each kind of content that carriers carry, under a subject that names it.
enum MultimediaContents: String, CaseIterable, Sendable {
    case text, photo, video, clip, card, group

    /// Without the long film, which costs most of the time where it is sent again and again.
    static let short = allCases.filter { $0 != .video }

    /// The other nineteen of a group of twenty.
    static let members = (0..<19).map { "+155502\(10 + $0)" }

    /// Whom it is to beside the one who is meant.
    var others: [String] { self == .group ? Self.members : [] }

    var words: String? { self == .text || self == .group ? "Grüße 🐸 \(rawValue)" : nil }

    /// The file, as a line receives it and as an app sends it.
    var file: MultimediaPart? { Self.files[self] }

    /// Each made once.
    private static let files = Dictionary(
        uniqueKeysWithValues: allCases.compactMap { contents in contents.made.map { (contents, $0) } })
    private static let sums = files.mapValues { sum($0.data) }

    private var made: MultimediaPart? {
        switch self {
        case .text: nil
        case .photo: MultimediaPart(type: "image/jpeg", name: "a.jpg", data: picture(60_000))
        case .video: Self.film(400_000)
        case .clip: Self.film(40_000)
        case .card:
            MultimediaPart(
                type: "text/x-vcard", name: "jo.vcf",
                data: Array("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jörg\r\nFN:Jörg Doe\r\nEND:VCARD\r\n".utf8))
        case .group: MultimediaPart(type: "image/jpeg", name: "b.jpg", data: picture(9_000, seed: 3))
        }
    }

    /// The box that a film in MPEG-4 begins with (ISO/IEC 14496-12, 4.3), and octets.
    private static func film(_ octets: Int) -> MultimediaPart {
        MultimediaPart(
            type: "video/mp4", name: "frogs.mp4",
            data: [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + picture(octets, seed: 5))
    }

    var parts: [MultimediaPart] { (words.map { [MultimediaPart(text: $0)] } ?? []) + (file.map { [$0] } ?? []) }

    /// What the test app says of the file in its loop.
    private var shown: String? {
        guard let file, let sum = Self.sums[self] else { return nil }
        let type = ["image/jpeg": "public.jpeg", "video/mp4": "public.mpeg-4", "text/x-vcard": "public.vcard"][
            file.type]
        return "\(type ?? "?") \(file.name) \(file.data.count) \(sum)"
    }

    /// Whether an app has it whole.
    func isWhole(_ report: [String: String]) -> Bool {
        (report["text"] ?? "") == words ?? "" && (shown.map { report["parts"]?.hasSuffix($0) == true } ?? true)
            && Set((report["recipients"] ?? "").split(separator: ",").map(String.init)).isSuperset(of: others)
    }

    /// Whether a subscriber has it whole.
    func isWhole(_ message: ReceivedMultimedia) -> Bool {
        message.parts.map(\.data) == parts.map(\.data) && message.parts.map(\.type) == parts.map(\.type)
            && message.hasPresentation && Set(message.recipients).isSuperset(of: others)
    }

    /// The fields with which the test app sends it; the file is written first.
    func fields(to recipients: [String], id: Int, on machine: TestMachine) async throws -> [String: String] {
        var fields = ["to": (recipients + others).joined(separator: ","), "subject": rawValue, "id": "\(id)"]
        fields["text"] = words
        if let file { fields["files"] = try await machine.write(file.data, to: file.name) }
        return fields
    }
}

extension TestMachine {
    /// Those who are in a group of twenty with the line.
    func subscribeMembers() async throws {
        for number in MultimediaContents.members { _ = try await subscriber(number) }
    }
}
