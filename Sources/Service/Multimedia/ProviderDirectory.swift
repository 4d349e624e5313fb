import Foundation
import FoundationXML
import HandsetPlatform

/// What the list of carriers knows of one (mobile-broadband-provider-info, `serviceproviders.xml`).
struct ProviderEntry: Hashable, Sendable {
    var mmsc: String
    /// `host:port`.
    var proxy: String?
    var accessPoint: String
}

/// The list of carriers that Debian and others install. It is read when a card is first seen, on a thread that then ends.
actor ProviderDirectory {
    static let path = "/usr/share/mobile-broadband-provider-info/serviceproviders.xml"

    private let loop = EventLoop(name: "providers")
    private let path: String
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(path: String = ProviderDirectory.path) { self.path = path }

    /// The settings of the carrier whose code begins the IMSI; nil where it has none, or nobody knows it.
    func entry(imsi: String) -> ProviderEntry? {
        guard let parser = FileManager.default.contents(atPath: path).map({ XMLParser(data: $0) }) else { return nil }
        let reader = ProviderReader(imsi: imsi)
        parser.delegate = reader
        _ = parser.parse()
        return reader.found
    }
}

/// Looks for one carrier in the list: the first provider with an MMSC whose code is the longest that begins the IMSI.
private final class ProviderReader: NSObject, XMLParserDelegate {
    private let imsi: String
    private(set) var found: ProviderEntry?
    private var foundLength = 0
    private var length = 0
    private var entries: [ProviderEntry] = []
    private var accessPoint: String?
    private var isForMultimedia = false
    private var mmsc = ""
    private var proxy = ""
    private var text = ""

    init(imsi: String) { self.imsi = imsi }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        switch name {
        case "provider":
            entries = []
            length = 0
        case "network-id":
            let code = (attributes["mcc"] ?? "") + (attributes["mnc"] ?? "")
            if code.utf8.count >= 5, imsi.hasPrefix(code) { length = max(length, code.utf8.count) }
        case "apn":
            accessPoint = attributes["value"]
            (isForMultimedia, mmsc, proxy) = (false, "", "")
        case "usage": isForMultimedia = isForMultimedia || attributes["type"] == "mms"
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { if text.utf8.count < 1_024 { text += string } }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "mmsc": mmsc = trimmed
        case "mmsproxy": proxy = trimmed
        case "apn":
            guard isForMultimedia, let accessPoint, mmsc.hasPrefix("http://") || mmsc.hasPrefix("https://") else {
                return
            }
            entries.append(ProviderEntry(mmsc: mmsc, proxy: proxy.isEmpty ? nil : proxy, accessPoint: accessPoint))
        case "provider":
            guard length > foundLength, let first = entries.first else { return }
            (found, foundLength) = (first, length)
        default: break
        }
    }
}
