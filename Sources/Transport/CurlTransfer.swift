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
        var isOverLimit: Bool
        var isInterfaceLost: Bool
    }

    let easy: UnsafeMutableRawPointer
    private let interface: String?
    private let limit: Int
    private var body: [UInt8] = []
    private var isOverLimit = false
    private var isInterfaceLost = false
    private var lists: [UnsafeMutablePointer<curl_slist>?] = []
    /// Called once.
    var onEnd: ((Ending) -> Void)?

    /// - Parameters:
    ///   - interface: everything leaves by it, or nothing does; nil for any.
    ///   - limit: the most octets of an answer's body.
    init?(interface: String?, limit: Int) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.interface = interface
        self.limit = limit
        let context = Unmanaged.passUnretained(self).toOpaque()
        handset_curl_on_body(
            easy,
            { octets, size, count, context in
                guard let octets, let context else { return 0 }
                let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.take(UnsafeRawBufferPointer(start: octets, count: size * count))
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
        handset_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(octets.count))
        // An array of nothing has no address, and none means another thing to libcurl.
        _ = (octets + [0]).withUnsafeBytes {
            handset_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
    }

    private func take(_ octets: UnsafeRawBufferPointer) -> Int {
        guard body.count + octets.count <= limit else {
            isOverLimit = true
            return 0
        }
        body += octets
        return octets.count
    }

    private func bind(_ socket: Int32) -> Bool {
        guard let interface else { return true }
        guard NameResolver.bind(socket, toInterface: interface) else {
            isInterfaceLost = true
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
        onEnd(
            Ending(
                code: code, status: status, contentType: type.map { String(cString: $0) } ?? "",
                location: location.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }, body: body,
                uploaded: Int(uploaded), isOverLimit: isOverLimit, isInterfaceLost: isInterfaceLost))
    }
}
