internal import CHandsetCurl
package import HandsetLines
package import HandsetPlatform

/// A request to an MMSC (MM1 over HTTP).
package struct MMSRequest: Hashable, Sendable {
    package enum Method: Hashable, Sendable {
        case fetch
        case post([UInt8])
    }
    package var method: Method
    /// The URL, byte for byte.
    package var location: [UInt8]
    package var path: DataPath
    package var settings: MultimediaSettings
    /// The most octets that the answer may have.
    package var answerLimit: Int
    /// How long all of it may take, where that is less than the transport's own limit.
    package var patience: Duration?

    package init(
        _ method: Method, location: [UInt8], path: DataPath, settings: MultimediaSettings, answerLimit: Int,
        patience: Duration? = nil
    ) {
        self.method = method
        self.location = location
        self.path = path
        self.settings = settings
        self.answerLimit = answerLimit
        self.patience = patience
    }

    /// The host that a location names, in lower case; nil for what cannot be asked.
    package static func host(of location: [UInt8]) -> String? { HTTPTarget(location)?.host.lowercased() }
}

/// What an MMSC, or whoever stands in its way, answered.
package struct MMSReply: Hashable, Sendable {
    package var status: Int
    /// In lower case, without parameters.
    package var contentType: String
    package var body: [UInt8]
}

/// Why there is no whole answer.
package struct MMSTransferError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The location is no URL that can be asked.
        case location
        /// Nobody can have taken the request.
        case notSent
        /// The request was sent and its answer did not come, or not whole.
        case lost
        /// The answer is over the limit.
        case tooLarge
    }
    package var kind: Kind
    /// For a person: no numbers of people, no texts, no addresses.
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

/// How long a transfer may take.
package struct MMSTransferLimits: Hashable, Sendable {
    package var connecting = Duration.seconds(30)
    package var whole = Duration.seconds(900)
    /// Slower than this, in octets a second, for `slowest` is given up.
    package var speed = 32
    package var slowest = Duration.seconds(60)
    package var redirects = 4

    package init() {}
}

/// Requests to MMSCs over a line's own data connection.
///
/// Nothing leaves by another interface: each socket is bound to the one that the path names, and names are asked of the path's own
/// servers over it. The proxies of the environment are not looked at.
package actor MMSTransport {
    private let loop: EventLoop
    private let limits: MMSTransferLimits
    private var transfers: CurlTransfers?
    private var isClosed = false
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    package init(loop: EventLoop, limits: MMSTransferLimits = MMSTransferLimits()) {
        self.loop = loop
        self.limits = limits
    }

    /// Ends what is under way. Must be called before the loop ends.
    package func close() {
        isClosed = true
        transfers?.close()
        transfers = nil
    }

    /// Asks, and follows where it is sent. The request lasts as long as it takes, also when its task is cancelled: `close` ends it.
    package func perform(_ request: MMSRequest) async throws(MMSTransferError) -> MMSReply {
        guard var target = HTTPTarget(request.location) else {
            throw MMSTransferError(.location, "The location is no http or https URL.")
        }
        let end = MonotonicTime.now + min(request.patience ?? limits.whole, limits.whole)
        for _ in 0...limits.redirects {
            let ending = try await transfer(request, to: target, until: end)
            guard [301, 302, 307, 308].contains(ending.status) else {
                let type = ending.contentType.prefix { $0 != ";" && $0 != " " }
                return MMSReply(status: ending.status, contentType: type.lowercased(), body: ending.body)
            }
            guard let location = ending.location, let next = target.redirected(to: location) else {
                throw MMSTransferError(.notSent, "The MMSC sends its clients where they must not follow.")
            }
            target = next
        }
        throw MMSTransferError(.notSent, "The MMSC sends its clients in a circle.")
    }

    // MARK: One transfer

    private func transfer(
        _ request: MMSRequest, to target: HTTPTarget, until end: MonotonicTime
    ) async throws(MMSTransferError) -> CurlTransfer.Ending {
        let proxy = try request.settings.proxy.map { text throws(MMSTransferError) in
            guard let proxy = HTTPAuthority.split(text, defaultPort: 80) else {
                throw MMSTransferError(.location, "The proxy is not host:port.")
            }
            return proxy
        }
        let (host, port) = proxy ?? (target.host, target.port)
        let addresses = try await addresses(of: host, over: request.path)
        let left = end - .now
        guard left > .zero else { throw MMSTransferError(.notSent, Self.tookTooLong) }
        guard !isClosed,
            let transfer = CurlTransfer(
                interface: request.path.interface, limit: request.answerLimit,
                mayReachMachine: Reach.mayReachMachine(request, target)),
            let transfers = running()
        else { throw MMSTransferError(.notSent, "Handset is being stopped.") }
        configure(transfer, request, target)
        transfer.set(CURLOPT_TIMEOUT_MS, max(1, left.milliseconds))
        if let proxy {
            transfer.set(CURLOPT_PROXY, "http://\(Self.bracketed(proxy.host)):\(proxy.port)")
        } else {
            // Empty, and not unset: the environment's would be used.
            transfer.set(CURLOPT_PROXY, "")
        }
        transfer.set(CURLOPT_NOPROXY, "")
        if let addresses {
            let list = addresses.map(Self.bracketed).joined(separator: ",")
            transfer.set(CURLOPT_RESOLVE, ["\(Self.bracketed(host)):\(port):\(list)"])
        }
        let ending = await withCheckedContinuation { continuation in
            transfer.onEnd = { continuation.resume(returning: $0) }
            transfers.begin(transfer)
        }
        return try Self.checked(ending, request)
    }

    private func running() -> CurlTransfers? {
        if transfers == nil { transfers = CurlTransfers(loop: loop) }
        return transfers
    }

    /// Nil where libcurl may ask whom it likes: the operator allows any interface.
    private func addresses(of host: String, over path: DataPath) async throws(MMSTransferError) -> [String]? {
        if path.interface == nil, path.nameServers.isEmpty { return nil }
        do throws(NameResolver.Failure) {
            return try await NameResolver(loop: loop).addresses(of: host, over: path)
        } catch {
            switch error {
            case .noServers:
                throw MMSTransferError(.notSent, "The line's connection has no name servers: set nameServers.")
            case .noName: throw MMSTransferError(.notSent, "The line's name servers do not know the MMSC or its proxy.")
            case .noAnswer: throw MMSTransferError(.notSent, "The line's name servers do not answer.")
            }
        }
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    private func configure(_ transfer: CurlTransfer, _ request: MMSRequest, _ target: HTTPTarget) {
        let settings = request.settings
        transfer.set(CURLOPT_URL, target.url)
        let line = settings.proxy != nil && !target.isSecure ? target.absolute : target.path
        transfer.set(CURLOPT_REQUEST_TARGET, octets: line)
        var headers = [
            "Host: \(target.authority)",
            "Accept: */*, application/vnd.wap.mms-message, application/vnd.wap.sic", "Expect:",
        ]
        if let profile = settings.profile { headers.append("x-wap-profile: \(profile)") }
        if case .post(let octets) = request.method {
            headers.append("Content-Type: application/vnd.wap.mms-message")
            transfer.setBody(octets)
        }
        transfer.set(CURLOPT_HTTPHEADER, headers)
        transfer.set(CURLOPT_USERAGENT, settings.userAgent)
        transfer.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
        transfer.set(CURLOPT_FOLLOWLOCATION, 0)
        transfer.set(CURLOPT_NOSIGNAL, 1)
        // A connection that waits for a next message would only keep a socket of an interface that may go.
        transfer.set(CURLOPT_FORBID_REUSE, 1)
        transfer.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connecting.milliseconds)
        transfer.setSize(CURLOPT_MAXFILESIZE_LARGE, request.answerLimit)
        transfer.set(CURLOPT_LOW_SPEED_LIMIT, limits.speed)
        transfer.set(CURLOPT_LOW_SPEED_TIME, max(1, limits.slowest.milliseconds / 1_000))
    }

    private static func checked(
        _ ending: CurlTransfer.Ending, _ request: MMSRequest
    ) throws(MMSTransferError) -> CurlTransfer.Ending {
        switch ending.excess {
        case .body: throw MMSTransferError(.tooLarge, "The answer is larger than it may be.")
        case .headers: throw MMSTransferError(.tooLarge, "The answer's headers are longer than they may be.")
        case nil: break
        }
        switch ending.refusal {
        case .interface:
            throw MMSTransferError(.notSent, "The line's network interface is not there, or may not be used.")
        case .address where ending.code != CURLE_OK:
            throw MMSTransferError(.notSent, "The location leads to this machine or its own link.")
        default: break
        }
        guard ending.code != CURLE_OK else { return ending }
        let isWhole: Bool
        if case .post(let octets) = request.method {
            isWhole = ending.uploaded >= octets.count
        } else {
            isWhole = false
        }
        throw MMSTransferError(isWhole ? .lost : .notSent, reason(of: ending.code))
    }

    private static let tookTooLong = "The MMSC took too long."

    private static func reason(of code: CURLcode) -> String {
        if code == CURLE_OPERATION_TIMEDOUT { return tookTooLong }
        let words = curl_easy_strerror(code).map { String(cString: $0) } ?? "no reason"
        return "The connection to the MMSC failed (\(words))."
    }
}

extension Duration {
    var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
