import Foundation
import HandsetArchive
import HandsetPlatform

/// What the commands print: for a person, or as JSON for a program.
enum Output {
    static func error(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    /// A line that is with its reader at once, also through a pipe.
    static func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    /// A text of several lines, from outside.
    static func text(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        line(lines.map { printable(String($0)) }.joined(separator: "\n"))
    }

    /// One JSON object on one line, its keys sorted; `nil` becomes null.
    static func json(_ object: [String: Any?]) {
        line(encode(object.mapValues { $0 ?? NSNull() }))
    }

    /// One JSON array on one line.
    static func json(_ objects: [[String: Any?]]) {
        line(encode(objects.map { object in object.mapValues { $0 ?? NSNull() } }))
    }

    private static func encode(_ value: Any) -> String {
        guard
            let data = try? JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        else { return "{}" }
        return String(decoding: data, as: UTF8.self).unicodeScalars.reduce(into: "") { line, scalar in
            // DEL and the C1 controls, which JSON lets pass and some terminals obey; they are in strings only.
            guard (0x7F...0x9F).contains(scalar.value) else { return line.unicodeScalars.append(scalar) }
            line += "\\u00" + String(scalar.value, radix: 16)
        }
    }

    /// Rows with their columns aligned.
    static func table(_ rows: [[String]]) {
        let rows = rows.map { $0.map { printable($0) } }
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        for row in rows {
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
            }
            print(cells.joined(separator: "  "))
        }
    }

    static func time(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        return date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
    }
}

/// The options that every command has.
struct CommandOptions {
    let options: CommandLineOptions
    let isJSON: Bool

    /// `nil` when help was asked for and printed.
    init?(
        _ arguments: [String], help: String, flags: [String] = [], valued: [String] = [],
        operands: ClosedRange<Int> = 0...0
    ) throws(CommandLineOptions.UsageError) {
        options = try CommandLineOptions(arguments, flags: flags + ["json", "help"], valued: valued)
        isJSON = options.has("json")
        if options.has("help") {
            print(help)
            return nil
        }
        guard operands.contains(options.operands.count) else { throw CommandLineOptions.UsageError(help) }
    }

    var operands: [String] { options.operands }
}
