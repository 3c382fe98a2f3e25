#if os(Linux)
/// State that this library keeps for objects of other modules, by type of the state.
///
/// There are no associated objects without the Objective-C runtime, so a table stands in, with weak
/// references to the objects. Entries of objects that are gone are dropped as the table grows.
@MainActor
package enum AttachedState {
    private struct Key: Hashable {
        let object: ObjectIdentifier
        let kind: ObjectIdentifier
    }

    private struct Entry {
        weak var object: AnyObject?
        let value: AnyObject
    }

    private static var entries: [Key: Entry] = [:]
    private static var sizeToSweepAt = 64

    /// The state of a type that belongs to an object, made when it is first asked for.
    package static func value<Value: AnyObject>(
        of object: AnyObject, default make: @autoclosure () -> Value
    ) -> Value {
        let key = Key(object: ObjectIdentifier(object), kind: ObjectIdentifier(Value.self))
        // An address may have been reused since; the weak reference tells.
        if let entry = entries[key], entry.object === object, let value = entry.value as? Value {
            return value
        }
        let value = make()
        sweepIfLarge()
        entries[key] = Entry(object: object, value: value)
        return value
    }

    /// Drops dead entries each time the table has doubled, so that an insertion costs O(1) on average.
    private static func sweepIfLarge() {
        guard entries.count >= sizeToSweepAt else { return }
        entries = entries.filter { $0.value.object != nil }
        sizeToSweepAt = max(64, entries.count * 2)
    }
}
#endif
