public import Foundation

extension Conversation {
    /// What an app reports about its conversation.
    public enum Event: Hashable, Codable, Sendable {
        /// Its parties or its capabilities changed.
        case conversationUpdated(Conversation.Update)
        /// It is being set up since a date.
        case conversationStartedConnecting(Date)
        /// The parties are connected since a date.
        case conversationConnected(Date)
        /// It ended at a date, for a reason.
        case conversationEnded(Date, Conversation.EndedReason)
    }

    /// A change of a conversation's parties and capabilities. A field that is nil leaves things as they are.
    public struct Update: Hashable, Codable, Sendable {
        /// The person here.
        public var localMember: Handle?
        /// Everyone who is invited.
        public var members: Set<Handle>?
        /// The other parties whose sound or picture arrives.
        public var activeRemoteMembers: Set<Handle>?
        /// What the system may offer to the person.
        public var capabilities: Conversation.Capabilities?

        /// A change; what is left out stays as it is.
        public init(
            localMember: Handle? = nil, members: Set<Handle>? = nil, activeRemoteMembers: Set<Handle>? = nil,
            capabilities: Conversation.Capabilities? = nil
        ) {
            self.localMember = localMember
            self.members = members
            self.activeRemoteMembers = activeRemoteMembers
            self.capabilities = capabilities
        }
    }

    /// What the system may offer to the person during a conversation.
    public struct Capabilities: OptionSet, Hashable, Codable, Sendable {
        /// One bit for each capability.
        public var rawValue: Int

        /// Capabilities by their bits; unknown bits are kept.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Holding it.
        public static let pausing = Conversation.Capabilities(rawValue: 1 << 0)
        /// Joining it to another one.
        public static let merging = Conversation.Capabilities(rawValue: 1 << 1)
        /// Taking it out of a merged one.
        public static let unmerging = Conversation.Capabilities(rawValue: 1 << 2)
        /// Switching video on.
        public static let video = Conversation.Capabilities(rawValue: 1 << 3)
        /// Sending dialling tones.
        public static let playingTones = Conversation.Capabilities(rawValue: 1 << 4)
    }
}
