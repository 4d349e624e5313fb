/// A SIM card: identity, PIN, and the messages it keeps.
///
/// PIN and PUK behave as in 3GPP TS 31.101, clause 9.5 and 11.1.9: three attempts, ten attempts, and a success that
/// restores the count.
final class SIMCard {
    let configuration: SIMConfiguration
    var storage: MessageStorage
    /// EF_SMSP: the service centre that submissions name.
    var serviceCentre: String
    /// EF_SMSS: the last TP-MR used.
    var lastReference: UInt8 = 0
    /// What the network has subscribed for the card's number.
    var hasCallWaiting: Bool
    private(set) var pin: String
    private(set) var isPINEnabled: Bool
    private(set) var pinAttempts = 3
    private(set) var pukAttempts = 10
    /// Whether the PIN was given since the card was powered.
    private(set) var isVerified = false

    init(_ configuration: SIMConfiguration, serviceCentre: String) {
        self.configuration = configuration
        self.serviceCentre = configuration.serviceCentre ?? serviceCentre
        hasCallWaiting = configuration.hasCallWaiting
        storage = MessageStorage(capacity: configuration.storageSize)
        pin = configuration.pin ?? "0000"
        isPINEnabled = configuration.pin != nil
    }

    enum Lock { case ready, pinNeeded, pukNeeded, blocked }
    enum Outcome { case success, wrong, pukNeeded, blocked, notAllowed }

    var lock: Lock {
        if pukAttempts == 0 { return .blocked }
        if pinAttempts == 0 { return .pukNeeded }
        return isPINEnabled && !isVerified ? .pinNeeded : .ready
    }

    func power() { isVerified = false }

    func verify(_ candidate: String) -> Outcome {
        guard pinAttempts > 0 else { return lock == .blocked ? .blocked : .pukNeeded }
        guard candidate == pin else {
            pinAttempts -= 1
            isVerified = false
            return pinAttempts == 0 ? .pukNeeded : .wrong
        }
        pinAttempts = 3
        isVerified = true
        return .success
    }

    func unblock(puk: String, newPIN: String) -> Outcome {
        guard pukAttempts > 0 else { return .blocked }
        guard puk == configuration.puk else {
            pukAttempts -= 1
            return pukAttempts == 0 ? .blocked : .wrong
        }
        pukAttempts = 10
        pinAttempts = 3
        pin = newPIN
        isPINEnabled = true
        isVerified = true
        return .success
    }

    func enablePIN(_ enabled: Bool, _ candidate: String) -> Outcome {
        let outcome = verify(candidate)
        if outcome == .success { isPINEnabled = enabled }
        return outcome
    }

    func changePIN(from old: String, to new: String) -> Outcome {
        guard isPINEnabled else { return .notAllowed }
        let outcome = verify(old)
        if outcome == .success { pin = new }
        return outcome
    }

    func nextReference() -> UInt8 {
        lastReference &+= 1
        return lastReference
    }
}
