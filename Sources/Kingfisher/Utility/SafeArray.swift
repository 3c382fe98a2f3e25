import Locking

/// A list that threads share, in which an index out of range does no harm.
///
/// Each call is one step for other threads; two calls are two steps.
final class SafeArray<Element>: Sendable {
    private let elements = Locked<[Element]>([])

    /// Number of elements.
    var count: Int { elements.withLock { $0.count } }

    /// The element at an index.
    ///
    /// Reading out of range gives nil. Writing out of range, or writing nil, does nothing.
    subscript(index: Int) -> Element? {
        get {
            elements.withLock { $0.indices.contains(index) ? $0[index] : nil }
        }
        set {
            guard let newValue else { return }
            // What is replaced is let go of outside the lock, as its end may run any code.
            let replaced: Element? = elements.withLock { elements in
                guard elements.indices.contains(index) else { return nil }
                let old = elements[index]
                elements[index] = newValue
                return old
            }
            withExtendedLifetime(replaced) {}
        }
    }

    /// Makes room for so many elements; fewer than 1 does nothing.
    func reserveCapacity(_ count: Int) {
        guard count > 0 else { return }
        elements.withLock { $0.reserveCapacity(count) }
    }

    /// Puts an element at the end.
    func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }

    /// Takes all elements out.
    func removeAll() {
        let removed = elements.withLock { elements in
            defer { elements = [] }
            return elements
        }
        withExtendedLifetime(removed) {}
    }
}
