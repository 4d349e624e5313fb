package import HandsetDialing

extension TelephoneSubscriber {
    /// What is dialled for the link: the global number where its `phone-context` and its digits make one, and else the
    /// very digits (RFC 3966, 5.1.5: a context is a place, not a prefix).
    package var resolvedSequence: DialSequence {
        guard case .global? = context, !number.isInternational, let e164 = TelephoneNumber(self, in: nil).e164,
            let whole = try? DialString(e164)
        else { return sequence }
        return DialSequence(number: whole, steps: sequence.steps)
    }
}
