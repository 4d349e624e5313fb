public import HandsetCompanions

/// What an app does for its conversations. All methods are needed; the system calls them in its own time.
public protocol ConversationManagerDelegate: AnyObject {
    /// The manager works now.
    func conversationManagerDidBegin(_ manager: ConversationManager)

    /// The manager lost everything: drop all conversations.
    func conversationManagerDidReset(_ manager: ConversationManager)

    /// The state or the parties of a conversation changed.
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation)

    /// Do this, and end the action with one of its `fulfill` methods or `fail()`. Fail those that you do not know.
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction)

    /// The action was not ended before its time-out date, and has failed.
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction)

    /// Sound may be recorded and played from now on.
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession)

    /// Sound may no longer be recorded or played.
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession)
}
