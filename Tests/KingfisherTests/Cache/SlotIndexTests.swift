import TestTools
import Testing

@testable import Kingfisher

@Suite("Slot index", .timeLimit(.minutes(1)))
struct SlotIndexTests {
    @Test("finds what a dictionary finds, also where hashes collide and gaps close")
    func model() {
        var index = SlotIndex()
        var model: [Int: UInt32] = [:]
        var generator = SeededGenerator(seed: 5)
        for step in 0..<20_000 {
            let slot = Int.random(in: 0..<300, using: &generator)
            if let hash = model[slot] {
                index.remove(slot, hash: hash)
                model[slot] = nil
            } else {
                // Few hashes, some of them at the end of the table, so that probes run around it.
                let hash = UInt32.max - UInt32.random(in: 0..<40, using: &generator)
                index.insert(slot, hash: hash)
                model[slot] = hash
            }
            #expect(index.count == model.count)
            guard step.isMultiple(of: 50) else { continue }
            for (slot, hash) in model {
                #expect(index.find(hash) { $0 == slot } == slot)
            }
            #expect(index.find(7) { _ in true } == nil)
        }
    }

    @Test("what is not there is neither found nor removed")
    func absent() {
        var index = SlotIndex()
        index.remove(3, hash: 9)
        #expect(index.find(9) { _ in true } == nil)
        index.insert(3, hash: 9)
        index.remove(4, hash: 9)
        index.remove(3, hash: 10)
        #expect(index.count == 1)
        #expect(index.find(9) { $0 == 3 } == 3)
    }
}
