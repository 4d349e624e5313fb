internal import CHandsetCurl
import Glibc
import HandsetPlatform

/// One request and its answer, as libcurl is told of them.
final class CurlTransfer {
    struct Ending {
        var code: CURLcode
        var status: Int
        var contentType: String
        var location: [UInt8]?
        var body: [UInt8]
        /// Octets of the request's body that were handed to the system.
        var uploaded: Int
        var excess: Excess?
        var refusal: Refusal?
    }

    /// What was more than it may be.
    enum Excess {
        case body, headers
    }

    /// Why no socket was made.
    enum Refusal {
        /// The interface is gone, or may not be used.
        case interface
        /// The address is one of `Reach.isForbidden`.
        case address
    }

    /// CURLE_TOO_LARGE, which libcurl has since 8.6.
    private static let tooLarge: UInt32 = 100

    /// The most octets of an answer's headers, those of interim answers and trailers among them.
    static let headerLimit = 64 << 10

    let easy: UnsafeMutableRawPointer
    private let interface: String?
    private let limit: Int
    private let mayReachMachine: Bool
    private var body: [UInt8] = []
    private var headerCount = 0
    private var excess: Excess?
    private var refusal: Refusal?
    private var lists: [UnsafeMutablePointer<curl_slist>?] = []
    /// Called once.
    var onEnd: ((Ending) -> Void)?

    /// - Parameters:
    ///   - interface: everything leaves by it, or nothing does; nil for any.
    ///   - limit: the most octets of an answer's body.
    ///   - mayReachMachine: whether it may lead to where `Reach.isForbidden` forbids.
    init?(interface: String?, limit: Int, mayReachMachine: Bool) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.interface = interface
        self.limit = limit
        self.mayReachMachine = mayReachMachine
        let context = Unmanaged.passUnretained(self).toOpaque()
        handset_curl_on_body(
            easy,
            { octets, size, count, context in
                guard let octets, let context else { return 0 }
                let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.take(UnsafeRawBufferPointer(start: octets, count: size * count))
            }, context)
        handset_curl_on_header(
            easy,
            { octets, size, count, context in
                guard octets != nil, let context else { return 0 }
                let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.takeHeader(size * count)
            }, context)
        handset_curl_on_socket_wanted(
            easy,
            { context, _, address in
                guard let context, let address else { return -1 }
                return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().socket(to: address)
            }, context)
        handset_curl_on_socket_made(
            easy,
            { context, socket, _ in
                guard let context else { return CURL_SOCKOPT_ERROR }
                let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.bind(socket) ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR
            }, context)
    }

    deinit {
        curl_easy_cleanup(easy)
        for list in lists { curl_slist_free_all(list) }
    }

    func set(_ option: CURLoption, _ value: Int) { handset_curl_set_number(easy, option, value) }
    func set(_ option: CURLoption, _ value: String) { handset_curl_set_text(easy, option, value) }

    func setSize(_ option: CURLoption, _ value: Int) { handset_curl_set_size(easy, option, curl_off_t(value)) }

    /// Text that need not be UTF-8. It ends at its first zero.
    func set(_ option: CURLoption, octets: [UInt8]) {
        _ = (octets + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { handset_curl_set_text(easy, option, $0.baseAddress) }
        }
    }

    func set(_ option: CURLoption, _ values: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values { list = curl_slist_append(list, value) }
        lists.append(list)
        handset_curl_set_list(easy, option, list)
    }

    /// libcurl copies it.
    func setBody(_ octets: [UInt8]) {
        setSize(CURLOPT_POSTFIELDSIZE_LARGE, octets.count)
        // An array of nothing has no address, and none means another thing to libcurl.
        _ = (octets + [0]).withUnsafeBytes {
            handset_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
    }

    private func take(_ octets: UnsafeRawBufferPointer) -> Int {
        guard body.count + octets.count <= limit else {
            excess = .body
            return 0
        }
        body += octets
        return octets.count
    }

    private func takeHeader(_ count: Int) -> Int {
        headerCount += count
        guard headerCount <= Self.headerLimit else {
            excess = .headers
            return 0
        }
        return count
    }

    private func socket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if !mayReachMachine {
            let start = UnsafeRawPointer(address) + (MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
            let octets = UnsafeRawBufferPointer(start: start, count: Int(address.pointee.addrlen))
            guard let peer = IPAddress(socketAddress: octets), !Reach.isForbidden(peer) else {
                refusal = .address
                return -1
            }
        }
        return Glibc.socket(
            address.pointee.family, address.pointee.socktype | SocketType.inheritedByNobody, address.pointee.protocol)
    }

    private func bind(_ socket: Int32) -> Bool {
        guard let interface else { return true }
        guard NameResolver.bind(socket, toInterface: interface) else {
            refusal = .interface
            return false
        }
        return true
    }

    func end(_ code: CURLcode) {
        guard let onEnd = onEnd.take() else { return }
        var status = 0
        var uploaded: curl_off_t = 0
        var type: UnsafePointer<CChar>?
        var location: UnsafePointer<CChar>?
        handset_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
        handset_curl_get_size(easy, CURLINFO_SIZE_UPLOAD_T, &uploaded)
        handset_curl_get_text(easy, CURLINFO_CONTENT_TYPE, &type)
        handset_curl_get_text(easy, CURLINFO_REDIRECT_URL, &location)
        // libcurl has limits of its own, and its own words for them.
        if code == CURLE_FILESIZE_EXCEEDED { excess = .body }
        if code == CURLE_OUT_OF_MEMORY || code.rawValue == Self.tooLarge { excess = excess ?? .headers }
        onEnd(
            Ending(
                code: code, status: status, contentType: type.map { String(cString: $0) } ?? "",
                location: location.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }, body: body,
                uploaded: Int(uploaded), excess: excess, refusal: refusal))
    }
}
