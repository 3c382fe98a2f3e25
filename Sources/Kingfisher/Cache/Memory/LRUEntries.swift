/// Values by key, in the order of their last use, each with a cost.
///
/// An index finds slots of an array by the hash of a key, and the slots form a doubly linked list
/// from the most to the least recently used one, so every operation takes constant time. Links are
/// numbers, not references: moving an entry touches no reference count. Not safe for threads on its
/// own.
struct LRUEntries<Value> {
    private struct Slot {
        var key: String
        var hash: UInt32
        /// Nil while the slot is free.
        var value: Value?
        var cost: Int
        var newer = LRUEntries.none
        /// The next older entry, or the next free slot.
        var older = LRUEntries.none
    }

    /// Stands for no slot.
    private static var none: Int { -1 }

    private var slots: ContiguousArray<Slot> = []
    private var index = SlotIndex()
    private var newest = LRUEntries.none
    private var oldest = LRUEntries.none
    private var firstFree = LRUEntries.none

    /// The sum of all costs.
    private(set) var totalCost = 0

    var count: Int { index.count }

    /// The keys from the most to the least recently used one.
    var keys: [String] { map { $0.key } }

    /// The values from the most to the least recently used one.
    var values: [Value] { map { $0.value }.compactMap { $0 } }

    /// Reads or changes a value in place.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Gets the value, and says whether this was a use.
    /// - Returns: What else `body` returns; nil without an entry.
    mutating func access<Result>(
        _ key: HashedKey, _ body: (inout Value) -> (isUse: Bool, result: Result)
    ) -> Result? {
        guard let slot = find(key), var value = slots[slot].value.take() else { return nil }
        let (isUse, result) = body(&value)
        slots[slot].value = value
        if isUse, newest != slot {
            unlink(slot)
            linkAsNewest(slot)
        }
        return result
    }

    /// Adds or replaces an entry, which becomes the most recently used one.
    ///
    /// A cost below 0 counts as 0.
    ///
    /// - Returns: The value that was replaced.
    @discardableResult
    mutating func insert(_ value: Value, cost: Int, forKey key: HashedKey) -> Value? {
        if let slot = find(key) { return replace(slot, with: value, cost: cost) }
        let slot = takeSlot()
        let cost = bounded(cost)
        slots[slot] = Slot(key: key.text, hash: key.hash, value: value, cost: cost)
        index.insert(slot, hash: key.hash)
        totalCost += cost
        linkAsNewest(slot)
        return nil
    }

    @discardableResult
    mutating func remove(_ key: HashedKey) -> Value? {
        find(key).flatMap { vacate($0)?.value }
    }

    /// Removes the least recently used entry.
    mutating func removeOldest() -> (key: String, value: Value)? {
        oldest == Self.none ? nil : vacate(oldest)
    }

    mutating func removeAll() {
        self = LRUEntries()
    }

    /// Removes every entry whose value meets a condition.
    mutating func removeAll(
        where isRemoved: (Value) -> Bool
    ) -> [(key: String, value: Value)] {
        var removed: [(key: String, value: Value)] = []
        for slot in slots.indices where slots[slot].value.map(isRemoved) == true {
            if let entry = vacate(slot) { removed.append(entry) }
        }
        return removed
    }

    // MARK: Slots

    private func find(_ key: HashedKey) -> Int? {
        index.find(key.hash) { slots[$0].key == key.text }
    }

    private func map<Result>(_ transform: (Slot) -> Result) -> [Result] {
        var result: [Result] = []
        result.reserveCapacity(count)
        var next = newest
        while next != Self.none {
            result.append(transform(slots[next]))
            next = slots[next].older
        }
        return result
    }

    /// Keeps the sum of all costs from overflowing, whatever values say of themselves.
    private func bounded(_ cost: Int) -> Int {
        max(0, min(cost, Int.max - totalCost))
    }

    private mutating func replace(_ slot: Int, with value: Value, cost: Int) -> Value? {
        totalCost -= slots[slot].cost
        let cost = bounded(cost)
        totalCost += cost
        slots[slot].cost = cost
        let previous = slots[slot].value.take()
        slots[slot].value = value
        unlink(slot)
        linkAsNewest(slot)
        return previous
    }

    private mutating func takeSlot() -> Int {
        guard firstFree == Self.none else {
            let slot = firstFree
            firstFree = slots[slot].older
            return slot
        }
        slots.append(Slot(key: "", hash: 0, value: nil, cost: 0))
        return slots.count - 1
    }

    private mutating func vacate(_ slot: Int) -> (key: String, value: Value)? {
        unlink(slot)
        index.remove(slot, hash: slots[slot].hash)
        totalCost -= slots[slot].cost
        var vacated = Slot(key: "", hash: 0, value: nil, cost: 0, older: firstFree)
        swap(&slots[slot], &vacated)
        firstFree = slot
        return vacated.value.map { (vacated.key, $0) }
    }

    private mutating func linkAsNewest(_ slot: Int) {
        slots[slot].newer = Self.none
        slots[slot].older = newest
        if newest != Self.none { slots[newest].newer = slot }
        newest = slot
        if oldest == Self.none { oldest = slot }
    }

    private mutating func unlink(_ slot: Int) {
        let newer = slots[slot].newer
        let older = slots[slot].older
        if newer == Self.none { newest = older } else { slots[newer].older = older }
        if older == Self.none { oldest = newer } else { slots[older].newer = newer }
    }
}
