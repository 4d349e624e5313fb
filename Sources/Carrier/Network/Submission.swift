import HandsetSMS

/// A message as a sender gives it to the service centre, and what is delivered of it.
struct Submission {
    let octets: [UInt8]
    private let submit: Submit

    /// Reads a TPDU; `nil` for what no service centre would take.
    init?(_ octets: [UInt8]) {
        guard let submit = try? Submit(decoding: octets), !submit.destinationAddress.value.isEmpty,
            !submit.destinationAddress.isTooLong, !submit.userData.isTruncated, submit.trailing.isEmpty
        else { return nil }
        self.octets = octets
        self.submit = submit
    }

    private init(_ submit: Submit) {
        self.submit = submit
        octets = submit.encoded()
    }

    /// The parts of a text; `nil` for one that is too long, or for a recipient that cannot be dialled.
    static func parts(of text: String, to recipient: String, reference: UInt16, wantsReport: Bool) -> [Submission]? {
        guard let address = Address(recipient) else { return nil }
        let messages = try? Submit.messages(text, to: address, reference: reference, statusReportRequest: wantsReport)
        return messages?.map { Submission($0) }
    }

    var recipient: String { submit.destinationAddress.value }
    var wantsReport: Bool { submit.statusReportRequest }

    /// TP-VP from the time of acceptance; two days where there is none.
    func validity(from now: Duration) -> Duration {
        if case .absolute(let moment) = submit.validityPeriod, let end = moment.secondsSince1970 {
            return max(.zero, .seconds(end) - now)
        }
        return .seconds(submit.validityPeriod.seconds ?? 2 * 86_400)
    }

    /// The DELIVER of it; header, coding scheme and data stay as they came.
    func delivery(from sender: Address, timestamp: Timestamp) -> [UInt8] {
        Deliver(
            originatingAddress: sender, timestamp: timestamp, userData: submit.userData,
            protocolIdentifier: submit.protocolIdentifier,
            statusReportIndication: submit.statusReportRequest
        ).encoded()
    }
}

/// The address of a number, or of the name that some senders have in its place.
func address(of number: String) -> Address? { Address(number) ?? Address(alphanumeric: number) }
