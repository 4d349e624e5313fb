import Foundation
import Testing
import UniformTypeIdentifiers

struct UTTypeTests {
    @Test(arguments: [
        ("jpg", UTType.jpeg), ("JPEG", .jpeg), ("txt", .plainText), ("vcf", .vCard), ("m4a", .mpeg4Audio),
        ("mp4", .mpeg4Movie), ("zip", .zip), ("html", .html), ("png", .png), ("mp3", .mp3), ("heic", .heic),
    ])
    func extensionNamesType(name: String, type: UTType) {
        #expect(UTType(filenameExtension: name) == type)
    }

    @Test(arguments: [
        ("image/jpeg", UTType.jpeg), ("IMAGE/JPEG", .jpeg), ("text/plain; charset=utf-8", .plainText),
        ("text/x-vcard", .vCard), ("audio/mpeg", .mp3), ("video/mp4", .mpeg4Movie), ("application/pdf", .pdf),
        (" image/png ;q=1", .png),
    ])
    func mimeTypeNamesType(name: String, type: UTType) {
        #expect(UTType(mimeType: name) == type)
    }

    @Test(arguments: [
        (UTType.jpeg, "jpeg", "image/jpeg"), (.plainText, "txt", "text/plain"), (.vCard, "vcf", "text/vcard"),
        (.mpeg4Movie, "mp4", "video/mp4"), (.wav, "wav", "audio/vnd.wave"),
    ])
    func typeNamesTags(type: UTType, fileExtension: String, mimeType: String) {
        #expect(type.preferredFilenameExtension == fileExtension)
        #expect(type.preferredMIMEType == mimeType)
        #expect(type.tags[.mimeType]?.first == mimeType)
    }

    @Test(arguments: [
        (UTType.jpeg, [UTType.image, .data, .content, .item]), (.vCard, [.text, .contact, .data]),
        (.utf8PlainText, [.plainText, .text]), (.svg, [.image, .xml, .text]), (.video, [.movie, .audiovisualContent]),
        (.zip, [.archive, .data]), (.swiftSource, [.sourceCode, .plainText]), (.mp3, [.audio]),
    ])
    func conformance(type: UTType, supertypes: [UTType]) {
        for supertype in supertypes {
            #expect(type.conforms(to: supertype))
            #expect(type.isSubtype(of: supertype))
            #expect(supertype.isSupertype(of: type))
            #expect(!supertype.conforms(to: type))
        }
        #expect(type.conforms(to: type))
        #expect(!type.isSubtype(of: type))
        #expect(!type.supertypes.contains(type))
    }

    @Test(arguments: [(UTType.jpeg, UTType.text), (.archive, .data), (.contact, .text), (.audio, .movie)])
    func noConformance(type: UTType, other: UTType) {
        #expect(!type.conforms(to: other))
    }

    @Test func unknownIdentifierIsNoType() {
        #expect(UTType("public.no-such-type") == nil)
        #expect(UTType("") == nil)
        #expect(UTType("PUBLIC.JPEG") == .jpeg)
        #expect(UTType("dyn.") == nil)
        #expect(UTType("dyn.axyz") == nil)
        #expect(UTType("dyn.a00") == nil)
    }

    @Test func unknownTagMakesDynamicType() throws {
        let type = try #require(UTType(filenameExtension: "NoSuchExt", conformingTo: .image))
        #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
        #expect(type.preferredFilenameExtension == "nosuchext")
        #expect(type.conforms(to: .image) && type.conforms(to: .data) && !type.conforms(to: .text))
        #expect(UTType(type.identifier) == type)
        let mime = try #require(UTType(mimeType: "application/x-no-such"))
        #expect(mime.preferredMIMEType == "application/x-no-such")
        #expect(mime.conforms(to: .data))
    }

    @Test(arguments: ["", "a/b", "a\0b", String(repeating: "x", count: 256)])
    func unusableExtensionMakesNone(name: String) {
        #expect(UTType(filenameExtension: name) == nil)
    }

    @Test func longestTagSurvives() throws {
        let name = String(repeating: "x", count: 255)
        let type = try #require(UTType(filenameExtension: name))
        #expect(UTType(type.identifier)?.preferredFilenameExtension == name)
    }

    @Test func codableKeepsTypes() throws {
        let own = UTType(exportedAs: "com.example.notebook", conformingTo: .package)
        #expect(own.conforms(to: .directory) && !own.isDeclared)
        let types = [UTType.jpeg, try #require(UTType(filenameExtension: "nosuchext")), own]
        let data = try JSONEncoder().encode(types)
        #expect(try JSONDecoder().decode([UTType].self, from: data) == types)
    }

    @Test func declaredTypeIsNotReplaced() {
        #expect(UTType(importedAs: "public.jpeg", conformingTo: .text).conforms(to: .image))
        #expect(UTType(importedAs: "com.example.none").conforms(to: .data))
    }

    @Test func wishForSupertypeChooses() {
        #expect(UTType.types(tag: "jpeg", tagClass: .filenameExtension, conformingTo: .image) == [.jpeg])
        #expect(UTType(filenameExtension: "jpeg", conformingTo: .audio)?.isDynamic == true)
    }

    @Test func filesGetExtensions() {
        let folder = URL(fileURLWithPath: "/tmp")
        #expect(folder.appendingPathComponent("photo", conformingTo: .jpeg).lastPathComponent == "photo.jpeg")
        #expect(folder.appendingPathComponent("photo.jpg", conformingTo: .jpeg).lastPathComponent == "photo.jpg")
        #expect(URL(fileURLWithPath: "/tmp/a").appendingPathExtension(for: .data).lastPathComponent == "a")
    }
}
