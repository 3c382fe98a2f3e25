import Foundation

/// Waiting work, the most urgent first, equally urgent work in the order it came.
///
/// A value: its owner keeps it behind a lock and runs the work outside.
struct WorkQueue<Work> {
    /// Names waiting work.
    struct Ticket: Hashable {
        fileprivate let number: Int
    }

    private struct Item {
        let work: Work
        let key: URL?
        var priority: Float
    }

    /// A place in the queue.
    ///
    /// Work whose priority was changed has several; the one of its present priority counts.
    private struct Place {
        let priority: Float
        let number: Int

        func comes(before other: Place) -> Bool {
            priority == other.priority ? number < other.number : priority > other.priority
        }
    }

    private var items: [Int: Item] = [:]
    private var numbersByKey: [URL: Set<Int>] = [:]
    private var heap: [Place] = []
    private var nextNumber = 0

    var isEmpty: Bool { items.isEmpty }

    /// Adds work.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - key: What ``raise(_:to:)`` names it by, or nil.
    ///   - priority: Greater is sooner. Not a number counts as 0.
    /// - Returns: What names it for as long as it waits.
    @discardableResult
    mutating func push(_ work: Work, key: URL?, priority: Float) -> Ticket {
        let priority = priority.isNaN ? 0 : priority
        items[nextNumber] = Item(work: work, key: key, priority: priority)
        if let key { numbersByKey[key, default: []].insert(nextNumber) }
        insert(Place(priority: priority, number: nextNumber))
        defer { nextNumber += 1 }
        return Ticket(number: nextNumber)
    }

    /// Takes work out unseen; nothing happens when it does not wait any more.
    mutating func remove(_ ticket: Ticket) {
        guard take(ticket.number) != nil else { return }
        // Its places stay until they come up, but never outnumber the rest by far.
        if heap.count > 2 * items.count + 64 { rebuildHeap() }
    }

    /// Makes work more or less urgent; nothing happens when it does not wait any more.
    mutating func setPriority(_ ticket: Ticket, to priority: Float) {
        let priority = priority.isNaN ? 0 : priority
        guard let item = items[ticket.number], item.priority != priority else { return }
        items[ticket.number]?.priority = priority
        insert(Place(priority: priority, number: ticket.number))
    }

    /// Makes all work of a key at least as urgent as `priority`.
    mutating func raise(_ key: URL, to priority: Float) {
        for number in numbersByKey[key] ?? [] {
            guard let item = items[number], item.priority < priority else { continue }
            items[number]?.priority = priority
            insert(Place(priority: priority, number: number))
        }
    }

    /// Takes the most urgent work out.
    mutating func pop() -> Work? {
        while let place = removeFirst() {
            guard items[place.number]?.priority == place.priority else { continue }
            if let work = take(place.number) { return work }
        }
        return nil
    }

    private mutating func take(_ number: Int) -> Work? {
        guard let item = items.removeValue(forKey: number) else { return nil }
        if let key = item.key {
            numbersByKey[key]?.remove(number)
            if numbersByKey[key]?.isEmpty == true { numbersByKey[key] = nil }
        }
        return item.work
    }

    private mutating func rebuildHeap() {
        heap = []
        for (number, item) in items {
            insert(Place(priority: item.priority, number: number))
        }
    }

    private mutating func insert(_ place: Place) {
        heap.append(place)
        var index = heap.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].comes(before: heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func removeFirst() -> Place? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var index = 0
        while true {
            var next = 2 * index + 1
            guard next < heap.count else { return first }
            if next + 1 < heap.count, heap[next + 1].comes(before: heap[next]) { next += 1 }
            guard heap[next].comes(before: heap[index]) else { return first }
            heap.swapAt(index, next)
            index = next
        }
    }
}
