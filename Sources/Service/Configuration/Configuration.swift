import Foundation
import Glibc
package import HandsetInterface

/// What the operator has written into `config.json` in the state folder (JSON5: comments and trailing commas may stay).
package struct Configuration: Hashable, Sendable {
    package struct Modem: Hashable, Sendable {
        package enum Endpoint: Hashable, Sendable {
            case device(path: String, baud: Int)
            case socket(path: String)
        }
        package var name: String
        package var endpoint: Endpoint
        package var pin: String?

        package init(name: String, endpoint: Endpoint, pin: String? = nil) {
            self.name = name
            self.endpoint = endpoint
            self.pin = pin
        }
    }

    package var modems: [Modem] = []
    /// Given to these apps at every start.
    package var roles: [Role: String] = [:]
    /// Labels of lines that the person has not labelled, by the line's id.
    package var labels: [String: String] = [:]
    /// The bundle of every program of a user.
    package var identities: [UInt32: String] = [:]
    /// Seconds.
    package var probeInterval: Int64 = 300
    /// Seconds that a message waits for its missing parts.
    package var incompleteAfter: Int64 = 4 * 3_600
    package var reportRequests = "asked"
    /// What the operator says of lines, by their ids; `*` is of every line.
    package var lines: [String: LineOptions] = [:]
    /// The id of the line for calls that name none.
    package var preferredLine: String?

    package init() {}

    /// What is wrong with the file, for the operator: names the key.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package var description: String

        init(_ key: String, _ reason: String) { description = key.isEmpty ? reason : "\(key): \(reason)" }
    }

    static let sizeLimit = 256 << 10

    /// Reads `config.json` in `folder`; a configuration of nothing where there is no file.
    package static func read(_ folder: String) throws(Fault) -> Configuration {
        let path = folder + "/config.json"
        var status = stat()
        // Only where there is none: a link that leads nowhere, or a folder that is closed to us, hides what the operator wrote.
        if lstat(path, &status) != 0, errno == ENOENT { return Configuration() }
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            throw Fault("", "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG, let data = FileManager.default.contents(atPath: path) else {
            throw Fault("", "\(path) is not a file that can be read")
        }
        guard data.count <= sizeLimit else { throw Fault("", "\(path) is larger than \(sizeLimit) octets") }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let value: JSONValue
        do {
            value = try decoder.decode(JSONValue.self, from: data)
        } catch let DecodingError.dataCorrupted(context) {
            let cause = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
            throw Fault("", "\(path) is not JSON. \(cause ?? context.debugDescription)")
        } catch {
            throw Fault("", "\(path) is not JSON")
        }
        return try Configuration(Section(key: "", value: value))
    }

    /// What only the whole can show, once the command line's modems have been added.
    package func check() throws(Fault) {
        guard Set(modems.map(\.name)).count == modems.count else { throw Fault("modems", "two have the same name") }
    }

    init(_ root: Section) throws(Fault) {
        let known: Set = [
            "modems", "roles", "labels", "identities", "probeInterval", "incompleteAfter", "reportRequests", "lines",
            "preferredLine",
        ]
        try root.refuseOthers(than: known)
        for entry in try root["modems"]?.elements() ?? [] { modems.append(try Self.modem(entry)) }
        for (key, app) in try root["roles"]?.fields() ?? [:] {
            guard let role = Role(rawValue: key) else {
                throw Fault(
                    "roles.\(key)", "no such role; there are \(Role.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            roles[role] = try app.text()
        }
        for (line, label) in try root["labels"]?.fields() ?? [:] {
            let text = try label.text()
            guard 1...InterfaceLimits.label ~= text.count else {
                throw Fault("labels.\(line)", "has to be 1 to \(InterfaceLimits.label) characters")
            }
            labels[line] = text
        }
        for (user, app) in try root["identities"]?.fields() ?? [:] {
            guard let id = UInt32(user) else { throw Fault("identities.\(user)", "the key has to be a user's number") }
            identities[id] = try app.text()
        }
        for (line, options) in try root["lines"]?.fields() ?? [:] { lines[line] = try LineOptions(options) }
        preferredLine = try root["preferredLine"]?.text()
        if let interval = root["probeInterval"] { probeInterval = try interval.integer(1...86_400) }
        if let wait = root["incompleteAfter"] { incompleteAfter = try wait.integer(1...604_800) }
        if let requests = root["reportRequests"] {
            reportRequests = try requests.text()
            guard Outbox.ReportRequests(rawValue: reportRequests) != nil else {
                throw Fault("reportRequests", "has to be asked, always or never")
            }
        }
    }

    private static func modem(_ entry: Section) throws(Fault) -> Modem {
        try entry.refuseOthers(than: ["name", "device", "socket", "baud", "pin"])
        guard let name = try entry["name"]?.text(), isName(name) else {
            throw Fault("\(entry.key).name", "has to be 1 to 32 letters, digits, '-' and '_'")
        }
        let pin = try entry["pin"]?.text()
        if let pin, !(4...8 ~= pin.utf8.count && pin.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            throw Fault("\(entry.key).pin", "has to be 4 to 8 digits, as text")
        }
        switch (try entry["device"]?.text(), try entry["socket"]?.text()) {
        case (let device?, nil):
            let baud = try entry["baud"]?.integer(bauds) ?? defaultBaud
            return Modem(name: name, endpoint: .device(path: device, baud: Int(baud)), pin: pin)
        case (nil, let socket?): return Modem(name: name, endpoint: .socket(path: socket), pin: pin)
        default: throw Fault(entry.key, "needs either device or socket")
        }
    }

    package static func isName(_ name: String) -> Bool {
        1...32 ~= name.utf8.count
            && name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || isAlphanumeric($0) }
    }

    private static func isAlphanumeric(_ octet: UInt8) -> Bool {
        switch octet | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet
        }
    }

    /// `NAME=unix:PATH`, `NAME=/dev/ttyX` or `NAME=/dev/ttyX@BAUD`, as on the command line.
    package static func modem(argument: String) throws(Fault) -> Modem {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, isName(parts[0]) else {
            throw Fault("--modem", "has to be NAME=unix:PATH or NAME=/dev/ttyX[@BAUD]")
        }
        if parts[1].hasPrefix("unix:") {
            return Modem(name: parts[0], endpoint: .socket(path: String(parts[1].dropFirst(5))))
        }
        let device = parts[1].split(separator: "@", maxSplits: 1).map(String.init)
        guard let baud = device.count == 1 ? defaultBaud : Int64(device[1]), bauds.contains(baud) else {
            throw Fault("--modem", "the baud rate is a number from 9600 to 921600")
        }
        return Modem(name: parts[0], endpoint: .device(path: device[0], baud: Int(baud)))
    }

    private static let bauds: ClosedRange<Int64> = 9_600...921_600
    private static let defaultBaud: Int64 = 115_200

    /// A value of the file with the key that leads to it.
    struct Section {
        var key: String
        var value: JSONValue

        subscript(_ name: String) -> Section? {
            guard case .object(let fields) = value, let found = fields[name] else { return nil }
            return Section(key: key.isEmpty ? name : "\(key).\(name)", value: found)
        }

        func refuseOthers(than known: Set<String>) throws(Fault) {
            for name in try fields().keys.sorted() where !known.contains(name) {
                let place = key.isEmpty ? name : "\(key).\(name)"
                throw Fault(place, "no such key; there are \(known.sorted().joined(separator: ", "))")
            }
        }

        func fields() throws(Fault) -> [String: Section] {
            guard case .object(let dictionary) = value else { throw Fault(key, "has to be an object") }
            var fields: [String: Section] = [:]
            for (name, value) in dictionary {
                fields[name] = Section(key: key.isEmpty ? name : "\(key).\(name)", value: value)
            }
            return fields
        }

        func elements() throws(Fault) -> [Section] {
            guard case .array(let array) = value else { throw Fault(key, "has to be an array") }
            return array.enumerated().map { Section(key: "\(key)[\($0.offset)]", value: $0.element) }
        }

        func text() throws(Fault) -> String {
            guard case .text(let text) = value, !text.isEmpty else { throw Fault(key, "has to be a text") }
            return text
        }

        func boolean() throws(Fault) -> Bool {
            guard case .boolean(let boolean) = value else { throw Fault(key, "has to be true or false") }
            return boolean
        }

        func integer(_ range: ClosedRange<Int64>) throws(Fault) -> Int64 {
            guard case .number(let number) = value, let integer = Int64(exactly: number), range.contains(integer) else {
                throw Fault(key, "has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return integer
        }
    }
}
