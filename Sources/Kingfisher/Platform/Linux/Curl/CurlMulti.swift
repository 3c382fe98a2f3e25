#if os(Linux)
import CCurl
import Foundation

/// Owns a multi handle of libcurl, with its connections and its TLS sessions.
///
/// Used on the engine's thread only, except for ``wakeUp()``.
// Unchecked: libcurl allows waking up from any thread, and the engine's thread does all else.
final class CurlMulti: @unchecked Sendable {
    /// The end of one exchange.
    struct Message {
        let context: UnsafeMutableRawPointer
        let code: CURLcode
    }

    /// The greatest number of exchanges that share one HTTP/2 connection.
    static let streamsPerConnection = 256

    let share: UnsafeMutableRawPointer?
    private let handle: UnsafeMutableRawPointer

    /// Creates a handle; nil when libcurl has no memory for it.
    ///
    /// - Parameter connectionsPerHost: How many connections one host may get.
    init?(connectionsPerHost: Int) {
        guard Self.isInitialized, let handle = curl_multi_init() else { return nil }
        self.handle = handle
        share = curl_share_init()
        if let share { CCurl_share_add(share, CURL_LOCK_DATA_SSL_SESSION) }
        CCurl_multi_set_long(handle, CURLMOPT_PIPELINING, 2)  // CURLPIPE_MULTIPLEX
        CCurl_multi_set_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
        CCurl_multi_set_long(
            handle, CURLMOPT_MAX_CONCURRENT_STREAMS, Self.streamsPerConnection)
    }

    deinit {
        curl_multi_cleanup(handle)
        if let share { curl_share_cleanup(share) }
    }

    func add(_ easy: CurlEasy) -> Bool { curl_multi_add_handle(handle, easy.handle) == CURLM_OK }

    func remove(_ easy: CurlEasy) { curl_multi_remove_handle(handle, easy.handle) }

    /// Does all the work that can be done without waiting.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(handle, &running)
    }

    /// Waits for the network, for ``wakeUp()``, or for a time.
    ///
    /// - Parameter milliseconds: The longest time.
    func wait(milliseconds: Int32) {
        curl_multi_poll(handle, nil, 0, milliseconds, nil)
    }

    /// Ends a wait; from any thread.
    func wakeUp() { curl_multi_wakeup(handle) }

    /// The next end of an exchange, or nil.
    func nextMessage() -> Message? {
        var rest: Int32 = 0
        while let message = curl_multi_info_read(handle, &rest) {
            guard
                message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let context = CCurl_easy_get_private(easy)
            else { continue }
            return Message(context: context, code: message.pointee.data.result)
        }
        return nil
    }

    private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
#endif
