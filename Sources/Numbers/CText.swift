/// Text in the arrays of a C struct.
enum CText {
    /// The text of an imported array, which is a tuple, up to the first NUL.
    static func string<Tuple: BitwiseCopyable>(tuple: Tuple) -> String {
        withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The text up to the first NUL.
    static func string(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
