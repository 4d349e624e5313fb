/// The options and operands of a command line, in the manner of `getopt_long`: `--name value`, `--name=value`, `--` ends the options,
/// options and operands mix.
///
/// Not `getopt_long` itself: it keeps its place in global variables that Swift 6 rightly refuses to touch.
package struct CommandLineOptions {
    /// What is wrong with the command line, for the person who typed it.
    package struct UsageError: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    package private(set) var operands: [String] = []
    private var given: [(name: String, value: String)] = []

    /// - Parameters:
    ///   - flags: the options without a value, without their `--`.
    ///   - valued: the options that take one.
    package init(_ arguments: some Sequence<String>, flags: [String], valued: [String] = []) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument.count > 1 else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = argument == "-h" ? "help" : String(parts[0].drop { $0 == "-" })
            switch (valued.contains(name), flags.contains(name), parts.count) {
            case (true, _, 2): given.append((name, String(parts[1])))
            case (true, _, _):
                guard let value = rest.popFirst() else { throw UsageError("\(parts[0]) needs a value") }
                given.append((name, value))
            case (_, true, 1): given.append((name, ""))
            case (_, true, _): throw UsageError("\(parts[0]) takes no value")
            default: throw UsageError("no option \(parts[0]) here")
            }
        }
    }

    package func has(_ name: String) -> Bool { given.contains { $0.name == name } }

    /// The last value given, as users expect of a repeated option.
    package func value(_ name: String) -> String? { given.last { $0.name == name }?.value }

    package func values(_ name: String) -> [String] { given.filter { $0.name == name }.map(\.value) }
}
