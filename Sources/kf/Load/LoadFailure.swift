import Foundation
import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why an input gave no picture, for a person.
struct LoadFailure: Error, Equatable, Sendable {
    /// What failed and what to do, on one line.
    let text: String
    /// The number of the library's error; nil for failures of the tool itself.
    let code: Int?

    init(text: String, code: Int? = nil) {
        self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.code = code
    }

    /// Puts any error of a load into words.
    init(_ error: any Error) {
        switch error {
        case let error as KingfisherError:
            let advice = Self.advice(for: error).map { " " + $0 } ?? ""
            self.init(
                text: Self.sentence(error.localizedDescription) + advice, code: error.errorCode)
        case let error as Input.Failure:
            self.init(text: error.reason)
        case let error as ByteStreamImageDataProvider.ByteStreamImageDataProviderError:
            self.init(text: error.localizedDescription)
        case let error as DeadlineExceeded:
            self.init(
                text: """
                    It took longer than the \(error.seconds.formatted()) seconds of --timeout; try \
                    again, or allow more.
                    """)
        case let error as FileWriter.Failure:
            self.init(text: "\(error.path) cannot be written: \(error.reason)")
        case is CancellationError:
            self.init(text: "It was cancelled.")
        default:
            self.init(text: Self.sentence("\(error)"))
        }
    }

    /// The line for standard error; errors that name their URL do not name it twice.
    func line(for source: String) -> String {
        // A path or a URL that only begins like the input names something else.
        let isNamed = [":", " "].contains { text.hasPrefix(source + $0) }
        return "kf: " + (isNamed ? text : "\(source): \(text)")
    }

    private static func sentence(_ text: String) -> String {
        text.hasSuffix(".") || text.isEmpty ? text : text + "."
    }

    /// What to do about an error, where its own text cannot know: it belongs to the command line.
    private static func advice(for error: KingfisherError) -> String? {
        switch error {
        case .responseError(reason: .invalidHTTPStatusCode(let response)):
            advice(forStatus: response.statusCode)
        case .responseError(reason: .URLSessionError(let error)):
            (error as? URLError).flatMap { advice(for: $0.code) }
        case .cacheError(reason: .imageNotExisting):
            "Leave out --only-from-cache to load it."
        case .processorError(reason: .processingFailed(_, .data(let data))):
            advice(forUndecodable: data)
        default:
            nil
        }
    }

    private static func advice(forStatus status: Int) -> String {
        switch status {
        case 401, 403, 407: "The server asks for a permission that kf does not have."
        case 404, 410: "Check the address."
        case 429: "Ask less often: lower --jobs, or try again later."
        case 500...: "The server failed; try again later."
        default: "Check the address."
        }
    }

    private static func advice(for code: URLError.Code) -> String? {
        switch code {
        case .cannotFindHost, .dnsLookupFailed: "Check the host name and the network."
        case .cannotConnectToHost: "Check that the server runs and that the port is right."
        case .timedOut: "Try again, or allow more with --timeout."
        case .networkConnectionLost, .notConnectedToInternet: "Check the network and try again."
        default: nil
        }
    }

    private static func advice(forUndecodable data: Data) -> String? {
        guard let header = try? ImageDecoder.header(of: data) else { return nil }
        let limit = DecodeLimits.default.maxPixels
        let pixels = header.width.multipliedReportingOverflow(by: header.height)
        let isTooLarge = pixels.overflow || pixels.partialValue > limit / max(1, header.frameCount)
        return isTooLarge ? "Here that is --max-pixels." : nil
    }
}
