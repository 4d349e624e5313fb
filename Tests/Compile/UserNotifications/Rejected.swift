// What Apple's declarations do not allow.
import UserNotifications

func changed(content: UNNotificationContent, request: UNNotificationRequest) {
    // expected-error@+1 {{cannot assign to property: 'title' is a get-only property}}
    content.title = ""
    // expected-error@+1 {{cannot assign to property: 'identifier' is a get-only property}}
    request.identifier = ""
    // expected-error@+1 {{missing argument for parameter 'trigger' in call}}
    _ = UNNotificationRequest(identifier: "", content: content)
}
