import Foundation

/// Remembers on an image which processor made it.
///
/// A serializer that keeps original data gives unprocessed images back. Without a mark nobody could
/// tell such an image, which still has to be processed, from one that came out of the processor.
extension KFCrossPlatformImage {
    /// Whether this very image came out of a processor with the same identifier.
    func isResult(of processor: any ImageProcessor) -> Bool {
        getAssociatedObject(self, ProcessedImageKey.pointer) == processor.identifier
    }

    /// Marks the image as the result of a processor.
    func markAsResult(of processor: any ImageProcessor) {
        setRetainedAssociatedObject(self, ProcessedImageKey.pointer, processor.identifier)
    }
}

private enum ProcessedImageKey {
    // Unchecked: only the address counts; the byte is never written.
    nonisolated(unsafe) static let pointer = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}
