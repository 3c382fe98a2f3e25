/// Finds the slots of an array by hashes of what they hold.
///
/// A hash table with open addressing and linear probing that holds numbers only: neither a look-up
/// nor a change touches a reference count, and hashes come from outside. Not safe for threads on its
/// own.
struct SlotIndex {
    private struct Bucket {
        var hash: UInt32 = 0
        /// The number of a slot; the greatest number stands for none.
        var slot: UInt32 = .max

        var isEmpty: Bool { slot == .max }
    }

    /// A power of two of buckets, half of them empty at least.
    private var buckets: ContiguousArray<Bucket> = []
    private(set) var count = 0

    private var mask: Int { buckets.count - 1 }

    /// The slot of a hash that meets a condition.
    @inline(__always)
    func find(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        var position = Int(hash) & mask
        while !buckets[position].isEmpty {
            let bucket = buckets[position]
            if bucket.hash == hash, isMatch(Int(bucket.slot)) { return Int(bucket.slot) }
            position = (position + 1) & mask
        }
        return nil
    }

    /// Takes in a slot that is not in the index.
    mutating func insert(_ slot: Int, hash: UInt32) {
        if (count + 1) * 2 > buckets.count { grow() }
        // There are far fewer slots than would fill the memory of any machine.
        place(Bucket(hash: hash, slot: UInt32(truncatingIfNeeded: slot)))
        count += 1
    }

    mutating func remove(_ slot: Int, hash: UInt32) {
        guard count > 0 else { return }
        var gap = Int(hash) & mask
        while Int(buckets[gap].slot) != slot {
            if buckets[gap].isEmpty { return }
            gap = (gap + 1) & mask
        }
        // What a probe would no longer reach past the gap moves into it.
        var position = (gap + 1) & mask
        while !buckets[position].isEmpty {
            let distance = (position - Int(buckets[position].hash)) & mask
            if distance >= (position - gap) & mask {
                buckets[gap] = buckets[position]
                gap = position
            }
            position = (position + 1) & mask
        }
        buckets[gap] = Bucket()
        count -= 1
    }

    private mutating func place(_ bucket: Bucket) {
        var position = Int(bucket.hash) & mask
        while !buckets[position].isEmpty { position = (position + 1) & mask }
        buckets[position] = bucket
    }

    private mutating func grow() {
        let previous = buckets
        buckets = ContiguousArray(repeating: Bucket(), count: max(16, previous.count * 2))
        for bucket in previous where !bucket.isEmpty { place(bucket) }
    }
}
