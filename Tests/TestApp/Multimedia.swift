import Foundation
import TelephonyMessagingKit
import UniformTypeIdentifiers

/// What a test has the app do with multimedia messages.
enum Multimedia {
    private static var service: MMSService { TelephonyMessagingSession.shared.mmsService }

    static func state() async -> [String: String] {
        var report = ["event": "mms state"]
        do {
            let services = try TelephonyMessagingSession.shared.cellularServices
            report["viable"] = services.map { "\(service.isViable(for: $0.id))" }.joined(separator: ",")
            guard let first = services.first else { return report }
            let configuration = try await service.configuration(for: first.id)
            report["size"] = configuration.maximumMessageSize.map { "\(Int($0.converted(to: .bytes).value))" }
            report["recipients"] = configuration.maximumRecipients.map { "\($0)" }
        } catch {
            report["error"] = "\(error)"
        }
        return report
    }

    static func runLoop(_ name: String, _ driver: Driver) async {
        do {
            let notifications = try service.incomingMessageNotifications
            driver.report(["event": "looping", "loop": name])
            for await notification in notifications {
                var report = describe(notification.message)
                report["event"] = "mms"
                report["loop"] = name
                let answer = await driver.ask(report)
                if answer == "break" { break }
            }
            driver.report(["event": "loop ended", "loop": name])
        } catch {
            driver.report(["event": "loop refused", "loop": name, "error": "\(error)"])
        }
    }

    private static func describe(_ message: MMSMessage) -> [String: String] {
        let content = message.content
        return [
            "id": message.messageID.description, "from": content.from?.phoneNumber ?? "",
            "recipients": content.recipients.map(\.phoneNumber).sorted().joined(separator: ","),
            "subject": content.subject ?? "-", "line": message.cellularServiceID.description,
            "text": content.parts.filter { $0.contentType == .plainText }.map {
                String(decoding: $0.data, as: UTF8.self)
            }
            .joined(separator: "|"),
            "parts": content.parts.map { part in
                "\(part.contentType?.identifier ?? "?") \(part.filename) \(part.data.count) \(sum(part.data))"
            }.joined(separator: ";"),
        ]
    }

    /// Tells one content from another.
    static func sum(_ data: Data) -> UInt32 { data.reduce(5381) { $0 &* 33 &+ UInt32($1) } }

    /// `to` names recipients, `files` parts, both separated by commas.
    static func send(_ command: [String: String]) async -> [String: String] {
        do {
            let services = try TelephonyMessagingSession.shared.cellularServices
            guard let line = services.first(where: { $0.label == command["line"] }) ?? services.first else {
                return ["event": "mms sent", "error": "no line"]
            }
            var parts: [MMSPartContent] = []
            if let text = command["text"] {
                parts.append(part(Data(text.utf8), .plainText, "text", ""))
            }
            for (index, path) in (command["files"] ?? "").split(separator: ",").map(String.init).enumerated() {
                let url = URL(fileURLWithPath: path)
                let type = UTType(filenameExtension: url.pathExtension)
                parts.append(part(try Data(contentsOf: url), type, "file\(index)", url.lastPathComponent))
            }
            let recipients = (command["to"] ?? "").split(separator: ",").map { MMSHandle(phoneNumber: String($0)) }
            let asked = Date().timeIntervalSince1970
            try await service.sendMessage(
                MMSMessage(
                    cellularServiceID: line.id, messageID: MMSMessageID(rawValue: UInt32(command["id"] ?? "") ?? 1),
                    content: MMSContent(parts: parts, recipients: recipients, subject: command["subject"])))
            return ["event": "mms sent", "error": "", "asked": "\(asked)"]
        } catch {
            return ["event": "mms sent", "error": "\(error)"]
        }
    }

    private static func part(_ data: Data, _ type: UTType?, _ id: String, _ name: String) -> MMSPartContent {
        MMSPartContent(data: data, contentType: type, contentID: id, disposition: .inline, fileName: name)
    }

    static func receive(_ command: [String: String]) async -> [String: String] {
        do {
            guard let line = try TelephonyMessagingSession.shared.cellularServices.first else {
                return ["event": "mms received", "error": "no line"]
            }
            let id = MMSMessageID(rawValue: UInt32(command["id"] ?? "") ?? 0)
            var report = describe(try await service.receiveMessage(using: line.id, messageID: id))
            report["event"] = "mms received"
            return report
        } catch {
            return ["event": "mms received", "error": "\(error)"]
        }
    }
}
