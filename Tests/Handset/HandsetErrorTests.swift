import Handset
import Testing

@Suite struct HandsetErrorTests {
    static let kinds: [HandsetError.Kind] = [
        .notPermitted, .invalidArgument, .noSuchLine, .noSuchApp, .busy, .refused, .unavailable, .unreachable,
        .cancelled,
        .failed, HandsetError.Kind(rawValue: "of-tomorrow"),
    ]

    @Test(arguments: kinds) func everyKindTellsAPersonWhatToDo(_ kind: HandsetError.Kind) {
        let error = HandsetError(kind)
        #expect(error.message.count > 10)
        #expect(error.message.hasSuffix("."))
        #expect(error.errorDescription == error.message)
    }

    @Test(arguments: [
        ("no route to +44 7700 900123 today", "no route to … today"),
        ("+447700900123", "…"),
        ("call (020) 7946-0018.", "call (…."),
        ("07700.900.123 and 55501", "… and …"),
        ("٠٧٧٠٠٩٠٠١٢٣ refused", "… refused"),
        ("+CMS ERROR: 500", "+CMS ERROR: 500"),
        ("two lines, 12 parts, 3 of 1000", "two lines, 12 parts, 3 of 1000"),
    ])
    func aNumberNeverShows(_ text: String, _ shown: String) {
        #expect(withoutNumbers(text) == shown)
        let error = HandsetError(.failed, text, diagnostics: text)
        for words in [error.message, error.description, error.debugDescription, error.localizedDescription, "\(error)"]
        {
            #expect(!words.contains("900") && !words.contains("7946"))
        }
        #expect(error.message == shown)
    }
}
