#if os(Linux)
import CCurl
import Foundation
import FoundationNetworking

/// Why an exchange ended without a whole response.
struct CurlFailure: Error, Sendable {
    /// The cause, as far as it decides over the error's code.
    enum Cause: Sendable {
        case cancelled
        /// Nothing came for so many seconds.
        case idle(TimeInterval)
        /// The whole task took longer than so many seconds.
        case total(TimeInterval)
        /// libcurl's code, its text, and OpenSSL's verdict on the certificate.
        case curl(code: UInt32, text: String?, certificateFault: Int)

        /// libcurl has no memory for what it needs.
        static let outOfMemory = Self.curl(
            code: CURLE_OUT_OF_MEMORY.rawValue, text: nil, certificateFault: 0)
    }

    let cause: Cause

    /// The error in the form that `URLSession` gives.
    func urlError(_ url: URL?) -> URLError {
        switch cause {
        case .cancelled:
            return TransferError.make(.cancelled, url: url)
        case .idle(let seconds):
            return TransferError.make(
                .timedOut, url: url,
                description: """
                    The request timed out: nothing came from the server for \
                    \(seconds.formatted) seconds.
                    """)
        case .total(let seconds):
            return TransferError.make(
                .timedOut, url: url,
                description: """
                    The request timed out: it took longer than the \(seconds.formatted) seconds \
                    allowed in all.
                    """)
        case .curl(let code, let text, let certificateFault):
            let fault = Self.describe(CURLcode(code), certificateFault)
            let detail = text ?? String(cString: curl_easy_strerror(CURLcode(code)))
            return TransferError.make(
                fault.code, url: url, description: "\(fault.summary) (\(detail))",
                underlying: NSError(
                    domain: "libcurl", code: Int(code),
                    userInfo: [NSLocalizedDescriptionKey: detail]))
        }
    }

    private static func describe(
        _ code: CURLcode, _ certificateFault: Int
    ) -> (code: URLError.Code, summary: String) {
        switch code {
        case CURLE_URL_MALFORMAT:
            (.badURL, "The URL is malformed.")
        case CURLE_COULDNT_RESOLVE_HOST:
            (.cannotFindHost, "The host was not found. Check its name and the network.")
        case CURLE_COULDNT_RESOLVE_PROXY:
            (.cannotFindHost, "The proxy was not found. Check the proxy settings.")
        case CURLE_COULDNT_CONNECT:
            (.cannotConnectToHost, "Could not connect to the server.")
        case CURLE_OPERATION_TIMEDOUT:
            (.timedOut, "The request timed out.")
        case CURLE_PARTIAL_FILE:
            (.networkConnectionLost, "The connection ended before the whole body had come.")
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            (.networkConnectionLost, "The connection was lost.")
        case CURLE_SSL_CONNECT_ERROR:
            (.secureConnectionFailed, "No secure connection could be made.")
        case CURLE_PEER_FAILED_VERIFICATION:
            describeCertificate(certificateFault)
        case CURLE_BAD_CONTENT_ENCODING:
            (.cannotDecodeRawData, "The body's compression is damaged.")
        // An unsupported protocol is what the server answers with: that of the URL was checked before.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_WRITE_ERROR:
            (.badServerResponse, "The server's answer is not valid HTTP.")
        default:
            (.unknown, "The transfer failed.")
        }
    }

    /// OpenSSL's numbers of `X509_V_ERR_…` that have a code of their own.
    private static func describeCertificate(
        _ fault: Int
    ) -> (code: URLError.Code, summary: String) {
        switch fault {
        case 9: (.serverCertificateNotYetValid, "The server's certificate is not valid yet.")
        case 10: (.serverCertificateHasBadDate, "The server's certificate has expired.")
        case 18, 19, 20, 21:
            (
                .serverCertificateHasUnknownRoot,
                "The server's certificate comes from an unknown authority."
            )
        default: (.serverCertificateUntrusted, "The server's certificate is not trusted.")
        }
    }
}

extension TimeInterval {
    fileprivate var formatted: String { String(format: "%g", self) }
}
#endif
