/// A first-in, first-out line that keeps nothing of what was taken out.
///
/// An array slice would: taking its first element only moves its start, and what stood there, with
/// all that it holds, lives on until the buffer is replaced.
struct WaitingLine<Element> {
    private var places: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == places.count }

    var first: Element? { isEmpty ? nil : places[head] }

    mutating func append(_ element: Element) {
        places.append(element)
    }

    /// Takes the first element out.
    ///
    /// O(1) on average.
    @discardableResult
    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = places[head]
        places[head] = nil
        head += 1
        if head * 2 >= places.count {
            places.removeFirst(head)
            head = 0
        }
        return element
    }
}
