import Foundation
import HandsetDBus

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What an introspection document says, without its comments and the interfaces that every object has.
package struct Introspection: Hashable {
    private var path: String
    private var members: [String]

    package init(_ text: String) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        guard parser.parse() else { throw parser.parserError ?? BusError.unreadable }
        path = reader.path
        members = reader.members
    }

    /// Of a file in docs/dbus/.
    package init(documented name: String) throws { try self.init(Self.text(of: name)) }

    package static func text(of name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/dbus/\(name).xml"), encoding: .utf8)
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var path = ""
        var members: [String] = []
        private var interface = ""

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            let name = attributes["name"] ?? ""
            switch element {
            case "node" where path.isEmpty: path = name
            case "interface": interface = name
            default: break
            }
            guard element != "node", !interface.hasPrefix("org.freedesktop.DBus.") else { return }
            members.append("\(element) \(name) \(attributes["type"] ?? "") \(attributes["direction"] ?? "")")
        }
    }
}

extension Bus {
    package func introspect(_ name: String, at path: String) async throws(BusError) -> String {
        let call = BusCall("Introspect", on: "org.freedesktop.DBus.Introspectable", of: name, at: path)
        guard let text = try await self.call(call, returning: "s").first?.string else { throw .unreadable }
        return text
    }
}
