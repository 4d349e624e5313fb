import HandsetSMS

/// What a scripted subscriber does with a text.
package enum SubscriberBehaviour: Hashable, Sendable {
    /// Reads, and never answers.
    case silent
    /// Sends the text back between two others.
    case echo(prefix: String = "", suffix: String = "")
    /// Answers with these texts in turn, and from the first again.
    case answers([String])
}

/// A subscriber without a modem, as a test or a configuration file describes it.
package struct SubscriberConfiguration: Hashable, Sendable {
    package var network: NetworkID
    /// E.164 with `+`, a short code, or an alphanumeric name, which can send and not be reached.
    package var number: String
    package var behaviour: SubscriberBehaviour
    /// Between a text and its answer.
    package var replyDelay: Duration
    /// A subscriber whose phone is off leaves messages with the service centre.
    package var isReachable: Bool
    package var calls: CallBehaviour

    package init(
        network: NetworkID, number: String, behaviour: SubscriberBehaviour = .silent, replyDelay: Duration = .zero,
        isReachable: Bool = true, calls: CallBehaviour = CallBehaviour()
    ) {
        self.network = network
        self.number = number
        self.behaviour = behaviour
        self.replyDelay = replyDelay
        self.isReachable = isReachable
        self.calls = calls
    }
}

/// A text that reached a subscriber, whole.
package struct ReceivedText: Hashable, Sendable {
    package var from: String
    package var text: String
    /// The network's ids of its parts, in their order.
    package var messages: [MessageID]
}

/// A scripted subscriber: reads texts, puts parts together, answers.
final class Subscriber {
    let configuration: SubscriberConfiguration
    var behaviour: SubscriberBehaviour
    var replyDelay: Duration
    var isReachable: Bool
    var calls: CallBehaviour
    private(set) var received: [ReceivedText] = []
    private var incomplete: [PartKey: [UInt8: (data: UserData, message: MessageID)]] = [:]
    private var answersGiven = 0
    private var lastConcatenation: UInt16 = 0

    private struct PartKey: Hashable {
        var sender: String
        var reference: UInt16
        var isWide: Bool
        var total: UInt8
    }

    init(_ configuration: SubscriberConfiguration) {
        self.configuration = configuration
        behaviour = configuration.behaviour
        replyDelay = configuration.replyDelay
        isReachable = configuration.isReachable
        calls = configuration.calls
    }

    var number: String { configuration.number }

    /// Takes one part; gives the text once it is whole. What is no text reads as an empty one.
    func take(_ part: Deliver, message: MessageID) -> ReceivedText? {
        let sender = part.originatingAddress.value
        guard let place = part.userData.concatenation, 1...place.total ~= place.part else {
            return keep(ReceivedText(from: sender, text: part.text ?? "", messages: [message]))
        }
        let key = PartKey(sender: sender, reference: place.reference, isWide: place.isWide, total: place.total)
        // A subscriber's phone has room for so many unfinished texts.
        guard incomplete[key] != nil || incomplete.count < 100 else { return nil }
        incomplete[key, default: [:]][place.part] = (part.userData, message)
        guard let parts = incomplete[key], parts.count == Int(place.total) else { return nil }
        incomplete[key] = nil
        let ordered = parts.sorted { $0.key < $1.key }.map(\.value)
        let text = UserData.text(joining: ordered.map(\.data)) ?? ""
        return keep(ReceivedText(from: sender, text: text, messages: ordered.map(\.message)))
    }

    private func keep(_ text: ReceivedText) -> ReceivedText {
        received.append(text)
        return text
    }

    func answer(to text: String) -> String? {
        switch behaviour {
        case .silent: return nil
        case .echo(let prefix, let suffix): return prefix + text + suffix
        case .answers(let answers):
            guard !answers.isEmpty else { return nil }
            defer { answersGiven += 1 }
            return answers[answersGiven % answers.count]
        }
    }

    func nextConcatenation() -> UInt16 {
        lastConcatenation &+= 1
        return lastConcatenation
    }
}
