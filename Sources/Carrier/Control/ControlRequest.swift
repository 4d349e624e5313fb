import Foundation

/// One request: an object whose `do` names the command. Values may be strings throughout, as a shell has them.
struct ControlRequest {
    let values: [String: JSONValue]
    /// The line that it came in, for what is decoded whole.
    private let line: Data

    init(line: [UInt8]) throws(CarrierError) {
        guard case .object(let values)? = try? JSONValue(line: line) else {
            throw .invalid("request: not a JSON object")
        }
        self.values = values
        self.line = Data(line)
    }

    var command: String { values["do"]?.string ?? "" }

    func optionalString(_ key: String) -> String? {
        switch values[key] {
        case .string(let value): value
        case .integer(let value): String(value)
        default: nil
        }
    }

    func string(_ key: String) throws(CarrierError) -> String {
        guard let value = optionalString(key) else { throw .invalid("request: \(key) is missing") }
        return value
    }

    func optionalInt(_ key: String) -> Int? {
        switch values[key] {
        case .integer(let value): value
        case .string(let value): Int(value)
        default: nil
        }
    }

    func int(_ key: String) throws(CarrierError) -> Int {
        guard let value = optionalInt(key) else { throw .invalid("request: \(key) is no number") }
        return value
    }

    func bool(_ key: String, default fallback: Bool? = nil) throws(CarrierError) -> Bool {
        switch values[key] {
        case .bool(let value): return value
        case .string("true"), .string("on"), .string("yes"), .integer(1): return true
        case .string("false"), .string("off"), .string("no"), .integer(0): return false
        default:
            guard let fallback else { throw .invalid("request: \(key) is neither true nor false") }
            return fallback
        }
    }

    func optionalSeconds(_ key: String) -> Duration? {
        let seconds: Double? =
            switch values[key] {
            case .integer(let value): Double(value)
            case .number(let value): value
            case .string(let value): Double(value)
            default: nil
            }
        return Duration(checkedSeconds: seconds)
    }

    func seconds(_ key: String) throws(CarrierError) -> Duration {
        guard let value = optionalSeconds(key) else { throw .invalid("request: \(key) is no number of seconds") }
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws(CarrierError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: line)
        } catch {
            throw .invalid("request: \(describe(error))")
        }
    }
}

/// What is wrong in a JSON text, for a person.
func describe(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
    return switch error as? DecodingError {
    case .keyNotFound(let key, let context): "\(path(context)).\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): "\(path(context)) is of the wrong kind"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty: "\(path(context)): \(context.debugDescription)"
    case .dataCorrupted, nil: "it is not JSON"
    @unknown default: "it cannot be read"
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// A number from outside; `nil` below zero, and for more than thirty years.
    init?(checkedSeconds seconds: Double?) {
        guard let seconds, (0...1e9).contains(seconds) else { return nil }
        self = .milliseconds(Int64(seconds * 1_000))
    }
}
