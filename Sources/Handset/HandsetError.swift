public import Foundation

/// Why something that was asked of Handset was not done.
///
/// `kind` is for code, `message` for the person: it says what to do next. Neither ever holds a phone number, a PIN or
/// the text of a message. What helps a developer only is in `debugDescription`.
public struct HandsetError: Error, Hashable, Sendable {
    /// What went wrong, for code. New kinds may come; treat one that you do not know like ``failed``.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String
        /// The kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The caller has not the role, the entitlement or the executable that is needed.
        public static let notPermitted = Kind(rawValue: "not-permitted")
        /// A value is malformed or over its limit.
        public static let invalidArgument = Kind(rawValue: "invalid-argument")
        /// No line has that id.
        public static let noSuchLine = Kind(rawValue: "no-such-line")
        /// No app has that id, or it is not eligible for the role.
        public static let noSuchApp = Kind(rawValue: "no-such-app")
        /// Too many calls or readers of this process wait already.
        public static let busy = Kind(rawValue: "busy")
        /// The person said no.
        public static let refused = Kind(rawValue: "refused")
        /// The service runs and has nothing to do it with: no agent, no modem, no store.
        public static let unavailable = Kind(rawValue: "unavailable")
        /// The service does not answer: it is not running, or the bus cannot be reached.
        public static let unreachable = Kind(rawValue: "unreachable")
        /// The calling task was cancelled; what was asked for may have happened.
        public static let cancelled = Kind(rawValue: "cancelled")
        /// Anything else.
        public static let failed = Kind(rawValue: "failed")
    }

    /// What went wrong, for code.
    public let kind: Kind
    /// A sentence for the person: what happened and what to do.
    public let message: String
    /// For the developer: names of bus errors and the like.
    package let diagnostics: String

    package init(_ kind: Kind, _ message: String? = nil, diagnostics: String = "") {
        self.kind = kind
        self.message = withoutNumbers(message ?? Self.advice(for: kind))
        self.diagnostics = withoutNumbers(diagnostics)
    }

    private static func advice(for kind: Kind) -> String {
        switch kind {
        case .notPermitted:
            "This program may not do that. Give its app the role first (`handset role` lists the roles and their apps)."
        case .invalidArgument: "A value is malformed or too long. Correct it and try again."
        case .noSuchLine: "There is no such line. `handset lines` lists those that there are."
        case .noSuchApp:
            "There is no such app, or it does not declare the entitlement. `handset apps` lists the apps and their roles."
        case .busy: "Too many requests of this program wait already. Let some of them end first."
        case .refused: "The person said no."
        case .unavailable: "Handset has nothing to do that with. `handset status` says what is missing."
        case .unreachable:
            "Handset does not answer. Check that handsetd runs, and that HANDSET_BUS, if it is set, names its bus."
        case .cancelled: "It was called off; it may have happened nevertheless."
        default: "Handset could not do that. Its log says why."
        }
    }
}

extension HandsetError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The ``message``.
    public var errorDescription: String? { message }
    /// The ``message``.
    public var description: String { message }
    /// The kind, the message, and what helps a developer only.
    public var debugDescription: String {
        diagnostics.isEmpty ? "\(kind.rawValue): \(message)" : "\(kind.rawValue): \(message) (\(diagnostics))"
    }
}

/// `text` with every run of five or more digits, however grouped, put out of sight.
///
/// Our own texts have none; those of another process on the bus are not ours to trust.
package func withoutNumbers(_ text: String) -> String {
    var result = ""
    var run = ""
    var digits = 0
    func flush() {
        if digits >= 5 {
            result += "…"
            // What separates the number from the next word is no part of it.
            result += String(run.reversed().prefix { !$0.isNumber }.reversed())
        } else {
            result += run
        }
        run = ""
        digits = 0
    }
    for character in text {
        if character.isNumber {
            run.append(character)
            digits += 1
        } else if digits > 0 || character == "+", "+-() .\u{A0}".contains(character) {
            run.append(character)
        } else {
            flush()
            result.append(character)
        }
    }
    flush()
    return result
}
