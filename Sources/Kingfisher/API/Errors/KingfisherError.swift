public import Foundation

/// Everything that can go wrong in the library, by the stage it went wrong in.
///
/// `errorDescription` says what failed, on which input, and what can be done about it.
public enum KingfisherError: Error {
    /// The request could not be made, or was cancelled. Codes 1001 to 1006.
    case requestError(reason: RequestErrorReason)
    /// The server or the connection failed. Codes 2001 to 2006.
    case responseError(reason: ResponseErrorReason)
    /// A cache could not be read or written. Codes 3001 to 3012.
    case cacheError(reason: CacheErrorReason)
    /// The data could not be turned into the wanted image. Code 4001.
    case processorError(reason: ProcessorErrorReason)
    /// The image arrived too late or its source is unusable. Codes 5001 to 5006.
    case imageSettingError(reason: ImageSettingErrorReason)

    /// The error domain when bridged to `NSError`.
    public static let domain = "com.onevcat.Kingfisher.Error"

    /// Whether a network task was cancelled by the caller.
    ///
    /// True for code 1003 only.
    public var isTaskCancelled: Bool {
        if case .requestError(reason: .taskCancelled) = self { return true }
        return false
    }

    /// Whether the request ended because somebody cancelled it, whatever its source was.
    var isCancellation: Bool {
        switch self {
        case .requestError(reason: .taskCancelled),
            .requestError(reason: .livePhotoTaskCancelled),
            .requestError(reason: .asyncTaskContextCancelled),
            .requestError(reason: .dataProviderCancelled):
            true
        default:
            false
        }
    }

    /// Whether the server answered with a given status that was refused.
    ///
    /// - Parameter code: The HTTP status.
    /// - Returns: Whether the error is that status.
    public func isInvalidResponseStatusCode(_ code: Int) -> Bool {
        guard case .responseError(reason: .invalidHTTPStatusCode(let response)) = self else {
            return false
        }
        return response.statusCode == code
    }

    /// Whether the server answered with any status that was refused.
    public var isInvalidResponseStatusCode: Bool {
        if case .responseError(reason: .invalidHTTPStatusCode) = self { return true }
        return false
    }

    /// Whether a view finished a request that a newer one had replaced.
    ///
    /// True for code 5002 only.
    public var isNotCurrentTask: Bool {
        if case .imageSettingError(reason: .notCurrentSourceTask) = self { return true }
        return false
    }

    /// Whether the system refused the connection because it saves data.
    var isLowDataModeConstrained: Bool {
        guard case .responseError(reason: .URLSessionError(let error)) = self else { return false }
        return LowDataMode.isConstrained(error)
    }
}

extension KingfisherError: LocalizedError, CustomNSError {
    /// What failed and what can be done about it, in a sentence or two.
    public var errorDescription: String? {
        switch self {
        case .requestError(let reason): reason.errorDescription
        case .responseError(let reason): reason.errorDescription
        case .cacheError(let reason): reason.errorDescription
        case .processorError(let reason): reason.errorDescription
        case .imageSettingError(let reason): reason.errorDescription
        }
    }

    /// The number of the reason; unique among all reasons.
    public var errorCode: Int {
        switch self {
        case .requestError(let reason): reason.errorCode
        case .responseError(let reason): reason.errorCode
        case .cacheError(let reason): reason.errorCode
        case .processorError(let reason): reason.errorCode
        case .imageSettingError(let reason): reason.errorCode
        }
    }

    /// The description under its `NSError` key, for Foundations that look for it nowhere else.
    public var errorUserInfo: [String: Any] {
        errorDescription.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    }

    /// The error domain when bridged to `NSError`, equal to ``domain``.
    public static var errorDomain: String { domain }
}

extension Error {
    /// The text of an error for a person, without the Swift type around it.
    var readableDescription: String {
        if let localized = self as? any LocalizedError, let text = localized.errorDescription {
            return text
        }
        return (self as NSError).localizedDescription
    }
}
