// The few types of other frameworks that the two APIs name, under Apple's module names.
import AVFoundation
import CoreGraphics
import CoreLocation
import UniformTypeIdentifiers

func contentType(of url: URL, mimeType: String?) -> UTType {
    if let mimeType, let type = UTType(mimeType: mimeType) { return type }
    return UTType(filenameExtension: url.pathExtension, conformingTo: .data) ?? .data
}

func icon(for type: UTType) -> String {
    if type.conforms(to: .image) { return "photo" }
    if type.conforms(to: .movie) || type.conforms(to: .audiovisualContent) { return "film" }
    if type.isSubtype(of: .text), !type.isDynamic { return "doc.text" }
    switch type {
    case .vCard, .contact: return "person"
    case .calendarEvent: return "calendar"
    case .zip, .archive: return "archivebox"
    default: return type.localizedDescription ?? type.identifier
    }
}

func file(_ type: UTType, in folder: URL) -> URL {
    let name = type.preferredFilenameExtension ?? "bin"
    _ = type.tags[.mimeType]?.first ?? type.preferredMIMEType
    _ = UTType(exportedAs: "com.example.notes").supertypes.union([.utf8PlainText])
    return folder.appendingPathComponent("attachment.\(name)", conformingTo: type)
}

func place(_ text: String) -> CLLocationCoordinate2D? {
    let numbers: [CLLocationDegrees] = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    let place = CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1])
    return CLLocationCoordinate2DIsValid(place) ? place : nil
}

func isOpaque(_ color: CGColor?) -> Bool {
    guard let color, let components = color.components else { return false }
    return components.count == color.numberOfComponents && color.alpha == 1
}

@available(iOS 17.4, *)
final class Player: @unchecked Sendable {
    private var session: AVAudioSession?
    func activate(_ session: AVAudioSession) { self.session = session }
}
