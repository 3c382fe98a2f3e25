import Testing

@testable import Kingfisher

@Suite(.timeLimit(.minutes(1)))
struct WaitingLineTests {
    @Test("Elements leave in the order they came, also when some come in between")
    func order() {
        var line = WaitingLine<Int>()
        var left: [Int] = []
        for number in 0..<1000 {
            line.append(number)
            if !number.isMultiple(of: 3), let first = line.popFirst() { left.append(first) }
        }
        while let first = line.popFirst() { left.append(first) }
        #expect(left == Array(0..<1000))
        #expect(line.first == nil)
    }

    @Test("What was taken out is released, while others wait and when none does")
    func releases() {
        var line = WaitingLine<Thing>()
        weak var first: Thing?
        weak var second: Thing?
        weak var third: Thing?
        do {
            let things = [Thing(), Thing(), Thing()]
            (first, second, third) = (things[0], things[1], things[2])
            things.forEach { line.append($0) }
        }
        line.popFirst()
        #expect(first == nil)
        #expect(second != nil)
        line.popFirst()
        line.popFirst()
        #expect(second == nil)
        #expect(third == nil)
        let isEmpty = line.isEmpty
        #expect(isEmpty)
    }
}

private final class Thing {}
