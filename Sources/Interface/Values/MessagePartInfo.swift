import HandsetDBus
import HandsetPlatform

/// A part of a multimedia message: what it is, and where its octets lie in the message's body.
package struct MessagePartInfo: DictionaryCodable {
    package enum Disposition: String, Hashable, Sendable { case inline, attachment }

    /// The media type, such as `image/jpeg`. Texts are UTF-8.
    package var type: String
    /// The name by which a presentation refers to it.
    package var id: String
    /// The file's name; empty where there is none. The sender's: no path to be trusted.
    package var name: String
    package var disposition: Disposition
    /// In octets, from the body's beginning.
    package var offset: Int
    package var size: Int

    package init(
        type: String, id: String = "", name: String = "", disposition: Disposition = .inline, offset: Int, size: Int
    ) {
        self.type = type
        self.id = id
        self.name = name
        self.disposition = disposition
        self.offset = offset
        self.size = size
    }

    package init(_ fields: Fields) throws(ServiceError) {
        type = try fields.string("type") ?? ""
        id = try fields.string("id") ?? ""
        name = try fields.string("name") ?? ""
        disposition = try fields.word("disposition") ?? .inline
        offset = try fields.count("offset") ?? 0
        size = try fields.count("size") ?? 0
    }

    package var dictionary: [String: BusValue] {
        [
            "type": .text(type), "id": .text(id), "name": .text(name),
            "disposition": .string(disposition.rawValue), "offset": .count(offset), "size": .count(size),
        ]
    }

    /// Its octets in the message's body; nil where they are not all there.
    package func octets(in body: [UInt8]) -> ArraySlice<UInt8>? {
        guard offset >= 0, size >= 0, offset <= body.count, size <= body.count - offset else { return nil }
        return body[offset..<(offset + size)]
    }
}

/// The octets of a message's parts, one after the other, as sealed memory behind a descriptor.
package enum MessageBody {
    package static func descriptor(of octets: [UInt8]) throws(ServiceError) -> BusFileDescriptor {
        do throws(SystemError) {
            return BusFileDescriptor(adopting: try SealedMemory.make(octets))
        } catch {
            throw ServiceError(.unavailable, "there is no memory for the message: \(error)")
        }
    }

    package static func octets(of descriptor: BusFileDescriptor) throws(ServiceError) -> [UInt8] {
        do throws(SealedMemory.Failure) {
            return try SealedMemory.read(descriptor.rawValue, limit: InterfaceLimits.body)
        } catch {
            switch error {
            case .notSealed:
                throw ServiceError(.invalidArgument, "the body has to be sealed memory (memfd_create, F_ADD_SEALS)")
            case .tooLarge: throw ServiceError(.invalidArgument, "the body is over its limit")
            case .failed(let error): throw ServiceError(.unavailable, "the body cannot be read: \(error)")
            }
        }
    }
}

/// What multimedia messages are on a line.
package struct MultimediaInfo: DictionaryCodable {
    /// Whether the line's connection is up now.
    package var isReady: Bool
    /// Why not, and what to do.
    package var obstacle: String?
    /// In octets, of all parts and the subject together.
    package var maximumSize: Int
    package var maximumRecipients: Int
    /// In characters.
    package var maximumSubject: Int
    /// In pixels.
    package var maximumImageWidth: Int
    package var maximumImageHeight: Int

    package init(
        isReady: Bool, obstacle: String? = nil, maximumSize: Int, maximumRecipients: Int, maximumSubject: Int,
        maximumImageWidth: Int, maximumImageHeight: Int
    ) {
        self.isReady = isReady
        self.obstacle = obstacle
        self.maximumSize = maximumSize
        self.maximumRecipients = maximumRecipients
        self.maximumSubject = maximumSubject
        self.maximumImageWidth = maximumImageWidth
        self.maximumImageHeight = maximumImageHeight
    }

    package init(_ fields: Fields) throws(ServiceError) {
        isReady = try fields.boolean("ready") ?? false
        obstacle = try fields.string("obstacle")
        maximumSize = try fields.count("maximum-size") ?? 0
        maximumRecipients = try fields.count("maximum-recipients") ?? 0
        maximumSubject = try fields.count("maximum-subject") ?? 0
        maximumImageWidth = try fields.count("maximum-image-width") ?? 0
        maximumImageHeight = try fields.count("maximum-image-height") ?? 0
    }

    package var dictionary: [String: BusValue] {
        .known([
            "ready": .boolean(isReady), "obstacle": obstacle.map { .text($0) }, "maximum-size": .count(maximumSize),
            "maximum-recipients": .count(maximumRecipients), "maximum-subject": .count(maximumSubject),
            "maximum-image-width": .count(maximumImageWidth), "maximum-image-height": .count(maximumImageHeight),
        ])
    }
}
