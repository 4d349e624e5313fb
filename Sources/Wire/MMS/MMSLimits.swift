/// What this room reads at most, in one place. What is over a limit is `overLimit`, never cut short in silence.
package enum MMSLimits {
    /// A whole PDU. Carriers stop between 300 KiB and a few MiB.
    package static let pduOctets = 16 << 20
    /// Header fields of one PDU or push; every recipient is one.
    package static let headers = 1024
    /// One value, of a header or a parameter.
    package static let valueOctets = 16 << 10
    /// Parameters of one content type.
    package static let parameters = 32
    /// Content type and headers of one part, or of a push.
    package static let partHeaderOctets = 16 << 10
    /// Header fields of one part.
    package static let partHeaders = 64
    /// Parts of one multipart body.
    package static let parts = 512
    /// Multipart bodies inside one another.
    package static let nesting = 4
    /// A presentation, as octets.
    package static let presentationOctets = 256 << 10
    /// Elements of a presentation.
    package static let presentationElements = 4096
    /// Attributes of one element of a presentation.
    package static let presentationAttributes = 64
    /// Elements of a presentation inside one another.
    package static let presentationDepth = 32
}
