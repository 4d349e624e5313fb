internal import HandsetSMS

/// How many parts a text takes as an SMS, and how much room is left, while a person types it
/// (3GPP TS 23.040, clause 9.2.3.24.1; TS 23.038, clause 6).
///
/// ```swift
/// let count = SMSCounter().count("On my way")
/// label = "\(count.remaining) left, \(count.parts) parts"
/// ```
///
/// A count is a walk through the text that allocates nothing: cheap enough for every key. It is the same walk that cuts
/// the text when it is sent, so the two never disagree.
public struct SMSCounter: Hashable, Sendable {
    /// What a text takes.
    public struct Count: Hashable, Sendable {
        /// The messages that are sent and charged: one or more, also for an empty text.
        public let parts: Int
        /// The characters that still fit the last part. A character of the alphabet in use counts one; a few, such as
        /// `€` among plain letters and most emoji, count two or more.
        public let remaining: Int
        /// Whether every character is one of the plain alphabet of 7 bits. One that is not more than halves the room of all.
        public let isPlain: Bool
        /// Whether the text can be sent: 255 parts are the most that a message can have.
        public let isSendable: Bool
    }

    /// A counter for the parts that Handset makes.
    public init() {}

    /// What `text` takes. The work is linear in its length.
    public func count(_ text: String) -> Count {
        guard let count = try? Segmenter().count(text) else {
            return Count(parts: Limits.parts + 1, remaining: 0, isPlain: false, isSendable: false)
        }
        return Count(parts: count.parts, remaining: count.remaining, isPlain: count.alphabet == .gsm7, isSendable: true)
    }
}
