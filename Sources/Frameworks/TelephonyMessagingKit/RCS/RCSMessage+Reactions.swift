extension RCSMessage {
    /// An answer to a certain message; whether it is encrypted its content says. Since iOS 27.0.
    public struct Reply: Equatable, Codable, Sendable {
        /// The message that is answered.
        public var targetMessageID: RCSMessageID
        /// The answer.
        public var content: RCSMessage.Reply.Content

        /// An answer to a message.
        public init(targetMessageID: RCSMessageID, content: RCSMessage.Reply.Content) {
            self.targetMessageID = targetMessageID
            self.content = content
        }

        /// What an answer may be. Since iOS 27.0.
        public enum Content: Equatable, Codable, Sendable {
            /// A text.
            case text(RCSMessage.Text)
            /// A file on a content server.
            case fileTransfer(RCSMessage.FileTransfer)
            /// A place.
            case geolocationPush(RCSMessage.GeolocationPush)
        }
    }

    /// An emoji on a message. Since iOS 27.0.
    public struct Reaction: Equatable, Codable, Sendable {
        /// To add: the message. To remove: the message that added the reaction.
        public var targetMessageID: RCSMessageID
        /// What to do.
        public var operation: RCSMessage.Reaction.Operation
        /// Whether it is, or is to be, encrypted from end to end; false unless set.
        public var isEndToEndEncrypted: Bool = false

        /// A reaction that is not encrypted.
        public init(targetMessageID: RCSMessageID, operation: RCSMessage.Reaction.Operation) {
            self.targetMessageID = targetMessageID
            self.operation = operation
        }

        /// A reaction that may be encrypted.
        public init(targetMessageID: RCSMessageID, operation: RCSMessage.Reaction.Operation, isEndToEndEncrypted: Bool)
        {
            self.targetMessageID = targetMessageID
            self.operation = operation
            self.isEndToEndEncrypted = isEndToEndEncrypted
        }

        /// What to do with an emoji. Since iOS 27.0.
        public enum Operation: Equatable, Codable, Sendable {
            /// Puts one or more emoji on the message.
            case addEmoji(String)
            /// Takes them back.
            case removeEmoji(String)
        }
    }

    /// A picture on a message. Since iOS 27.0.
    public struct CustomReaction: Equatable, Codable, Sendable {
        /// To add: the message. To remove: the message that added the reaction.
        public var targetMessageID: RCSMessageID
        /// What to do.
        public var operation: RCSMessage.CustomReaction.Operation
        /// Whether it is, or is to be, encrypted from end to end; false unless set.
        public var isEndToEndEncrypted: Bool = false

        /// A reaction that is not encrypted.
        public init(targetMessageID: RCSMessageID, operation: RCSMessage.CustomReaction.Operation) {
            self.targetMessageID = targetMessageID
            self.operation = operation
        }

        /// A reaction that may be encrypted.
        public init(
            targetMessageID: RCSMessageID, operation: RCSMessage.CustomReaction.Operation, isEndToEndEncrypted: Bool
        ) {
            self.targetMessageID = targetMessageID
            self.operation = operation
            self.isEndToEndEncrypted = isEndToEndEncrypted
        }

        /// What to do with a picture. Since iOS 27.0.
        public enum Operation: Equatable, Codable, Sendable {
            /// Puts an uploaded picture on the message.
            case add(RCSFileTransferMetadata)
            /// Takes it back.
            case remove
        }
    }
}
