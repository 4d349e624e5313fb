import Foundation
import Handset

/// What a notification carries besides what is shown, as the JSON object that comes back with the response.
///
/// JSON has neither dates nor data: they are objects with one key, `$date` or `$data`.
struct Envelope {
    var userInfo: [AnyHashable: Any] = [:]
    var level: UNNotificationInterruptionLevel = .active
    var badge: Int?
    var relevance = 0.0
    /// Whether the app asked to hear of a dismissal.
    var wantsDismissal = false

    init() {}

    init(parsing text: String) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { return }
        if let info = (object["info"] as? [String: Any]).map(Self.value(ofJSON:)) as? [String: Any] {
            userInfo = Dictionary(uniqueKeysWithValues: info.map { (AnyHashable($0), $1) })
        }
        level = (object["level"] as? UInt).flatMap(UNNotificationInterruptionLevel.init(rawValue:)) ?? .active
        badge = object["badge"] as? Int
        relevance = object["relevance"] as? Double ?? 0
        wantsDismissal = object["dismissal"] as? Bool ?? false
    }

    /// Nil when `userInfo` is no property list.
    var text: String? {
        guard let info = Self.json(userInfo) else { return nil }
        var object: [String: Any] = ["info": info, "level": level.rawValue]
        if let badge { object["badge"] = badge }
        if relevance != 0, relevance.isFinite { object["relevance"] = relevance }
        if wantsDismissal { object["dismissal"] = true }
        guard JSONSerialization.isValidJSONObject(object),
            let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private static func json(_ value: Any) -> Any? {
        switch value {
        case let date as Date: return ["$date": date.timeIntervalSince1970]
        case let data as Data: return ["$data": data.base64EncodedString()]
        case let text as String: return text
        case let number as NSNumber: return number
        case let list as [Any]:
            let items = list.compactMap(json)
            return items.count == list.count ? items : nil
        case let dictionary as [AnyHashable: Any]:
            var object: [String: Any] = [:]
            for (key, value) in dictionary {
                guard let key = key.base as? String, let item = json(value) else { return nil }
                object[key] = item
            }
            return object
        default: return nil
        }
    }

    private static func value(ofJSON json: Any) -> Any {
        switch json {
        case let object as [String: Any]:
            if object.count == 1, let seconds = object["$date"] as? Double {
                return Date(timeIntervalSince1970: seconds)
            }
            if object.count == 1, let text = object["$data"] as? String, let data = Data(base64Encoded: text) {
                return data
            }
            return object.mapValues(value(ofJSON:))
        case let list as [Any]: return list.map(value(ofJSON:))
        default: return json
        }
    }
}

extension LocalNotification {
    /// A request as the service takes it; throws when the request cannot be posted.
    init(_ request: UNNotificationRequest, categories: Set<UNNotificationCategory>) throws(UNError) {
        let content = request.content
        guard
            !(content.title.isEmpty && content.subtitle.isEmpty && content.body.isEmpty) || content.sound != nil
                || content.badge != nil
        else { throw UNError(.notificationInvalidNoContent) }
        if let badge = content.badge?.intValue, badge < 0 { throw UNError(.badgeInputInvalid) }
        let category = categories.first { $0.name == content.categoryIdentifier }

        var envelope = Envelope()
        envelope.userInfo = content.userInfo
        envelope.level = content.interruptionLevel
        envelope.badge = content.badge?.intValue
        envelope.relevance = content.relevanceScore
        envelope.wantsDismissal = category?.choices.contains(.customDismissAction) ?? false
        guard let info = envelope.text else { throw UNError(.notificationInvalidNoContent) }

        let urgency: Urgency =
            switch content.interruptionLevel {
            case .passive: .low
            case .active, .timeSensitive: .normal
            case .critical: .critical
            }
        self.init(
            id: request.identifier, title: content.title, subtitle: content.subtitle, body: content.body,
            sound: content.sound?.freedesktopName, category: content.categoryIdentifier,
            thread: content.threadIdentifier, urgency: urgency, info: info,
            actions: (category?.buttons ?? []).map { button in
                Action(
                    id: button.value.identifier, title: button.value.title, asksForText: button.value.asksForText,
                    isForeground: button.value.options.contains(.foreground))
            })
    }
}

extension UNNotificationRequest {
    /// The request of a notification that was posted, perhaps by an earlier process of this app.
    convenience init(_ notification: LocalNotification) {
        let envelope = Envelope(parsing: notification.info)
        let content = UNNotificationContent()
        content.fields = ContentFields(
            title: notification.title, subtitle: notification.subtitle, body: notification.body, badge: envelope.badge,
            sound: notification.sound, userInfo: envelope.userInfo, categoryIdentifier: notification.category,
            threadIdentifier: notification.thread, attachments: [], interruptionLevel: envelope.level,
            relevanceScore: envelope.relevance)
        self.init(name: notification.id, what: content, when: nil)
    }
}
