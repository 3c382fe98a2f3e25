/// Values by key, in the order of their last use, each with a cost.
///
/// A dictionary finds slots of an array, and the slots form a doubly linked list from the most to the
/// least recently used one, so every operation takes constant time. Links are indices, not
/// references: moving an entry touches no reference count. Not safe for threads on its own.
struct LRUEntries<Value> {
    private struct Slot {
        var key: String
        /// Nil while the slot is free.
        var value: Value?
        var cost: Int
        var newer: Int?
        /// The next older entry, or the next free slot.
        var older: Int?
    }

    private var slots: ContiguousArray<Slot> = []
    private var slotOfKey: [String: Int] = [:]
    private var newest: Int?
    private var oldest: Int?
    private var firstFree: Int?

    /// The sum of all costs.
    private(set) var totalCost = 0

    var count: Int { slotOfKey.count }
    var keys: Dictionary<String, Int>.Keys { slotOfKey.keys }

    func contains(_ key: String) -> Bool { slotOfKey[key] != nil }

    /// Reads or changes a value in place without counting it as a use.
    mutating func peek<Result>(_ key: String, _ body: (inout Value) -> Result) -> Result? {
        guard let index = slotOfKey[key], var value = slots[index].value.take() else { return nil }
        defer { slots[index].value = value }
        return body(&value)
    }

    /// Makes an entry the most recently used one.
    mutating func use(_ key: String) {
        guard let index = slotOfKey[key], newest != index else { return }
        unlink(index)
        linkAsNewest(index)
    }

    /// Adds or replaces an entry, which becomes the most recently used one.
    ///
    /// A cost below 0 counts as 0.
    @discardableResult
    mutating func insert(_ value: Value, cost: Int, forKey key: String) -> Value? {
        let previous = remove(key)
        let index = takeSlot()
        let cost = bounded(cost)
        slots[index] = Slot(key: key, value: value, cost: cost)
        slotOfKey[key] = index
        totalCost += cost
        linkAsNewest(index)
        return previous
    }

    @discardableResult
    mutating func remove(_ key: String) -> Value? {
        guard let index = slotOfKey.removeValue(forKey: key) else { return nil }
        return vacate(index)
    }

    /// Removes the least recently used entry.
    mutating func removeOldest() -> (key: String, value: Value)? {
        guard let index = oldest else { return nil }
        let key = slots[index].key
        slotOfKey.removeValue(forKey: key)
        return vacate(index).map { (key, $0) }
    }

    mutating func removeAll() {
        self = LRUEntries()
    }

    /// Removes every entry whose value meets a condition.
    mutating func removeAll(
        where isRemoved: (Value) -> Bool
    ) -> [(key: String, value: Value)] {
        var removed: [(key: String, value: Value)] = []
        for index in slots.indices {
            guard let value = slots[index].value, isRemoved(value) else { continue }
            let key = slots[index].key
            slotOfKey.removeValue(forKey: key)
            _ = vacate(index)
            removed.append((key, value))
        }
        return removed
    }

    /// The values from the most to the least recently used one.
    var values: [Value] {
        var result: [Value] = []
        result.reserveCapacity(count)
        var next = newest
        while let index = next {
            if let value = slots[index].value { result.append(value) }
            next = slots[index].older
        }
        return result
    }

    /// Keeps the sum of all costs from overflowing, whatever values say of themselves.
    private func bounded(_ cost: Int) -> Int {
        max(0, min(cost, Int.max - totalCost))
    }

    private mutating func takeSlot() -> Int {
        if let index = firstFree {
            firstFree = slots[index].older
            return index
        }
        slots.append(Slot(key: "", value: nil, cost: 0))
        return slots.count - 1
    }

    private mutating func vacate(_ index: Int) -> Value? {
        unlink(index)
        let value = slots[index].value
        totalCost -= slots[index].cost
        slots[index] = Slot(key: "", value: nil, cost: 0, older: firstFree)
        firstFree = index
        return value
    }

    private mutating func linkAsNewest(_ index: Int) {
        slots[index].newer = nil
        slots[index].older = newest
        if let newest { slots[newest].newer = index }
        newest = index
        if oldest == nil { oldest = index }
    }

    private mutating func unlink(_ index: Int) {
        let newer = slots[index].newer
        let older = slots[index].older
        if let newer { slots[newer].older = older } else { newest = older }
        if let older { slots[older].newer = newer } else { oldest = newer }
    }
}
