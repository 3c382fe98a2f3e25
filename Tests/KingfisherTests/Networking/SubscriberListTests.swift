import Foundation
import Testing

@testable import Kingfisher

@Suite("SubscriberList")
struct SubscriberListTests {
    private let callback = SessionDataTask.TaskCallback.silent

    private func list(_ count: Int) -> SubscriberList {
        var list = SubscriberList()
        for _ in 0..<count {
            _ = list.add(callback)
        }
        return list
    }

    @Test("W3: removing the last one closes the download to newcomers in the same step")
    func lastRemovalCloses() {
        var list = list(2)
        guard case .removed = list.cancel(0) else {
            Issue.record("one is left")
            return
        }
        guard case .removedLast(_, tellsFinish: false) = list.cancel(1) else {
            Issue.record("nobody is left")
            return
        }
        #expect(list.phase == .closed)
        do {
            let answer = list.add(callback)
            #expect(answer == nil)
        }
    }

    @Test("5.4: an unknown token does nothing")
    func unknownToken() {
        var list = list(1)
        guard case .unknown = list.cancel(7) else {
            Issue.record("nobody has token 7")
            return
        }
        #expect(list.phase == .open)
    }

    @Test("4.3: completion closes to newcomers, but those waiting can still cancel")
    func cancelDuringCompletion() {
        var list = list(2)
        do {
            let answer = list.beginCompletion()
            #expect(answer)
        }
        do {
            let answer = list.beginCompletion()
            #expect(!answer)
        }
        do {
            let answer = list.add(callback)
            #expect(answer == nil)
        }
        guard case .removed = list.cancel(1) else {
            Issue.record("it still waits")
            return
        }
        do {
            let answer = list.take(1)
            #expect(answer == nil)
        }
        do {
            let answer = list.take(0)
            #expect(answer != nil)
        }
        do {
            let answer = list.take(0)
            #expect(answer == nil)
        }
    }

    private func callback(_ identifier: String) -> SessionDataTask.TaskCallback {
        SessionDataTask.TaskCallback(
            onCompleted: nil,
            options: KingfisherParsedOptionsInfo([
                .processor(AnyBytesProcessor(identifier: identifier))
            ]))
    }

    @Test("4.3: while images are made, only those join who want one of them")
    func joinWhileMaking() {
        var list = SubscriberList()
        _ = list.add(callback("a"))
        _ = list.add(callback("b"))
        let answers = [
            list.beginMaking(), list.beginMaking(),
            list.add(callback("a")) == 2, list.add(callback("c")) == nil,
        ]
        #expect(answers == [true, false, true, true])
        let images = list.imagesToMake()
        #expect(images.map(\.key.identifier) == ["a", "b"])
        #expect(images.map(\.callers.count) == [2, 1])
    }

    @Test("4.3: an image is joined until everyone who waits for it is ready")
    func endOfMaking() {
        var list = SubscriberList()
        _ = list.add(callback("a"))
        _ = list.beginMaking()
        _ = list.add(callback("a"))
        let key = ImageKey(callback("a").options)
        let ends = [list.endMaking(key, ifReady: [0]), list.endMaking(key, ifReady: [0, 1])]
        #expect(ends == [nil, [0, 1]])
        let late = list.add(callback("a"))
        #expect(late == nil)
        let forced = list.endMaking(key, ifReady: nil)
        #expect(forced == [0, 1])
    }

    @Test("4.9: an image that nobody wants any more is not joined")
    func unwantedImage() {
        var list = SubscriberList()
        _ = list.add(callback("a"))
        _ = list.add(callback("b"))
        _ = list.beginMaking()
        _ = list.cancel(0)
        let key = ImageKey(callback("a").options)
        let answers = [list.isWanted(key), list.add(callback("a")) != nil]
        #expect(answers == [false, false])
        _ = list.cancel(1)
        #expect(list.imagesToMake().isEmpty)
        let late = list.add(callback("b"))
        #expect(late == nil)
    }

    @Test("W5: an end is told only after a beginning was")
    func noEndWithoutBeginning() {
        var list = list(1)
        guard case .removedLast(_, tellsFinish: false) = list.cancel(0) else {
            Issue.record("nothing was announced")
            return
        }
        do {
            let answer = list.beginAnnouncement()
            #expect(!answer)
        }
    }

    @Test("W5: an end during the announcement is told after it")
    func endDuringAnnouncement() {
        var list = list(1)
        do {
            let answer = list.beginAnnouncement()
            #expect(answer)
        }
        guard case .removedLast(_, tellsFinish: false) = list.cancel(0) else {
            Issue.record("the announcement still runs")
            return
        }
        do {
            let answer = list.endAnnouncement()
            #expect(answer)
        }
        do {
            let answer = list.endAnnouncement()
            #expect(!answer)
        }
    }

    @Test("W6: the beginning is announced once")
    func oneAnnouncement() {
        var list = list(2)
        do {
            let answer = list.beginAnnouncement()
            #expect(answer)
        }
        do {
            let answer = list.beginAnnouncement()
            #expect(!answer)
        }
        do {
            let answer = list.endAnnouncement()
            #expect(!answer)
        }
        let (removed, stops, tellsFinish) = list.cancelAll()
        #expect(removed.map(\.0) == [0, 1] && stops && tellsFinish)
        let (_, stopsAgain, _) = list.cancelAll()
        #expect(!stopsAgain)
    }

    @Test("5.11, W13: everyone is kept in the order of joining")
    func order() {
        var list = list(100)
        _ = list.cancel(50)
        #expect(list.inOrder().map(\.0) == Array(0..<50) + Array(51..<100))
    }
}

@Suite("WorkQueue")
struct WorkQueueTests {
    private func drain(_ queue: inout WorkQueue<Int>) -> [Int] {
        var all: [Int] = []
        while let next = queue.pop() { all.append(next) }
        return all
    }

    @Test("urgent work comes first, equal work in order")
    func order() {
        var queue = WorkQueue<Int>()
        for (number, priority) in [0.5, 0.9, 0.5, 0.1, 0.9].enumerated() {
            queue.push(number, key: nil, priority: Float(priority))
        }
        #expect(drain(&queue) == [1, 4, 0, 2, 3])
    }

    @Test("raised work moves forward and comes once")
    func raise() throws {
        let url = try #require(URL(string: "http://host/a"))
        var queue = WorkQueue<Int>()
        queue.push(0, key: nil, priority: 0.5)
        queue.push(1, key: url, priority: 0.1)
        queue.raise(url, to: 0.8)
        queue.raise(url, to: 0.2)
        #expect(drain(&queue) == [1, 0])
        #expect(queue.isEmpty)
    }

    @Test("work can be taken out, and its priority lowered as well as raised")
    func tickets() throws {
        var queue = WorkQueue<Int>()
        let tickets = (0..<4).map { queue.push($0, key: nil, priority: 0.5) }
        queue.remove(tickets[1])
        queue.remove(tickets[1])
        queue.setPriority(tickets[0], to: 0.1)
        queue.setPriority(tickets[3], to: 0.9)
        queue.setPriority(tickets[3], to: .nan)
        queue.setPriority(tickets[3], to: 0.9)
        queue.setPriority(tickets[1], to: 1)
        #expect(drain(&queue) == [3, 2, 0])
    }

    @Test("what is put in and taken out again leaves the order of the rest as it was")
    func removedInBulk() {
        var queue = WorkQueue<Int>()
        for number in 0..<10 { queue.push(number, key: nil, priority: Float(number % 3)) }
        for number in 10..<1000 {
            queue.remove(queue.push(number, key: nil, priority: Float(number % 5)))
        }
        #expect(drain(&queue) == [2, 5, 8, 1, 4, 7, 0, 3, 6, 9])
    }

    @Test("a priority that is not a number comes last instead of breaking the order")
    func notANumber() {
        var queue = WorkQueue<Int>()
        queue.push(0, key: nil, priority: .nan)
        queue.push(1, key: nil, priority: 0.5)
        queue.push(2, key: nil, priority: .nan)
        #expect(drain(&queue) == [1, 0, 2])
    }

    @Test("a pool runs no more at once than it is wide, and all in the end")
    func poolWidth() async {
        let pool = WorkPool(width: 2)
        let running = PeakCounter()
        let done = Recorder<Int>()
        for number in 0..<200 {
            pool.submit(key: nil, priority: 0.5) {
                running.enter()
                running.leave()
                done.record(number)
            }
        }
        #expect(Set(await done.wait(200)).count == 200)
        #expect(running.peak <= 2)
    }

    @Test("INT-1, W12: a pool runs work side by side, where a serial queue would wait for ever")
    func sideBySide() async {
        let pool = WorkPool(width: 2)
        let gates = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let done = Recorder<Int>()
        for number in 0..<2 {
            pool.submit(key: nil, priority: 0.5) {
                gates[1 - number].signal()
                gates[number].wait()
                done.record(number)
            }
        }
        #expect(Set(await done.wait(2)) == [0, 1])
    }

    @Test("4.5: what waits in a pool goes by priority, and a later request for it raises it")
    func poolPriority() async throws {
        let pool = WorkPool(width: 1)
        let begun = Recorder<Void>()
        let gate = DispatchSemaphore(value: 0)
        pool.submit(key: nil, priority: 1) {
            begun.record(())
            gate.wait()
        }
        await begun.wait()
        let order = Recorder<String>()
        let raised = try #require(URL(string: "http://127.0.0.1/raised"))
        pool.submit(key: nil, priority: 0.5) { order.record("equal, first") }
        pool.submit(key: raised, priority: 0.1) { order.record("raised") }
        pool.submit(key: nil, priority: 0.8) { order.record("urgent") }
        pool.raise(raised, to: 0.9)
        pool.submit(key: nil, priority: 0.5) { order.record("equal, second") }
        gate.signal()
        #expect(await order.wait(4) == ["raised", "urgent", "equal, first", "equal, second"])
    }

    @Test("the pool of all downloaders is as wide as the machine has cores")
    func poolOfImages() async {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let running = PeakCounter()
        let done = Recorder<Void>()
        for _ in 0..<(4 * cores) {
            WorkPool.images.submit(key: nil, priority: 0.5) {
                running.enter()
                running.leave()
                done.record(())
            }
        }
        await done.wait(4 * cores)
        #expect(running.peak <= cores)
    }
}
