/// What the network's service for unstructured data says (3GPP TS 22.090, 23.090).
package indirect enum USSDReply: Hashable, Sendable {
    /// The end of the session.
    case answer(String)
    /// A text that wants an answer; each answer leads on. `*` stands for any other, and without one the network ends
    /// the session.
    case menu(String, [String: USSDReply])
    /// The network does not know the code.
    case refusal
    /// The network never answers.
    case silence

    /// What a network knows where nothing else is said.
    package static let usual: [String: USSDReply] = [
        "*100#": .answer("Your balance is 12.50. It is valid until 31 December."),
        "*101#": .menu(
            "1 Balance\n2 Data left\n0 Leave",
            [
                "1": .answer("Your balance is 12.50."),
                "2": .menu("1 This month\n2 Last month", ["1": .answer("1.5 GB left"), "2": .answer("0.2 GB left")]),
                "0": .answer("Goodbye."),
            ]),
        "*#21#": .answer("Call forwarding\nVoice: not active"),
        "*#43#": .answer("Call waiting\nVoice: active"),
    ]
}

/// One string of unstructured data, as the network saw it.
package struct USSDRecord: Hashable, Sendable {
    package var modem: String
    package var isFromModem: Bool
    /// Empty where a side ended the session without words.
    package var text: String
    package var time: Duration
}

/// Where a modem stands with the service.
enum USSDState {
    case idle
    /// The network has a string and has not answered.
    case asked(Timeline.Token?)
    /// The network waits for an answer.
    case menu([String: USSDReply], Timeline.Token?)
}
