package import Kingfisher

/// Awaits the outcome of a `setImage` call.
///
/// - Parameter start: Makes the call with the given completion handler.
/// - Returns: What the handler was called with.
@MainActor
package func outcome(
    of start: (
        @escaping @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
    ) -> Void
) async -> Result<RetrieveImageResult, KingfisherError> {
    await withCheckedContinuation { continuation in
        start { continuation.resume(returning: $0) }
    }
}

extension Result where Failure == KingfisherError {
    /// The error, if there is one.
    package var error: KingfisherError? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// The value, if there is one.
    package var value: Success? { try? get() }
}
