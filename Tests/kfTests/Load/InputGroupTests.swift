import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct InputGroupTests {
    @Test("Equal inputs form one group in the order of their first mention")
    func groups() {
        let groups = InputGroup.groups(of: ["b", "a", "b", "c", "a", "b"])
        #expect(groups.map(\.input) == ["b", "a", "c"])
        #expect(groups.map(\.positions) == [[0, 2, 5], [1, 4], [3]])
    }

    @Test("Values leave in the order of their positions, however they come in")
    func inOrder() {
        var order = InOrder<String>()
        #expect(order.add("c", at: 2).isEmpty)
        #expect(order.add("a", at: 0) == ["a"])
        #expect(order.add("b", at: 1) == ["b", "c"])
        #expect(order.add("d", at: 3) == ["d"])
    }
}
