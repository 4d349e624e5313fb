public import Foundation

extension ConversationManager {
    /// What an app tells the system about its conversations.
    public struct Configuration {
        /// The name of a sound in the app's bundle; nil is the usual one.
        public var ringtoneName: String?
        /// A PNG picture that stands for the app; its opacity counts, its colours do not.
        public var iconTemplateImageData: Data?
        /// How many groups of conversations may be active at once.
        public var maximumConversationGroups: Int
        /// How many conversations one group may hold.
        public var maximumConversationsPerConversationGroup: Int
        /// Whether the call history gets a row of each conversation.
        public var includesConversationInRecents: Bool
        /// Whether the app can do video.
        public var supportsVideo: Bool
        /// The handles that the app can call.
        public var supportedHandleTypes: Set<Handle.Kind>
        /// Whether the app can translate what is spoken.
        public var supportsAudioTranslation: Bool

        /// A description of an app that does not translate.
        public init(
            ringtoneName: String?, iconTemplateImageData: Data?, maximumConversationGroups: Int,
            maximumConversationsPerConversationGroup: Int, includesConversationInRecents: Bool, supportsVideo: Bool,
            supportedHandleTypes: Set<Handle.Kind>
        ) {
            self.init(
                ringtoneName: ringtoneName, iconTemplateImageData: iconTemplateImageData,
                maximumConversationGroups: maximumConversationGroups,
                maximumConversationsPerConversationGroup: maximumConversationsPerConversationGroup,
                includesConversationInRecents: includesConversationInRecents, supportsVideo: supportsVideo,
                supportedHandleTypes: supportedHandleTypes, supportsAudioTranslation: false)
        }

        /// A description of an app.
        public init(
            ringtoneName: String?, iconTemplateImageData: Data?, maximumConversationGroups: Int,
            maximumConversationsPerConversationGroup: Int, includesConversationInRecents: Bool, supportsVideo: Bool,
            supportedHandleTypes: Set<Handle.Kind>, supportsAudioTranslation: Bool
        ) {
            self.ringtoneName = ringtoneName
            self.iconTemplateImageData = iconTemplateImageData
            self.maximumConversationGroups = maximumConversationGroups
            self.maximumConversationsPerConversationGroup = maximumConversationsPerConversationGroup
            self.includesConversationInRecents = includesConversationInRecents
            self.supportsVideo = supportsVideo
            self.supportedHandleTypes = supportedHandleTypes
            self.supportsAudioTranslation = supportsAudioTranslation
        }
    }
}
