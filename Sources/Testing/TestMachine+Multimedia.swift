public import Foundation
import HandsetCarrier

/// Multimedia messages of the machine's lines, over the interface `lo`.
extension TestMachine {
    /// Sets an option of every line's `mms` in the operator's configuration (docs/mms.md), at the next start of the daemon.
    package func configureMultimedia(_ key: String, _ value: some Sendable) { multimediaOptions[key] = value }

    /// The operator names no interface: whoever makes connections tells of them.
    package func nameNoInterface() { multimediaOptions["interface"] = nil }

    var multimediaConfiguration: [String: Any] {
        var lines: [String: Any] = [:]
        for (card, access) in zip(cards, multimedia) {
            var options: [String: Any] = multimediaOptions
            options["mmsc"] = access.mmsc
            options["proxy"] = access.proxy
            if habits.appendsTransactionID { options["appendTransactionID"] = true }
            lines["iccid-\(card.rawValue)"] = ["mms": options]
        }
        return lines
    }

    /// Somebody sends a multimedia message to lines of the machine, and perhaps to others; gives its Message-ID.
    @discardableResult
    package func send(
        _ parts: [MultimediaPart], subject: String? = nil, from number: String, to recipients: [String]? = nil,
        wantsReport: Bool = false
    ) async throws -> String {
        let first = lines.first.map { [$0.number] } ?? []
        return try await subscriber(number).send(
            parts, subject: subject, to: recipients ?? first, wantsReport: wantsReport)
    }

    /// The next multimedia requests of the first line's network go wrong.
    package func inject(_ fault: MultimediaFault, times: Int = 1) async throws {
        guard let first = lines.first else { throw TestMachineError("a machine without lines has no network") }
        try await carrier.inject(fault, times: times, network: try await network(named: first.network))
    }
}

/// A picture or another file of a multimedia message.
public struct MultimediaFile: Hashable, Sendable {
    /// The media type, such as `image/jpeg`.
    public var type: String
    /// The file's name.
    public var name: String
    /// The octets.
    public var data: Data

    /// A file.
    public init(type: String, name: String, data: Data) {
        self.type = type
        self.name = name
        self.data = data
    }
}

/// A multimedia message that somebody has had from the machine.
public struct ReceivedMultimediaMessage: Hashable, Sendable {
    /// The line's number.
    public let from: String
    /// All whom it is to.
    public let recipients: [String]
    /// Its subject.
    public let subject: String?
    /// That of its texts.
    public let text: String
    /// What it brought beside its texts, in order.
    public let files: [MultimediaFile]

    init(_ message: ReceivedMultimedia) {
        from = message.from
        recipients = message.recipients
        subject = message.subject
        text = message.parts.compactMap(\.text).joined(separator: "\n")
        files = message.parts.filter { $0.text == nil }.map { part in
            MultimediaFile(type: part.type, name: part.name, data: Data(part.data))
        }
    }
}

extension TestMachine {
    /// Somebody sends a multimedia message to a line of the machine: the first, or the one with the label.
    ///
    /// - Parameters:
    ///   - text: A part of text, before the files.
    ///   - files: The other parts, in their order.
    ///   - subject: What it is about.
    ///   - number: The sender.
    ///   - label: The line's label.
    ///   - others: Further recipients, who make it a message to a group.
    /// - Throws: ``TestMachineError`` when there is no such line.
    public func multimedia(
        _ text: String? = nil, files: [MultimediaFile] = [], subject: String? = nil, from number: String,
        to label: String? = nil, others: [String] = []
    ) async throws {
        var parts = text.map { [MultimediaPart(text: $0)] } ?? []
        parts += files.map { MultimediaPart(type: $0.type, name: $0.name, data: [UInt8]($0.data)) }
        for other in others where !lines.contains(where: { $0.number == other }) { _ = try await subscriber(other) }
        try await send(parts, subject: subject, from: number, to: [try line(label).number] + others)
    }

    /// The multimedia messages that somebody has had from the machine, in their order, once there are `count`.
    ///
    /// - Throws: ``TestMachineError`` when there are fewer after `limit`.
    public func multimediaReceived(
        by number: String, count: Int = 1, within limit: Duration = .seconds(20)
    ) async throws -> [ReceivedMultimediaMessage] {
        let subscriber = try await subscriber(number)
        do {
            return try await subscriber.waitForMultimedia(count, within: limit).map(ReceivedMultimediaMessage.init)
        } catch CarrierError.timedOut {
            let come = await subscriber.receivedMultimedia().count
            throw TestMachineError("\(come) of \(count) multimedia messages have come within \(limit):\n\(logs)")
        }
    }
}
