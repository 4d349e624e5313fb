extension RCSService {
    /// Sends a message that must be encrypted from end to end. Since iOS 26.5.
    public struct SendEncryptedMessageRequest: Sendable {
        package let content: RCSMessage.Content
        package let destination: RCSHandle
        package let cellularServiceID: CellularServiceID
        package let messageID: RCSMessageID
        /// The receipt of the first try, when the receiver could not decrypt that.
        public var secureSendReceipt: RCSMessage.SecureSendReceipt?

        private init(
            _ content: RCSMessage.Content, _ destination: RCSHandle, _ cellularServiceID: CellularServiceID,
            _ messageID: RCSMessageID
        ) {
            self.content = content
            self.destination = destination
            self.cellularServiceID = cellularServiceID
            self.messageID = messageID
        }

        /// A text.
        public init(
            content: RCSMessage.Text, destination: RCSHandle, cellularServiceID: CellularServiceID,
            messageID: RCSMessageID
        ) { self.init(.text(content), destination, cellularServiceID, messageID) }

        /// A file.
        public init(
            content: RCSMessage.FileTransfer, destination: RCSHandle, cellularServiceID: CellularServiceID,
            messageID: RCSMessageID
        ) { self.init(.fileTransfer(content), destination, cellularServiceID, messageID) }

        /// A place.
        public init(
            content: RCSMessage.GeolocationPush, destination: RCSHandle, cellularServiceID: CellularServiceID,
            messageID: RCSMessageID
        ) { self.init(.geolocationPush(content), destination, cellularServiceID, messageID) }

        /// An answer to a certain message. Since iOS 27.0.
        public init(
            content: RCSMessage.Reply, destination: RCSHandle, cellularServiceID: CellularServiceID,
            messageID: RCSMessageID
        ) { self.init(.reply(content), destination, cellularServiceID, messageID) }

        /// An emoji on a message. Since iOS 27.0.
        public init(
            content: RCSMessage.Reaction, destination: RCSHandle, cellularServiceID: CellularServiceID,
            messageID: RCSMessageID
        ) { self.init(.reaction(content), destination, cellularServiceID, messageID) }

        /// A picture on a message. Since iOS 27.0.
        public init(
            content: RCSMessage.CustomReaction, destination: RCSHandle, cellularServiceID: CellularServiceID,
            messageID: RCSMessageID
        ) { self.init(.customReaction(content), destination, cellularServiceID, messageID) }

        /// What became of it.
        public struct Result: Sendable {
            /// Keep it: with it the message can be sent again when the receiver could not decrypt it.
            public let secureSendReceipt: RCSMessage.SecureSendReceipt?

            package init(secureSendReceipt: RCSMessage.SecureSendReceipt?) {
                self.secureSendReceipt = secureSendReceipt
            }
        }
    }
}
