#if os(Linux)
import CCurl
import Foundation

/// Owns an easy handle of libcurl: one exchange at a time, used again and again.
///
/// Used on the engine's thread only.
final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    /// Creates a handle; nil when libcurl has no memory for it.
    init?() {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    /// Forgets the exchange before; connections and sessions stay.
    func reset() {
        curl_easy_reset(handle)
        curl_slist_free_all(headers)
        headers = nil
        errorText.pointee = 0
    }

    /// Prepares an exchange.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - certificateFile: A file of certificates to trust instead of the system's, or nil.
    ///   - share: What several handles share, or nil.
    ///   - context: Handed to the receivers, and found again in ``CurlMulti``'s messages.
    ///   - receiveHead: Takes lines of the head.
    ///   - receiveBody: Takes bytes of the body.
    func prepare(
        _ request: CurlRequest, certificateFile: String?, share: UnsafeMutableRawPointer?,
        context: UnsafeMutableRawPointer, receiveHead: CCurl_receiver, receiveBody: CCurl_receiver
    ) {
        set(CURLOPT_URL, request.url.absoluteString)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise ending an exchange waits for its look-up of a name, and all others with it. No test
        // can see that without a resolver that hangs.
        CCurl_easy_leave_resolver(handle)
        set(CURLOPT_BUFFERSIZE, 65_536)
        // Waiting for a connection to show whether it multiplexes only pays where the handshake tells.
        // Over plain HTTP curl would wait for the first response, however long that takes.
        set(CURLOPT_PIPEWAIT, request.url.scheme?.lowercased() == "https" ? 1 : 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        CCurl_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        CCurl_easy_set_pointer(handle, CURLOPT_SHARE, share)
        CCurl_easy_set_pointer(handle, CURLOPT_PRIVATE, context)
        CCurl_easy_set_pointer(handle, CURLOPT_HEADERDATA, context)
        CCurl_easy_set_receiver(handle, CURLOPT_HEADERFUNCTION, receiveHead)
        CCurl_easy_set_pointer(handle, CURLOPT_WRITEDATA, context)
        CCurl_easy_set_receiver(handle, CURLOPT_WRITEFUNCTION, receiveBody)
        if let proxy = request.proxy { set(CURLOPT_PROXY, proxy.address) }
        prepareSecurity(request, certificateFile: certificateFile)
        prepareMethod(request)
        prepareHeaders(request)
    }

    /// Has a function called when a connection is there and the request is about to be sent.
    func whenSending(context: UnsafeMutableRawPointer, _ sending: CCurl_sending) {
        CCurl_easy_set_sending(handle, sending, context)
    }

    private func prepareSecurity(_ request: CurlRequest, certificateFile: String?) {
        if request.trustsServer {
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        if let certificateFile { set(CURLOPT_CAINFO, certificateFile) }
        if let login = request.login {
            set(CURLOPT_USERNAME, login.user)
            set(CURLOPT_PASSWORD, login.password)
            switch login.scheme {
            case .basic: set(CURLOPT_HTTPAUTH, 1 << 0)  // CURLAUTH_BASIC
            case .digest: set(CURLOPT_HTTPAUTH, 1 << 1)  // CURLAUTH_DIGEST
            }
        }
    }

    private func prepareMethod(_ request: CurlRequest) {
        if let body = request.body {
            CCurl_easy_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            body.withUnsafeBytes { bytes in
                _ = CCurl_easy_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
            }
        }
        switch request.method {
        case "GET" where request.body == nil: set(CURLOPT_HTTPGET, 1)
        case "HEAD": set(CURLOPT_NOBODY, 1)
        default: set(CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    private func prepareHeaders(_ request: CurlRequest) {
        var encoding = ""  // Empty means all that libcurl was built with.
        append("Expect:")  // No waiting for a 100 before a body.
        var namesAgent = false
        for (name, value) in request.headers {
            // A header of the request would stand in for the login.
            guard request.login == nil || name.lowercased() != "authorization" else { continue }
            // Line breaks would smuggle in headers of their own.
            guard !(name + value).contains(where: \.isNewline) else { continue }
            switch name.lowercased() {
            case "accept-encoding": encoding = value
            case "user-agent":
                namesAgent = true
                append("\(name): \(value)")
            default: append(value.isEmpty ? "\(name);" : "\(name): \(value)")
            }
        }
        if !namesAgent { set(CURLOPT_USERAGENT, Self.userAgent) }
        set(CURLOPT_ACCEPT_ENCODING, request.decodesContent ? encoding : "identity")
        if !request.decodesContent { set(CURLOPT_HTTP_CONTENT_DECODING, 0) }
        CCurl_easy_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
    }

    /// Lets a paused exchange go on.
    func unpause() { curl_easy_pause(handle, CURLPAUSE_CONT) }

    /// What libcurl says about the last failure; nil when it says nothing.
    var failureText: String? {
        errorText.pointee == 0 ? nil : String(cString: errorText)
    }

    /// What OpenSSL found wrong with the certificate; 0 for nothing.
    var certificateFault: Int { CCurl_easy_get_long(handle, CURLINFO_SSL_VERIFYRESULT) }

    /// The sizes and times of the exchange that just ended.
    var measurements: CurlMeasurements {
        CurlMeasurements(
            isNewConnection: CCurl_easy_get_long(handle, CURLINFO_NUM_CONNECTS) > 0,
            usesHTTP2: CCurl_easy_get_long(handle, CURLINFO_HTTP_VERSION)
                == CURL_HTTP_VERSION_2_0,
            nameLookup: seconds(CURLINFO_NAMELOOKUP_TIME_T),
            connected: seconds(CURLINFO_CONNECT_TIME_T),
            secured: seconds(CURLINFO_APPCONNECT_TIME_T),
            requested: seconds(CURLINFO_PRETRANSFER_TIME_T), ended: seconds(CURLINFO_TOTAL_TIME_T),
            bodyBytesSent: Int64(CCurl_easy_get_offset(handle, CURLINFO_SIZE_UPLOAD_T)),
            bodyBytesReceived: Int64(CCurl_easy_get_offset(handle, CURLINFO_SIZE_DOWNLOAD_T)))
    }

    private static let userAgent = "Kingfisher libcurl/\(LIBCURL_VERSION)"

    private func seconds(_ info: CURLINFO) -> TimeInterval {
        TimeInterval(CCurl_easy_get_offset(handle, info)) / 1_000_000
    }

    private func set(_ option: CURLoption, _ value: Int) {
        CCurl_easy_set_long(handle, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        CCurl_easy_set_string(handle, option, value)
    }

    private func append(_ header: String) {
        // Nil means no memory; the list so far stays valid.
        if let extended = curl_slist_append(headers, header) { headers = extended }
    }
}
#endif
