// What Apple's declarations do not allow.
import AVFAudio
import Foundation
import LiveCommunicationKit

// A type that an app only receives offers `init(from:)` at most.
func made(id: UUID, date: Date) {
    // expected-error@+2 {{extra arguments at positions #1, #2 in call}}
    // expected-error@+1 {{missing argument for parameter 'from' in call}}
    _ = CellularService(id: id, label: "")
    // expected-error@+2 {{extra arguments at positions #1, #2 in call}}
    // expected-error@+1 {{missing argument for parameter 'from' in call}}
    _ = ConversationHistoryManager.RecentConversation(id: id, date: date)
    // expected-error@+1 {{'Conversation' initializer is inaccessible due to 'package' protection level}}
    _ = Conversation(uuid: id)
    // expected-error@+2 {{'TelephonyConversationManager' initializer is inaccessible due to 'package' protection level}}
    // expected-error@+1 {{missing argument for parameter 'client' in call}}
    _ = TelephonyConversationManager()
    // expected-error@+2 {{'ConversationHistoryManager' initializer is inaccessible due to 'package' protection level}}
    // expected-error@+1 {{missing arguments for parameters 'client', 'center' in call}}
    _ = ConversationHistoryManager()
    // expected-error@+1 {{missing argument for parameter 'configuration' in call}}
    _ = ConversationManager()
}

func read(_ action: StartCellularConversationAction, _ conversation: Conversation, _ running: ConversationAction) {
    // expected-error@+1 {{'handles' is inaccessible due to 'package' protection level}}
    _ = action.handles
    // expected-error@+1 {{value of type 'Conversation' has no member 'members'}}
    _ = conversation.members
    // expected-error@+1 {{value of type 'Conversation' has no member 'capabilities'}}
    _ = conversation.capabilities
    // expected-error@+1 {{cannot assign to property: 'state' is a get-only property}}
    conversation.state = .left
    // expected-error@+1 {{argument passed to call that takes no arguments}}
    running.fail("why")
}

func conformances(
    action: ConversationAction, conversation: Conversation, tone: PlayToneAction.Tone,
    engine: SetTranslatingAction.TranslationEngine, configuration: ConversationManager.Configuration,
    manager: ConversationManager
) {
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = action
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = conversation
    // expected-error@+1 {{does not conform to specified type 'Encodable'}}
    let _: any Encodable = tone
    // expected-error@+1 {{does not conform to specified type 'Encodable'}}
    let _: any Encodable = engine
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = configuration
    // expected-swift5-warning@+2 {{type 'ConversationAction' does not conform to the 'Sendable' protocol}}
    // expected-swift6-error@+1 {{type 'ConversationAction' does not conform to the 'Sendable' protocol}}
    let _: any Sendable = action
    // expected-swift5-warning@+2 {{type 'ConversationManager' does not conform to the 'Sendable' protocol}}
    // expected-swift6-error@+1 {{type 'ConversationManager' does not conform to the 'Sendable' protocol}}
    let _: any Sendable = manager
    // expected-swift5-warning@+2 {{'ConversationManager.Configuration' does not conform to the 'Sendable' protocol}}
    // expected-swift6-error@+1 {{'ConversationManager.Configuration' does not conform to the 'Sendable' protocol}}
    let _: any Sendable = configuration
    // expected-swift5-warning@+2 {{'SetTranslatingAction.TranslationEngine' does not conform to the 'Sendable' protocol}}
    // expected-swift6-error@+1 {{'SetTranslatingAction.TranslationEngine' does not conform to the 'Sendable' protocol}}
    let _: any Sendable = engine
}

// expected-error@+1 {{cannot inherit from non-open class 'ConversationAction' outside of its defining module}}
final class OwnAction: ConversationAction {}

// expected-error@+2 {{type 'Lazy' does not conform to protocol 'ConversationManagerDelegate'}}
// expected-note@+1 {{add stubs for conformance}}
final class Lazy: ConversationManagerDelegate {}

// Withdrawn before iOS 26.0 shipped.
// expected-error@+1 {{cannot find type 'DialRequest' in scope}}
typealias Withdrawn = DialRequest
