import TestTools
import Testing

@testable import Kingfisher

@Suite("LRU entries", .timeLimit(.minutes(1)))
struct LRUEntriesTests {
    @Test("the least recently used entry goes first, whatever the order of storing")
    func order() {
        var entries = LRUEntries<Int>()
        for number in 1...4 { entries.insert(number, cost: 1, forKey: "\(number)") }
        for key: HashedKey in ["1", "3", "3", "nothing"] { entries.use(key) }
        #expect(entries.values == [3, 1, 4, 2])
        #expect(entries.removeOldest()?.key == "2")
        #expect(entries.removeOldest()?.key == "4")
        #expect(entries.removeOldest()?.key == "1")
        #expect(entries.removeOldest()?.key == "3")
        #expect(entries.removeOldest() == nil)
        #expect(entries.totalCost == 0)
    }

    @Test("replacing and removing keep the total of costs right")
    func costs() {
        var entries = LRUEntries<String>()
        entries.insert("a", cost: 5, forKey: "a")
        entries.insert("b", cost: 7, forKey: "b")
        entries.insert("A", cost: 2, forKey: "a")
        #expect(entries.totalCost == 9)
        #expect(entries.count == 2)
        #expect(entries.remove("b") == "b")
        #expect(entries.remove("b") == nil)
        #expect(entries.totalCost == 2)
    }

    @Test("costs that are negative or overflow do no harm")
    func hostileCosts() {
        var entries = LRUEntries<Int>()
        entries.insert(1, cost: -50, forKey: "a")
        #expect(entries.totalCost == 0)
        entries.insert(2, cost: .max, forKey: "b")
        entries.insert(3, cost: .max, forKey: "c")
        #expect(entries.totalCost == .max)
        entries.remove("b")
        entries.remove("c")
        #expect(entries.totalCost == 0)
    }

    @Test("the list agrees with a plain array through thousands of random changes")
    func model() {
        var entries = LRUEntries<Int>()
        // The newest first.
        var model: [(key: String, value: Int)] = []
        var generator = SeededGenerator(seed: 7)
        for step in 0..<5_000 {
            let key: HashedKey = "\(Int.random(in: 0..<40, using: &generator))"
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                entries.insert(step, cost: step % 5, forKey: key)
                model.removeAll { $0.key == key.text }
                model.insert((key.text, step), at: 0)
            case 1:
                entries.use(key)
                if let index = model.firstIndex(where: { $0.key == key.text }) {
                    model.insert(model.remove(at: index), at: 0)
                }
            case 2:
                entries.remove(key)
                model.removeAll { $0.key == key.text }
            default:
                #expect(
                    entries.access(key) { (false, $0) } == model.first { $0.key == key.text }?.value
                )
            }
            #expect(entries.values == model.map(\.value))
            #expect(entries.totalCost == model.reduce(0) { $0 + $1.value % 5 })
        }
    }

    @Test("removing by a condition takes exactly those entries")
    func condition() {
        var entries = LRUEntries<Int>()
        for number in 0..<10 { entries.insert(number, cost: 1, forKey: "\(number)") }
        let removed = entries.removeAll { $0.isMultiple(of: 2) }
        #expect(Set(removed.map(\.value)) == [0, 2, 4, 6, 8])
        #expect(entries.values == [9, 7, 5, 3, 1])
        entries.insert(20, cost: 1, forKey: "20")
        #expect(entries.values == [20, 9, 7, 5, 3, 1])
    }
}

extension LRUEntries {
    /// Makes an entry the most recently used one.
    fileprivate mutating func use(_ key: HashedKey) { _ = access(key) { _ in (true, ()) } }
}
