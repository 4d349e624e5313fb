import HandsetAT

/// How a modem handles calls and unstructured data, where makers differ.
package struct VoiceConfiguration: Hashable, Sendable {
    /// What +CEER says (3GPP TS 27.007, clause 6.10, leaves it open).
    package enum CauseReport: String, Hashable, Sendable { case words, number, both }

    /// Gives the final result of ATD once the call is taken or has failed; any octet of the TE gives the call up then
    /// (ITU-T V.250, clause 5.6.1). The other way, OK comes at once, and the rest is told later.
    package var answersDialLate: Bool
    package var causeReport: CauseReport
    /// Between two RINGs.
    package var ringInterval: Duration
    /// Gives and takes 7-bit text of +CUSD as packed octets in hexadecimal whatever +CSCS says, as some modems do.
    package var packsUSSD: Bool
    /// Breaks lines within the string of +CUSD, as most modems do; the standard escapes them (ITU-T V.250, clause
    /// 5.4.2.2).
    package var breaksUSSDLines: Bool
    /// `<stat>` 8 of +CREG where emergency calls alone are possible, as later releases have it.
    package var reportsEmergencyService: Bool

    package init(
        answersDialLate: Bool = false, causeReport: CauseReport = .both, ringInterval: Duration = .seconds(5),
        packsUSSD: Bool = false, breaksUSSDLines: Bool = false, reportsEmergencyService: Bool = false
    ) {
        self.answersDialLate = answersDialLate
        self.causeReport = causeReport
        self.ringInterval = ringInterval
        self.packsUSSD = packsUSSD
        self.breaksUSSDLines = breaksUSSDLines
        self.reportsEmergencyService = reportsEmergencyService
    }
}

/// What a TE sets for calls; a restart brings the values here back.
struct VoiceSettings {
    /// +CLIP, +COLP, +CRC, `<n>` of +CCWA, `<n>` and `<m>` of +CSSN.
    var showsCaller = false
    var showsCallee = false
    var showsRingType = false
    var showsWaiting = false
    var showsSetUpNotices = false
    var showsNotices = false
    /// +CLIR: 0 as subscribed, 1 withholds, 2 shows.
    var withholding = 0
    /// +CVHU.
    var hangUpControl = 0
    /// +VTD in tenths of a second.
    var toneTenths = 1
    /// `<n>` of +CUSD.
    var showsUSSD = false
}

/// What is going on in a modem's calls.
struct ModemVoice {
    var table = CallTable()
    var lastCause: CallCause?
    var isMuted = false
    var ringTimer: Timeline.Token?
    /// The call whose ATD waits for its final result, and that result once it is known.
    var pendingDial: CallID?
    var dialResult: FinalResult?
    /// The call indicator as it was last told.
    var lastIndicator = 0
    /// Whether the modem's program hangs: it answers nothing and says nothing before its next start.
    var isStuck = false
    var ussd = USSDState.idle
}
