#if os(Linux)
import Testing

@testable import Kingfisher

@Suite("HostQueue")
struct HostQueueTests {
    private var queue = HostQueue<Int>(connectionsPerHost: 2, streamsPerConnection: 8)

    private mutating func startAll(_ origin: String = "a") -> [Int] {
        var all: [Int] = []
        while let next = queue.next(for: origin) { all.append(next) }
        return all
    }

    private mutating func add(_ numbers: Range<Int>, _ origin: String = "a") {
        for number in numbers { _ = queue.add(number, origin: origin, priority: 0.5) }
    }

    @Test("an origin that answers over HTTP/2 may do more, until it answers otherwise")
    mutating func limitFollowsAnswers() {
        add(0..<30)
        #expect(startAll() == [0, 1])
        queue.answered(origin: "a", multiplexes: true)
        #expect(startAll() == [2, 3, 4, 5, 6, 7])
        queue.answered(origin: "a", multiplexes: false)
        for _ in 0..<6 { queue.finished(origin: "a") }
        #expect(startAll().isEmpty)
        queue.finished(origin: "a")
        #expect(startAll() == [8])
    }

    @Test("what was taken out does not run, and the priority of the rest can change")
    mutating func tickets() {
        let tickets = (0..<4).map { queue.add($0, origin: "a", priority: 0.5) }
        queue.remove(tickets[0], origin: "a")
        queue.setPriority(tickets[3], origin: "a", to: 0.9)
        #expect(startAll() == [3, 1])
    }

    @Test("an origin is forgotten when nothing of it is left, and so are most that multiplex")
    mutating func forgets() {
        let ticket = queue.add(0, origin: "a", priority: 0.5)
        queue.remove(ticket, origin: "a")
        #expect(queue.originCount == 0)
        for number in 0..<10_000 {
            add(0..<1, "\(number)")
            #expect(startAll("\(number)") == [0])
            queue.answered(origin: "\(number)", multiplexes: true)
            queue.finished(origin: "\(number)")
        }
        #expect(queue.originCount <= HostQueue<Int>.idleLimit)
        add(0..<1, "busy")
        _ = startAll("busy")
        queue.answered(origin: "busy", multiplexes: true)
        add(1..<8, "busy")
        #expect(startAll("busy") == Array(1..<8))
    }
}
#endif
