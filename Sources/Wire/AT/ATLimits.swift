/// Bounds of what the AT grammar accepts from the other side.
package enum ATLimits {
    /// Octets of one response line. The longest legal one here is a PDU of 12 + 164 octets in hex (3GPP TS 27.005,
    /// clause 3.1; 3GPP TS 23.040, clause 9.2.3.16) or an elementary file of 255 octets read by `+CRSM`.
    package static let responseLine = 2048
    /// Octets of one command line.
    package static let commandLine = 2048
    /// Octets of the text after a prompt: a PDU in hex, with room for line ends.
    package static let promptedText = 1024
    /// Commands on one command line.
    package static let commands = 40
    /// Parameters of one command or response, nested ones included.
    package static let parameters = 256
    /// Parentheses within parentheses.
    package static let depth = 4
    /// Lines of the text of one service string: 182 characters of which many are line ends.
    package static let stringLines = 64
    /// Octets of a command's or a code's name, prefix included.
    package static let name = 32
}
