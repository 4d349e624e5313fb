/// What a short string followed by SEND does during a call (TS 22.030, 6.5.5; `+CHLD` of TS 27.007, 7.13).
package enum CallControlCode: Hashable, Sendable {
    /// `0`: end the held calls, or tell a waiting caller that the user is busy.
    case releaseHeldOrRejectWaiting
    /// `1`: end the active calls and take the other.
    case releaseActiveAndAccept
    /// `1X`: end the call X.
    case release(call: Int)
    /// `2`: hold the active calls and take the other.
    case holdActiveAndAccept
    /// `2X`: hold all calls but X.
    case holdAllBut(call: Int)
    /// `3`: add the held call to the conversation.
    case addHeld
    /// `4`: connect the two others and leave.
    case transfer
    /// `4*` and a number: send the waiting call there.
    case deflect(DialString)
    /// `5`: call back when the other side is free.
    case completeWhenFree

    init?(_ string: DialString) {
        let octets = string.octets
        let digits = octets.map { Int($0) - 0x30 }
        switch digits.count {
        case 1:
            switch digits[0] {
            case 0: self = .releaseHeldOrRejectWaiting
            case 1: self = .releaseActiveAndAccept
            case 2: self = .holdActiveAndAccept
            case 3: self = .addHeld
            case 4: self = .transfer
            case 5: self = .completeWhenFree
            default: return nil
            }
        case 2 where (1...7).contains(digits[1]):
            switch digits[0] {
            case 1: self = .release(call: digits[1])
            case 2: self = .holdAllBut(call: digits[1])
            default: return nil
            }
        default:
            guard string.text.hasPrefix("4*"), let number = try? DialString(string.text.dropFirst(2)), number.isNumber
            else { return nil }
            self = .deflect(number)
        }
    }
}
