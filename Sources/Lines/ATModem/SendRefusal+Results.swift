import HandsetAT
import HandsetLines

extension SendRefusal {
    /// What a failed `+CMGS` says: the causes of the network (3GPP TS 24.011, annex E-2), of the service centre (TP-FCS,
    /// 3GPP TS 23.040, clause 9.2.3.22) and of the modem (3GPP TS 27.005, clause 3.2.5; 3GPP TS 27.007, clause 9.2.1).
    ///
    /// `nil` for a network time-out: the network may have the message, and only its answer got lost.
    init?(_ result: FinalResult) {
        switch result {
        case .cms(.networkTimeOut), .cme(CMEError(rawValue: 31)): return nil
        case .cms(let error):
            self.init(
                Self.permanentCMS.contains(error.rawValue) ? .permanent : .temporary, code: error.rawValue,
                reason: error.meaning)
        case .cme(let error):
            self.init(
                Self.permanentCME.contains(error.rawValue) ? .permanent : .temporary, code: error.rawValue,
                reason: error.meaning)
        default: self.init(.temporary, reason: "the modem refused without a reason")
        }
    }

    /// What will not work as it is. Everything else may pass: congestion, service, storage, a card's PIN, and what no
    /// standard names.
    private static let permanentCMS: Set<Int> = [
        1, 8, 10, 21, 28, 29, 30,  // number, barring, rejection, subscriber
        50, 69,  // not subscribed, not implemented
        95, 96, 97, 99,  // the message itself
        128, 129, 130, 143, 144, 145, 159, 160, 161, 175, 176,  // TP-PID, TP-DCS, TP-Command, TPDU
        193, 195, 196, 197, 198, 199,  // no SC subscription, SME address, SME barred, duplicate, TP-VPF, TP-VP
        303, 304, 305, 321,  // not supported, PDU and text parameters, index
    ]
    private static let permanentCME: Set<Int> = [
        4, 21, 24, 25, 26, 27,  // not supported, index, text and dial strings
        50, 56, 58, 62,  // parameters, fixed dialling only, alphabet, barred
    ]
}
