public import Foundation
import HandsetPlatform

/// Switching the translation of the spoken word on or off.
public final class SetTranslatingAction: ConversationAction {
    /// Whether to translate.
    final public let isTranslating: Bool
    /// What the person here speaks.
    final public let localLanguage: Locale.Language
    /// What the other parties speak.
    final public let remoteLanguage: Locale.Language

    private let chosen = Lock<TranslationEngine?>(nil)
    /// What the app said when it fulfilled the action.
    package var translationEngine: TranslationEngine? { chosen.withLock { $0 } }

    /// Switches translation on or off. The first label differs from that of the other actions, as Apple's does.
    public init(
        conversationID: UUID, isTranslating: Bool, localLanguage: Locale.Language, remoteLanguage: Locale.Language
    ) {
        self.isTranslating = isTranslating
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
        super.init(target: conversationID)
    }

    /// Ends the action: `translationEngine` does the work.
    final public func fulfill(using translationEngine: SetTranslatingAction.TranslationEngine) {
        _ = succeed { chosen.withLock { $0 = translationEngine } }
    }

    /// What translates.
    public enum TranslationEngine: Hashable {
        /// The system.
        case `default`
        /// The app.
        case custom
    }
}
