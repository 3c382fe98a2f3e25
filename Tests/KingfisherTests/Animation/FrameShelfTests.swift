import Foundation
import Testing

@testable import Kingfisher

@Suite("Which frames are kept", .timeLimit(.minutes(1)))
struct FrameShelfTests {
    private static func extent(_ side: CGFloat) -> FrameExtent {
        FrameExtent(
            viewSize: CGSize(width: side, height: side), fit: .stretch, imageSize: .zero,
            imageScale: 1)
    }

    private func shelf(frames: Int, reach: Int) -> FrameShelf {
        var shelf = FrameShelf(reach: reach, extent: Self.extent(100))
        shelf.prepare(frameCount: frames)
        return shelf
    }

    /// Does all work, and tells what was dropped and decoded.
    private func work(
        _ shelf: inout FrameShelf, showing current: Int, damaged: Set<Int> = []
    ) -> (dropped: [Int], decoded: [Int]) {
        var (dropped, decoded): ([Int], [Int]) = ([], [])
        while true {
            let work = shelf.nextWork(showing: current)
            dropped += work.dropped.sorted()
            guard let index = work.index else { return (dropped, decoded) }
            decoded.append(index)
            shelf.finish(index, for: shelf.extent, isDamaged: damaged.contains(index))
        }
    }

    @Test("ANI-2, AN-2: the first frames are decoded in order, the one shown and those ahead of it")
    func first() {
        var shelf = shelf(frames: 8, reach: 2)
        #expect(work(&shelf, showing: 0).decoded == [0, 1, 2])
        #expect((0..<4).map(shelf.isReady) == [true, true, true, false])
    }

    @Test("ANI-5, AN-5: a step drops what was left and decodes what comes, around the end too")
    func steps() {
        var shelf = shelf(frames: 5, reach: 2)
        _ = work(&shelf, showing: 0)
        for current in [1, 2, 3, 4, 0, 1] {
            #expect(shelf.claimWork(showing: current) == true)
            let (dropped, decoded) = work(&shelf, showing: current)
            #expect(dropped == [(current + 4) % 5])
            #expect(decoded == [(current + 2) % 5])
        }
    }

    @Test("ANI-4: frames that all fit are never dropped", arguments: [3, 4, 100, .max])
    func allFit(_ reach: Int) {
        var shelf = shelf(frames: 4, reach: reach)
        #expect(work(&shelf, showing: 0).decoded == [0, 1, 2, 3])
        for current in [1, 2, 3, 0] { #expect(shelf.claimWork(showing: current) == false) }
    }

    @Test("W16: with nothing ahead, a single frame is kept", arguments: [0, -1, .min])
    func nothingAhead(_ reach: Int) {
        var shelf = shelf(frames: 4, reach: reach)
        #expect(work(&shelf, showing: 0).decoded == [0])
        #expect(shelf.claimWork(showing: 0) == false)
        #expect(shelf.claimWork(showing: 1) == true)
        let (dropped, decoded) = work(&shelf, showing: 1)
        #expect(dropped == [0] && decoded == [1])
    }

    @Test("W16: steps that nobody worked for leave nothing behind")
    func missedSteps() {
        var shelf = shelf(frames: 10, reach: 2)
        _ = work(&shelf, showing: 0)
        #expect(shelf.claimWork(showing: 1) == true)
        #expect(shelf.claimWork(showing: 2) == false)
        let (dropped, decoded) = work(&shelf, showing: 6)
        #expect(dropped == [0, 1, 2] && decoded == [6, 7, 8])
    }

    @Test("ANI-7, AN-9, W16: what was purged is decoded again when it is asked for")
    func purge() {
        var shelf = shelf(frames: 3, reach: 10)
        _ = work(&shelf, showing: 1)
        #expect(shelf.purge(keeping: 1).sorted() == [0, 2])
        #expect((0..<3).map(shelf.isReady) == [false, true, false])
        #expect(shelf.purge(keeping: nil) == [1])
        #expect(shelf.claimWork(showing: 1) == true)
        #expect(work(&shelf, showing: 1).decoded == [1, 2, 0])
    }

    @Test("A damaged frame is passed over, and not tried again")
    func damaged() {
        var shelf = shelf(frames: 3, reach: 10)
        #expect(work(&shelf, showing: 0, damaged: [1]).decoded == [0, 1, 2])
        #expect(shelf.isReady(1))
        #expect(shelf.claimWork(showing: 1) == false)
        shelf.resize(to: Self.extent(400))
        #expect(work(&shelf, showing: 0).decoded == [0, 2])
    }

    @Test(
        "W22: in another size frames are decoded anew, the missing ones first, and shown until then"
    )
    func resize() {
        var shelf = shelf(frames: 4, reach: 3)
        _ = work(&shelf, showing: 0)
        _ = shelf.purge(keeping: nil)
        shelf.finish(0, for: Self.extent(100), isDamaged: false)
        shelf.finish(1, for: Self.extent(100), isDamaged: false)
        shelf.resize(to: Self.extent(300))
        #expect(shelf.isReady(0) && shelf.isReady(1))
        #expect(shelf.claimWork(showing: 1) == true)
        #expect(work(&shelf, showing: 1).decoded == [2, 3, 1, 0])
        let renewed = [shelf.takeRenewed(1), shelf.takeRenewed(1)]
        #expect(renewed == [true, false])
        shelf.resize(to: Self.extent(299))
        #expect(shelf.claimWork(showing: 1) == false)
    }

    @Test("W22: a frame that was decoded while the size changed is decoded once more")
    func resizeMeanwhile() {
        var shelf = shelf(frames: 1, reach: 0)
        let before = shelf.extent
        #expect(shelf.nextWork(showing: 0).index == 0)
        shelf.resize(to: Self.extent(300))
        shelf.finish(0, for: before, isDamaged: false)
        #expect(work(&shelf, showing: 0).decoded == [0])
    }

    @Test("Without frames there is no work", arguments: [0, -3])
    func noFrames(_ count: Int) {
        var empty = shelf(frames: count, reach: 5)
        #expect(work(&empty, showing: 0).decoded.isEmpty)
        #expect(empty.claimWork(showing: 0) == false)
        var unknown = FrameShelf(reach: 5, extent: Self.extent(1))
        #expect(unknown.claimWork(showing: 0) == false)
    }
}
