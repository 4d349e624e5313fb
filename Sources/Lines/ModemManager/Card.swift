import HandsetAT
import HandsetDBus
import HandsetLines

/// A card as ModemManager tells of it (`org.freedesktop.ModemManager1.Sim`).
enum Card {
    static let interface = "org.freedesktop.ModemManager1.Sim"

    /// The lines that it may be: a modem may give the ICCID as the card has it, with the digits of each octet changed about
    /// (ETSI TS 102 221, clause 13.2), and a line's id has it as its own modem gives it.
    static func lines(_ properties: [String: BusValue]) -> Set<LineID> {
        var lines: Set<LineID> = []
        if let text = properties["SimIdentifier"]?.string, text.utf8.count <= 40 {
            let octets = Array(text.utf8)
            for iccid in [CardIdentity.iccid(answer: octets), CardIdentity.iccid(file: octets)] {
                if let iccid { lines.insert(LineID(iccid: iccid)) }
            }
        }
        if let text = properties["Imsi"]?.string, text.utf8.count <= 40,
            let imsi = CardIdentity.imsi(answer: Array(text.utf8))
        {
            lines.insert(LineID(imsi: imsi))
        }
        return lines
    }
}
