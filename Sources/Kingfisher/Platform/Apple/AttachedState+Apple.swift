#if canImport(ObjectiveC)
import ObjectiveC

/// State that this library keeps for objects of other modules, by type of the state.
@MainActor
package enum AttachedState {
    /// The state of a type that belongs to an object, made when it is first asked for.
    package static func value<Value: AnyObject>(
        of object: AnyObject, default make: @autoclosure () -> Value
    ) -> Value {
        // The address of a type's metadata is unique and lasts for the life of the process.
        let key = unsafeBitCast(Value.self as AnyObject.Type, to: UnsafeRawPointer.self)
        if let value = objc_getAssociatedObject(object, key) as? Value { return value }
        let value = make()
        objc_setAssociatedObject(object, key, value, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        return value
    }
}
#endif
