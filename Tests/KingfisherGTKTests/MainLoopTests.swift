import Foundation
import KingfisherGTK
import Locking
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MainLoopTests {
    @Test("GTK-1: main-actor code and main-queue blocks run on the main thread under GLib")
    func mainActorIsTheMainThread() async {
        #expect(Thread.isMainThread)
        let blockOnMain = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.main.async { continuation.resume(returning: Thread.isMainThread) }
            }
        }
        #expect(blockOnMain)
        await Task.detached {}.value
        #expect(Thread.isMainThread)
        #expect(g_main_context_is_owner(g_main_context_default()) != 0)
    }

    @Test("GTK-1: a GMainLoop on the main thread delivers blocks and tasks in order, then stops")
    func mainLoopDeliversAndStops() async {
        let events = await withCheckedContinuation { continuation in
            // Inside a block of the main queue no other may run, so the loop is started by GLib.
            onIdle { continuation.resume(returning: runLoopUntilTaskQuitsIt()) }
        }
        #expect(events == ["start", "block", "task", "stopped"])
    }

    @Test("GTK-1: attaching twice is harmless: every block still runs once, in order")
    func attachingTwice() async {
        MainLoop.attachDispatch()
        MainLoop.attachDispatch()
        let numbers = Locked<[Int]>([])
        for number in 0..<100 {
            DispatchQueue.main.async { numbers.withLock { $0.append(number) } }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(numbers.withLock { $0 } == Array(0..<100))
    }

    @Test("GTK-1: a GLib source and the main queue take turns; neither starves the other")
    func sourcesAndQueueTakeTurns() async {
        let fromGLib = Locked(0)
        for _ in 0..<50 {
            await withCheckedContinuation { continuation in
                onIdle {
                    fromGLib.withLock { $0 += 1 }
                    continuation.resume()
                }
            }
        }
        #expect(fromGLib.withLock { $0 } == 50)
    }
}

/// Runs a loop of its own and gives what happened in it.
@MainActor
private func runLoopUntilTaskQuitsIt() -> [String] {
    let events = Locked(["start"])
    nonisolated(unsafe) let loop = g_main_loop_new(nil, 0)
    DispatchQueue.main.async {
        events.withLock { $0.append("block") }
        Task { @MainActor in
            events.withLock { $0.append("task") }
            g_main_loop_quit(loop)
        }
    }
    g_main_loop_run(loop)
    g_main_loop_unref(loop)
    events.withLock { $0.append("stopped") }
    return events.withLock { $0 }
}
