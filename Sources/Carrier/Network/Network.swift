import HandsetSMS

/// One network: its cells are one switch, on or off.
final class Network {
    let configuration: NetworkConfiguration
    /// Whether its cells are on the air.
    var isInService = true
    var faults = FaultList()
    /// What unstructured strings are answered.
    var ussd: [String: USSDReply]

    init(_ configuration: NetworkConfiguration) {
        self.configuration = configuration
        ussd = configuration.ussd
    }

    var id: NetworkID { configuration.id }

    /// The spellings under which a dialled number may be known: as it is, and with the country's code.
    func spellings(of dialled: String) -> [String] {
        guard !dialled.hasPrefix("+") else { return [dialled] }
        let national = dialled.drop { $0 == "0" }
        return [dialled, "+" + dialled, "+" + configuration.countryCode + national]
    }

    /// A time stamp of its service centre.
    func timestamp(_ time: Duration) -> Timestamp {
        Timestamp(secondsSince1970: time.wholeSeconds, quarterHours: configuration.utcOffset / 15)
    }
}
