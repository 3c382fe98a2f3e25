import Foundation

/// Waiting work, the most urgent first, equally urgent work in the order it came.
///
/// A value: its owner keeps it behind a lock and runs the work outside.
struct WorkQueue<Work> {
    private struct Item {
        let work: Work
        let key: URL?
        var priority: Float
    }

    /// A place in the queue.
    ///
    /// Work that was raised has several; the first one to come up counts.
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
    mutating func push(_ work: Work, key: URL?, priority: Float) {
        let priority = priority.isNaN ? 0 : priority
        items[nextNumber] = Item(work: work, key: key, priority: priority)
        if let key { numbersByKey[key, default: []].insert(nextNumber) }
        insert(Place(priority: priority, number: nextNumber))
        nextNumber += 1
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
            guard let item = items.removeValue(forKey: place.number) else { continue }
            if let key = item.key {
                numbersByKey[key]?.remove(place.number)
                if numbersByKey[key]?.isEmpty == true { numbersByKey[key] = nil }
            }
            return item.work
        }
        return nil
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
