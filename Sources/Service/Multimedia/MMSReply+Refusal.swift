import HandsetMMSTransport

extension MMSReply {
    /// Whether the same request would be refused again.
    ///
    /// A subscriber who is not let in today, a proxy that wants to know who asks, a request that came too slowly, too early or too
    /// often: those of 4xx that pass (RFC 9110, 15.5; RFC 8470; RFC 6585).
    var isRefusedForGood: Bool { 400...499 ~= status && ![401, 403, 407, 408, 425, 429].contains(status) }
}
