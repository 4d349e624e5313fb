import HandsetAT
import HandsetLines

extension ATModem {
    /// Messages that wait to be read one by one; more of them are a drain.
    private static let placeLimit = 32

    /// Notes what the modem says unasked. Called between the commands of the session, so it only leaves work behind.
    func take(_ code: UnsolicitedCode) {
        switch code {
        case .messageStored(let place), .reportStored(let place):
            let isKnown = messaging.storages.contains(place.storage)
            if isKnown, pending.places.count < Self.placeLimit, !pending.places.contains(place) {
                pending.places.append(place)
            } else {
                pending.drain = true
            }
        case .message(let pdu): takeRouted(pdu)
        case .report(let pdu): takeRouted(pdu)
        case .broadcast: break  // not asked for, and nobody's message
        case .registration(let name, let status):
            registrations[name] = status
            showRegistration()
            pending.report = true
            pending.network = true
            callEvent(.service(Registration(registrations).isRegistered))
        case .sim(.ready): pending.card = true
        case .sim: suspectCard()
        case .other(let code): takeUnknown(code)
        default: return takeCallCode(code)
        }
        wake()
    }

    private func takeUnknown(_ code: ResponseLine.Code) {
        if Self.cardCodes.contains(code.name) {
            suspectCard()
        } else if code.name.contains("FULL") || code.name == "+CMTI" || code.name == "+CDSI" {
            pending.drain = true  // a full storage, or a notice that came damaged
        } else if Self.callCodes.contains(code.name) {
            callEvent(.hint)
        }
    }

    /// Codes by which makers tell that a card has gone or come.
    private static let cardCodes: Set = ["+QSIMSTAT", "+QUSIM", "^SIMST", "#QSS", "+SIM", "*EUSIM", "+SIMCARD"]

    /// The card may be another one from here on. Nothing is deleted or sent any more by what was known of the old one.
    func suspectCard() {
        cardGeneration += 1
        card.isReady = false
        pending.card = true
        wake()
    }
}
