import Testing

@testable import Kingfisher

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AttachedStateTests {
    @Test("G-5: an object has one state of a kind, and another object has another")
    func stateBelongsToItsObject() {
        let (first, second) = (Owner(), Owner())
        let state = AttachedState.value(of: first, default: Count())
        state.number = 5
        #expect(AttachedState.value(of: first, default: Count()) === state)
        #expect(AttachedState.value(of: second, default: Count()) !== state)
        #expect(AttachedState.value(of: first, default: Other()) !== state)
    }

    @Test("G-5: a new object at the address of a dead one starts afresh")
    func addressesAreReused() {
        for number in 1...10_000 {
            let owner = Owner()
            let state = AttachedState.value(of: owner, default: Count())
            #expect(state.number == 0)
            state.number = number
        }
    }

    @Test("State of objects that are gone is dropped as more comes")
    func deadStateIsDropped() {
        weak var state: Count?
        do {
            let owner = Owner()
            state = AttachedState.value(of: owner, default: Count())
        }
        var owners: [Owner] = []
        for _ in 0..<100_000 where state != nil {
            let owner = Owner()
            owners.append(owner)
            _ = AttachedState.value(of: owner, default: Count())
        }
        #expect(state == nil)
    }
}

private final class Owner {}

private final class Count {
    var number = 0
}

private final class Other {}
