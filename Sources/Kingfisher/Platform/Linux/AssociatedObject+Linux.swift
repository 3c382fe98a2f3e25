#if os(Linux)
import Foundation

/// A value attached to an instance.
///
/// - Parameters:
///   - object: An image; nothing can be attached to other objects here.
///   - key: The address that the value was attached under.
/// - Returns: The value, or nil when there is none of this type.
func getAssociatedObject<Value>(_ object: Any, _ key: UnsafeRawPointer) -> Value? {
    guard let image = object as? KFCrossPlatformImage else { return nil }
    return image.attachments.withLock { values in
        (values[key] as? ForeignAttachment)?.value as? Value ?? values[key] as? Value
    }
}

/// Attaches a value to an instance, in place of the one before.
///
/// - Parameters:
///   - object: An image; nothing can be attached to other objects here.
///   - key: An address that stands for the purpose.
///   - value: The value, of any type.
func setRetainedAssociatedObject<Value>(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Value
) {
    guard let image = object as? KFCrossPlatformImage else { return }
    // The one before may be the last reference to something; it goes outside the lock.
    let previous = image.attachments.withLock { values in
        values.updateValue(ForeignAttachment(value: value), forKey: key)
    }
    withExtendedLifetime(previous) {}
}

/// Holds a value of any type.
// Unchecked: whoever attaches a value answers for its use by threads, as with associated objects of
// the Objective-C runtime; here it is only kept.
private struct ForeignAttachment: @unchecked Sendable {
    let value: Any
}
#endif
