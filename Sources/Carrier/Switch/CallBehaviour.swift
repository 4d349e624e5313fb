import HandsetAT

/// What a scripted subscriber does with calls.
package struct CallBehaviour: Hashable, Sendable {
    package enum Reaction: Hashable, Sendable {
        /// Lets it ring: until the test answers, the caller gives up, or the network does.
        case rings
        case answers(after: Duration)
        case busy
        /// Turns it down after so long.
        case rejects(after: Duration)
        /// The network never gets that far.
        case fails(CallCause)
    }

    package var reaction: Reaction
    /// Hangs up so long after the call was taken, whoever made it.
    package var hangsUpAfter: Duration?
    /// Puts the line on hold so long after the call was taken.
    package var holdsAfter: Duration?
    /// Takes it back so long after.
    package var retrievesAfter: Duration?
    /// Calls a line back so long after a call of its own has ended, where it was shown the number.
    package var callsBackAfter: Duration?
    /// Is told of a second call during one, and treats it as the first; others are busy.
    package var takesSecondCalls: Bool

    package init(
        _ reaction: Reaction = .rings, hangsUpAfter: Duration? = nil, holdsAfter: Duration? = nil,
        retrievesAfter: Duration? = nil, callsBackAfter: Duration? = nil, takesSecondCalls: Bool = false
    ) {
        self.reaction = reaction
        self.hangsUpAfter = hangsUpAfter
        self.holdsAfter = holdsAfter
        self.retrievesAfter = retrievesAfter
        self.callsBackAfter = callsBackAfter
        self.takesSecondCalls = takesSecondCalls
    }
}
