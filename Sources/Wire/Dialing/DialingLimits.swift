/// What a dialled string and a link may have at most. What is over a limit is refused, never cut.
package enum DialingLimits {
    /// Characters of a string for `ATD`: twice the forty digits that a called party number has (TS 24.008, 10.5.4.7),
    /// for a service code with a number inside.
    package static let dialString = 80
    /// Tones to be sent once the other side answered.
    package static let tones = 128
    /// Pauses, waits and runs of tones behind a number.
    package static let steps = 32
    /// Scalars of what a person or an app gives as a number, separators included.
    package static let writtenNumber = 512
    /// Octets of a `tel:` or `telephony:` link.
    package static let telephoneURI = 1_024
    /// Parameters of one subscriber in a link.
    package static let parameters = 16
    /// Octets of an `sms:` link.
    package static let smsURI = 65_536
    /// Recipients of an `sms:` link.
    package static let recipients = 100
    /// Fields behind the `?` of an `sms:` link.
    package static let fields = 16
}
