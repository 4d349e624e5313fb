import HandsetDBus
import HandsetInterface

/// A notification as the server takes it (Desktop Notifications Specification 1.2, "Notify"), with no more than it can.
struct NotificationForm {
    static let yes = "yes"
    /// The key of the one action that takes a text where the server has a field for it.
    static let inlineReply = "inline-reply"
    private static let opening = "default"

    private var application: String
    private var summary: String
    private var body: String
    private var keys: [String] = []
    private var hints: [String: BusValue]
    /// Milliseconds; -1 is the server's choice, 0 is never.
    private var expiry: Int32
    /// The server's action keys, and what they mean to the app.
    private(set) var actions: [String: String] = [:]

    init(_ notification: NotificationInfo, name: String, abilities: Set<String>) {
        application = name.isEmpty ? "Handset" : name
        let lines = [notification.subtitle, notification.body].filter { !$0.isEmpty }
        summary = notification.title
        body = lines.joined(separator: "\n")
        expiry = -1
        hints = ["urgency": .byte(UInt8(notification.urgency.rawValue))]
        if let category = notification.category { hints["category"] = .string(category) }
        if let sound = notification.sound {
            hints["sound-name"] = .string(sound == "default" ? "message-new-instant" : sound)
        } else {
            hints["suppress-sound"] = .boolean(true)
        }
        fit(abilities)
        guard abilities.contains("actions") else { return }
        add(Self.opening, "Open", as: "default")
        for (index, action) in notification.actions.enumerated() { add(action, index, abilities) }
    }

    init(_ question: QuestionInfo, abilities: Set<String>) {
        application = "Handset"
        summary = question.title
        body = question.body
        expiry = 0
        hints = ["urgency": .byte(2)]
        fit(abilities)
        add(Self.yes, question.yes, as: Self.yes)
        add("no", question.no, as: "no")
    }

    func arguments(replacing number: UInt32) -> [BusValue] {
        [
            .string(application), .uint32(number), .string(""), .string(summary), .string(body), .strings(keys),
            .dictionary(hints), .int32(expiry),
        ]
    }

    /// Says the same with what the server can show.
    private mutating func fit(_ abilities: Set<String>) {
        if !abilities.contains("body"), !body.isEmpty {
            summary = summary.isEmpty ? body : "\(summary): \(body)"
            body = ""
        }
        if abilities.contains("body-markup") { body = Self.escaped(body) }
    }

    private mutating func add(_ action: NotificationInfo.Action, _ index: Int, _ abilities: Set<String>) {
        if action.takesText {
            if abilities.contains(Self.inlineReply), actions[Self.inlineReply] == nil {
                add(Self.inlineReply, action.title, as: action.id)
            } else {
                // There is no field to type into: the app has one.
                add("text-\(index)", action.title, as: "default")
            }
        } else {
            let isReserved = [Self.opening, Self.inlineReply, ""].contains(action.id) || actions[action.id] != nil
            add(isReserved ? "action-\(index)" : action.id, action.title, as: action.id)
        }
    }

    private mutating func add(_ key: String, _ label: String, as meaning: String) {
        keys += [key, label]
        actions[key] = meaning
    }

    /// The body is markup: a text that looks like it must not become it.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
