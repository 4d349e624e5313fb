import Foundation
import Testing

@testable import HandsetCompanions

struct SharedMIMEInfoTests {
    private static let files = [
        "globs2": """
        # comment
        80:application/x-thing:*.thing
        50:application/x-thing:*.th
        50:application/x-thing:*.tar.th
        50:text/x-recipe:*.recipe
        50:image/jpeg:*.jfif
        50:application/x-sheet:*.sheet
        50:application/x-pack:*.pack
        50:text/x-make:makefile
        50:text/x-odd:*.[0-9]
        fifty:text/x-odd:*.odd
        50:nonsense:*.odd
        50:text/x-odd
        """,
        "subclasses": """
        application/x-thing application/zip
        application/x-circle application/x-round
        application/x-round application/x-circle
        broken
        """,
        "aliases": "application/thing application/x-thing\nimage/x-jpg image/jpeg\n",
        "generic-icons": "application/x-sheet:x-office-spreadsheet\napplication/x-pack:package-x-generic\n",
    ]

    private static func catalogue(_ files: [String: String]) -> TypeCatalogue {
        let system = SystemTypes(SharedMIMEInfo { files[$0] ?? "" })
        return TypeCatalogue { system }
    }

    @Test func databaseTypesHaveTagsAndConformance() throws {
        let catalogue = Self.catalogue(Self.files)
        let thing = try #require(catalogue.types(withExtension: "th").first)
        #expect(thing.identifier == "org.freedesktop.mime.application.x-thing")
        #expect(thing.extensions == ["thing", "th", "tar.th"])
        #expect(thing.mimeTypes == ["application/x-thing"])
        #expect(catalogue.types(withMIMEType: "application/thing") == [thing])
        #expect(catalogue.supertypes(of: thing.identifier).isSuperset(of: ["public.zip-archive", "public.archive"]))
    }

    @Test(arguments: [
        ("text/x-recipe", "public.text"), ("application/x-sheet", "public.spreadsheet"),
        ("application/x-pack", "public.archive"),
    ])
    func majorTypeAndIconImplyConformance(mimeType: String, supertype: String) throws {
        let catalogue = Self.catalogue(Self.files)
        let record = try #require(catalogue.types(withMIMEType: mimeType).first)
        #expect(catalogue.supertypes(of: record.identifier).contains(supertype))
    }

    @Test func declaredTypesWin() {
        let catalogue = Self.catalogue(Self.files)
        #expect(catalogue.types(withExtension: "jfif").map(\.identifier) == ["public.jpeg"])
        #expect(catalogue.types(withMIMEType: "image/x-jpg").map(\.identifier) == ["public.jpeg"])
    }

    @Test func brokenLinesAndOtherGlobsAreLeftOut() {
        let catalogue = Self.catalogue(Self.files)
        #expect(catalogue.types(withExtension: "odd").isEmpty)
        #expect(catalogue.types(withExtension: "[0-9]").isEmpty)
        #expect(catalogue.types(withMIMEType: "nonsense").isEmpty)
    }

    @Test func circlesEnd() {
        let catalogue = Self.catalogue(Self.files)
        let circle = "org.freedesktop.mime.application.x-circle"
        #expect(
            catalogue.supertypes(of: circle) == [
                "org.freedesktop.mime.application.x-round", "public.data", "public.item",
            ])
    }

    @Test func emptyDatabaseIsNoTrap() {
        #expect(Self.catalogue([:]).types(withExtension: "thing").isEmpty)
        #expect(Self.catalogue([:]).types(withExtension: "jpg").count == 1)
    }

    @Test func entriesAndNamesAreBounded() {
        let many = (0...SharedMIMEInfo.mostEntries).map { "50:text/x-\($0):*.e\($0)" }.joined(separator: "\n")
        #expect(SharedMIMEInfo { $0 == "globs2" ? many : "" }.globs.count == SharedMIMEInfo.mostEntries)
        let long = "50:text/x-long:*." + String(repeating: "l", count: SharedMIMEInfo.longestName + 1)
        #expect(SharedMIMEInfo { $0 == "globs2" ? long : "" }.globs.isEmpty)
    }

    @Test func everyPrefixIsRead() {
        for (name, text) in Self.files {
            for end in text.indices {
                _ = SystemTypes(SharedMIMEInfo { $0 == name ? String(text[..<end]) : "" })
            }
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/mime/globs2")))
    func machineKnowsMore() throws {
        let type = try #require(UTType(mimeType: "application/vnd.oasis.opendocument.text"))
        #expect(type.isDeclared && !type.isPublic)
        #expect(type.preferredFilenameExtension == "odt")
        #expect(UTType(filenameExtension: "odt") == type)
        #expect(UTType(type.identifier) == type)
        #expect(type.conforms(to: .data))
    }

    @Test func declaredGraphIsWhole() {
        let identifiers = Set(declaredTypes.map(\.identifier))
        #expect(identifiers.count == declaredTypes.count)
        for record in declaredTypes {
            #expect(identifiers.isSuperset(of: record.supertypes), "\(record.identifier)")
            #expect(record.identifier == record.identifier.lowercased())
        }
        let tags = declaredTypes.flatMap { $0.extensions + $0.mimeTypes }
        #expect(Set(tags).count == tags.count)
    }
}
