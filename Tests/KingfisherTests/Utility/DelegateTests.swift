import Foundation
import Testing

@testable import Kingfisher

@Suite("Delegate", .timeLimit(.minutes(1)))
struct DelegateTests {
    final class Target {
        var value = 1
    }

    @Test("19.4: the block receives the target and the input")
    func calls() {
        let target = Target()
        let delegate = Delegate<Int, Int>()
        #expect(!delegate.isSet)
        #expect(delegate.call(1) == nil)
        delegate.delegate(on: target) { target, input in target.value + input }
        #expect(delegate.isSet)
        #expect(delegate.call(2) == 3)
        #expect(delegate(3) == 4)
    }

    @Test("19.4: a dead target makes calls return nil")
    func deadTarget() {
        let delegate = Delegate<Void, Int>()
        do {
            let target = Target()
            delegate.delegate(on: target) { target, _ in target.value }
            #expect(delegate() == 1)
        }
        #expect(delegate() == nil)
    }

    @Test("19.4: an optional output is not doubly optional")
    func optionalOutput() {
        let target = Target()
        let delegate = Delegate<Int, Int?>()
        delegate.delegate(on: target) { _, input in input > 0 ? input : nil }
        let some: Int? = delegate.call(1)
        let none: Int? = delegate.call(0)
        #expect(some == 1)
        #expect(none == nil)
    }

    @Test("19.4, W23: a nil block counts as none")
    func nilBlock() {
        let target = Target()
        let delegate = Delegate<Int, Int>()
        let none: ((Target, Int) -> Int)? = nil
        delegate.delegate(on: target, block: none)
        #expect(!delegate.isSet)
    }

    @Test("19.4: a copy keeps its block when the original gets another")
    func copies() {
        let target = Target()
        let delegate = Delegate<Int, Int>()
        delegate.delegate(on: target) { _, input in input }
        let copy = delegate.copy()
        delegate.delegate(on: target) { _, input in -input }
        #expect(copy.call(1) == 1)
        #expect(delegate.call(1) == -1)
    }

    @Test("19.4: the asynchronous form is stored apart")
    func asyncForm() async {
        let target = Target()
        let delegate = Delegate<Int, Int>()
        let block: (Target, Int) async -> Int = { target, input in
            await Task.yield()
            return target.value + input
        }
        delegate.delegate(on: target, block: block)
        #expect(await delegate.callAsync(1) == 2)
        let absent: Int? = delegate.call(1)
        #expect(absent == nil)
    }
}
