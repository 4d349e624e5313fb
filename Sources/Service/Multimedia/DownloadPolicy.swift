import HandsetLines

/// When an announced message is fetched, and when after a failure: rules without a clock of their own.
enum DownloadPolicy {
    /// Why a message waits for the person; nil when it is fetched by itself.
    static func reasonToWait(
        _ options: MultimediaOptions, registration: Registration, size: UInt64?
    ) -> String? {
        switch options.download ?? .always {
        case .always: break
        case .home:
            if registration == .roaming { return "The line is roaming, and messages are then fetched when asked for." }
        case .ask: return "Messages are fetched when asked for."
        }
        guard let limit = options.downloadLimit, let size, size > UInt64(limit) else { return nil }
        return "The message is larger than what is fetched by itself."
    }

    static let longestPause: Int64 = 3_600

    /// Seconds until the next attempt: doubled each time, up to an hour.
    static func pause(after attempts: Int, first: Int64) -> Int64 {
        let first = max(1, first)
        guard attempts < 12 else { return max(first, longestPause) }
        return min(first << Int64(attempts), max(first, longestPause))
    }

    /// How long an attempt may take: less for a host that never gave the line a message, more each time.
    static func patience(after attempts: Int, isKnown: Bool) -> Duration {
        let first = isKnown ? 300 : 120
        return .seconds(min(900, first * (min(attempts, 8) + 1)))
    }

    /// How long the MMSC may take to hear what it is told.
    static let patienceToAnswer = Duration.seconds(60)

    /// A refusal for good is believed at this attempt: servers say so too while they are being repaired.
    static let attemptsToBelieve = 3
    /// Octets that nobody can read are asked for so often.
    static let attemptsToRead = 3
    /// An MMSC is told so often that a message is here.
    static let attemptsToAnswer = 12
}
