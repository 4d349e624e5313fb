extension Submit {
    /// The parts that carry `text` to `destination`.
    ///
    /// - Parameters:
    ///   - reference: what the parts have in common; different for each message to one destination.
    ///   - messageReference: TP-MR of the first part, one more for each part after it. Most modems put in their own.
    package static func messages(
        _ text: String, to destination: Address, reference: UInt16, statusReportRequest: Bool = false,
        messageReference: UInt8 = 0, validityPeriod: ValidityPeriod = .absent, segmenter: Segmenter = Segmenter()
    ) throws(Segmenter.Failure) -> [Submit] {
        var number = messageReference
        return try segmenter.segments(of: text, reference: reference).map { userData in
            defer { number &+= 1 }
            return Submit(
                destinationAddress: destination, userData: userData, messageReference: number,
                validityPeriod: validityPeriod, statusReportRequest: statusReportRequest)
        }
    }
}

extension Deliver {
    /// The parts that carry `text` from `originator`, as a service centre makes them.
    package static func messages(
        _ text: String, from originator: Address, timestamp: Timestamp, reference: UInt16,
        segmenter: Segmenter = Segmenter()
    ) throws(Segmenter.Failure) -> [Deliver] {
        let segments = try segmenter.segments(of: text, reference: reference)
        return segments.enumerated().map { index, userData in
            Deliver(
                originatingAddress: originator, timestamp: timestamp, userData: userData,
                moreMessagesToSend: index + 1 < segments.count)
        }
    }
}
