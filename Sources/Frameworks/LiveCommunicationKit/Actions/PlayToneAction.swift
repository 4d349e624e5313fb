public import Foundation

/// Dialling tones (DTMF) sent within a conversation.
public final class PlayToneAction: ConversationAction {
    /// The digits to send, in order.
    final public let digits: String
    /// How they are sent.
    final public let tone: PlayToneAction.Tone

    /// Sends digits within a conversation.
    public init(conversationUUID: UUID, digits: String, tone: PlayToneAction.Tone) {
        self.digits = digits
        self.tone = tone
        super.init(target: conversationUUID)
    }

    /// How digits are sent.
    public enum Tone: Int, Hashable, Sendable {
        /// One tone, as the person presses a key.
        case single
        /// A string of digits after a pause of its own length (`,`).
        case softPause
        /// A string of digits once the person agrees (`;`).
        case hardPause
    }
}
