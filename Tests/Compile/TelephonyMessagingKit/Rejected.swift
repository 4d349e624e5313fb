// What Apple's declarations do not allow.
import Foundation
import TelephonyMessagingKit

// Types that an app only receives.
func made(
    id: CellularServiceID, sms: SMSMessage, mms: MMSMessage, group: RCSHandle.Group,
    metadata: RCSFileTransferMetadata
) {
    // expected-error@+1 {{missing argument for parameter 'from' in call}}
    _ = CellularServiceID()
    // expected-error@+1 {{'SMSService.IncomingMessageNotification' initializer is inaccessible due to 'package' protection level}}
    _ = SMSService.IncomingMessageNotification(message: sms)
    // expected-error@+1 {{'MMSService.IncomingMessageNotification' initializer is inaccessible due to 'package' protection level}}
    _ = MMSService.IncomingMessageNotification(message: mms)
    // expected-error@+2 {{missing argument for parameter 'client' in call}}
    // expected-error@+1 {{'TelephonyMessagingSession' initializer is inaccessible due to 'package' protection level}}
    _ = TelephonyMessagingSession()
    // expected-error@+2 {{missing argument for parameter 'client' in call}}
    // expected-error@+1 {{'SMSService' initializer is inaccessible due to 'package' protection level}}
    _ = SMSService()
    // expected-error@+2 {{missing argument for parameter 'client' in call}}
    // expected-error@+1 {{'MMSService' initializer is inaccessible due to 'package' protection level}}
    _ = MMSService()
    // expected-error@+2 {{missing argument for parameter 'client' in call}}
    // expected-error@+1 {{'RCSService' initializer is inaccessible due to 'package' protection level}}
    _ = RCSService()
    // expected-error@+1 {{'RCSService.FileUploadRequest.Metadata' initializer is inaccessible due to 'package' protection level}}
    _ = RCSService.FileUploadRequest.Metadata(
        transactionID: UUID(), fileMetadata: metadata, thumbnailMetadata: nil)
    // expected-error@+1 {{'RCSService.GroupChatSubjectInvalidatedEvent' initializer is inaccessible due to 'package' protection level}}
    _ = RCSService.GroupChatSubjectInvalidatedEvent(cellularServiceID: id, groupHandle: group)
    // expected-error@+2 {{extra arguments at positions #1, #2 in call}}
    // expected-error@+1 {{missing argument for parameter 'from' in call}}
    _ = MMSPartContent.MMSCustomHeader(key: "", value: "")
    // expected-error@+2 {{extra arguments at positions #1, #2 in call}}
    // expected-error@+1 {{missing argument for parameter 'from' in call}}
    _ = RCSHandle.Group(focus: "", conversationID: "")
    // expected-error@+2 {{argument type 'UUID' does not conform to expected type 'Decoder'}}
    // expected-error@+1 {{incorrect argument label in call (have 'id:', expected 'from:')}}
    _ = RCSMessage.SecureSendReceipt(id: UUID())
    // expected-error@+2 {{extra arguments at positions #1, #2 in call}}
    // expected-error@+1 {{missing argument for parameter 'from' in call}}
    _ = CellularServiceState(id: id, label: "")
}

func compared(
    sms: SMSMessage, content: SMSContent, handle: SMSHandle, mms: MMSContent, part: MMSPartContent,
    address: MMSHandle, note: SMSService.IncomingMessageNotification, event: RCSService.GroupChatEvent,
    style: RCSService.Business.Card.FontStyle, business: RCSService.Business
) {
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = sms
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = content
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = handle
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = mms
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = part
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = address
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = note
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = event
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = business
    // expected-error@+1 {{does not conform to specified type 'Hashable'}}
    let _: any Hashable = style
    // expected-error@+1 {{does not conform to specified type 'Encodable'}}
    let _: any Encodable = event
}

func changed(message: SMSMessage, words: String, session: TelephonyMessagingSession) async throws {
    // expected-error@+1 {{cannot assign to property: 'content' is a 'let' constant}}
    message.content = SMSContent(body: words)
    // expected-error@+1 {{no exact matches in call to initializer}}
    _ = RCSMessage.Text(words)
    // expected-error@+1 {{value of type 'SMSMessage' has no member 'date'}}
    _ = message.date
    // expected-error@+1 {{extraneous argument label 'message:' in call}}
    try await session.smsService.sendMessage(message: message)
    // expected-error@+1 {{incorrect argument label in call}}
    _ = MMSPartContent(data: Data(), contentType: nil, contentID: "", disposition: .inline, filename: "")
}

// An older document names a type that does not exist.
// expected-error@+1 {{cannot find type 'SessionError' in scope}}
typealias Withdrawn = SessionError
