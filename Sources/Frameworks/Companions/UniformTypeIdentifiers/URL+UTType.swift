public import Foundation

extension URL {
    /// The URL with the preferred extension of a type added; unchanged when the type has none or the name ends so.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        guard let preferred = contentType.preferredFilenameExtension,
            contentType.tags[.filenameExtension]?.contains(pathExtension.lowercased()) != true
        else { return self }
        return appendingPathExtension(preferred)
    }

    /// The URL of a file of a type inside this folder, its preferred extension added where the name lacks one.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(partialName, isDirectory: contentType.conforms(to: .directory))
            .appendingPathExtension(for: contentType)
    }
}
