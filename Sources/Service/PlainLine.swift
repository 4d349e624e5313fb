extension String {
    /// What a network or an app calls itself, in one line of 64 characters at most: it steers no terminal, turns no text around,
    /// and passes for no sentence of ours.
    var plainLine: String { plain(to: 64) }

    /// The same in `count` characters at most.
    func plain(to count: Int) -> String {
        let scalars = unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return String(String(String.UnicodeScalarView(scalars)).prefix(count))
    }
}
