#if os(Linux)
import Foundation

/// A value attached to an image instance.
///
/// - Parameters:
///   - object: The image.
///   - key: The address that the value was attached under.
/// - Returns: The value, or nil when there is none of this type.
func getAssociatedObject<Value: Sendable>(
    _ object: KFCrossPlatformImage, _ key: UnsafeRawPointer
) -> Value? {
    object.attachments.withLock { $0[key] as? Value }
}

/// Attaches a value to an image instance, in place of the one before.
///
/// - Parameters:
///   - object: The image.
///   - key: An address that stands for the purpose.
///   - value: The value.
func setRetainedAssociatedObject<Value: Sendable>(
    _ object: KFCrossPlatformImage, _ key: UnsafeRawPointer, _ value: Value
) {
    object.attachments.withLock { $0[key] = value }
}
#endif
