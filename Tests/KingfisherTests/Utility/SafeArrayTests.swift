import Dispatch
import Testing

@testable import Kingfisher

@Suite("A list that threads share", .timeLimit(.minutes(1)))
struct SafeArrayTests {
    @Test("INT-2, ANI-14: elements are appended, counted, read, replaced and removed")
    func list() {
        let array = SafeArray<Int>()
        array.reserveCapacity(3)
        for value in 1...3 { array.append(value) }
        #expect(array.count == 3)
        array[1] = 20
        #expect((0..<3).map { array[$0] } == [1, 20, 3])
        array.removeAll()
        #expect(array.count == 0)
        #expect(array[0] == nil)
    }

    @Test("ANI-14: out of range reads give nil, out of range and nil writes do nothing")
    func outOfRange() {
        let array = SafeArray<Int>()
        array.append(7)
        for index in [-1, 1, .min, .max] {
            #expect(array[index] == nil)
            array[index] = 9
        }
        array[0] = nil
        array.reserveCapacity(-5)
        #expect(array.count == 1)
        #expect(array[0] == 7)
    }

    @Test("AN-10, regression 12: threads read and write at the same time")
    func shared() {
        let array = SafeArray<[Int]>()
        for index in 0..<16 { array.append([index, index]) }
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            for round in 0..<2_000 {
                let index = (round + worker) % 18
                if worker % 2 == 0 { array[index] = [round, round] }
                if let pair = array[index] { #expect(pair[0] == pair[1]) }
            }
        }
        #expect(array.count == 16)
    }

    @Test("An element may use the list while it is let go of")
    func endOfElement() {
        final class Element {
            var onEnd: (() -> Void)?
            deinit { onEnd?() }
        }
        let array = SafeArray<Element>()
        var seen: [Int] = []
        for _ in 0..<2 {
            let element = Element()
            element.onEnd = { seen.append(array.count) }
            array.append(element)
        }
        array[0] = Element()
        array.removeAll()
        #expect(seen == [2, 0])
    }
}
