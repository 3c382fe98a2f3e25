#if os(Linux)
import Foundation
import Glibc
import Locking

/// The one inotify instance of the process.
///
/// The kernel grants a user only some hundred of them, so all directories share it.
final class InotifyHub: Sendable {
    /// Nil where the kernel has no instance to give.
    static let shared = InotifyHub()

    struct Subscriber: Sendable {
        let ownPrefix: String
        let handler: @Sendable (DirectoryChange) -> Void
    }

    private struct State {
        var subscribers: [Int32: [UInt64: Subscriber]] = [:]
        var lastSubscription: UInt64 = 0
        /// Whether the instance can no longer be read.
        var isBroken = false
    }

    private let descriptor: Int32
    private let state = Locked(State())

    /// A move away from a temporary name.
    private typealias Move = (cookie: UInt32, name: String)

    private static let mask = UInt32(
        IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_CLOSE_WRITE | IN_ONLYDIR)

    /// Far below what the kernel takes to fill its queue of 16,384 events, and what anybody notices.
    private static let pause: TimeInterval = 0.02

    /// Takes some hundred events.
    private static let bufferSize = 64 * 1024

    private init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let thread = Thread { [self] in readEvents() }
        thread.name = "kingfisher-watch"
        thread.stackSize = 256 * 1024
        thread.start()
    }

    func subscribe(
        _ subscriber: Subscriber, to directory: String
    ) -> (descriptor: Int32, subscription: UInt64)? {
        state.withLock { state in
            guard !state.isBroken else { return nil }
            let watch = inotify_add_watch(descriptor, directory, Self.mask)
            guard watch >= 0 else { return nil }
            state.lastSubscription += 1
            state.subscribers[watch, default: [:]][state.lastSubscription] = subscriber
            return (watch, state.lastSubscription)
        }
    }

    func unsubscribe(_ subscription: UInt64, from watch: Int32) {
        state.withLock { state in
            state.subscribers[watch]?.removeValue(forKey: subscription)
            guard state.subscribers[watch]?.isEmpty == true else { return }
            state.subscribers.removeValue(forKey: watch)
            inotify_rm_watch(descriptor, watch)
        }
    }

    /// Reads what there is, and then nothing for a moment, for ever.
    ///
    /// Every change of a directory is reported, those that this process makes too. To be woken for
    /// each of them would take as long as to store a file; in a moment, many come together. It takes a
    /// thread that sleeps: a descriptor that is watched by epoll wakes somebody for each event, also
    /// while its dispatch source is suspended.
    private func readEvents() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        var lastMove: Move = (0, "")
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 {
                handle(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &lastMove)
            } else if errno != EINTR {
                break
            }
            // After a buffer that was full, the next events wait already.
            if count < Self.bufferSize / 2 { Thread.sleep(forTimeInterval: Self.pause) }
        }
        state.withLock { $0.isBroken = true }
        reportLoss()
    }

    private func reportLoss() {
        let all = state.withLock { $0.subscribers.values.flatMap(\.values) }
        for subscriber in all { subscriber.handler(.lost) }
    }

    private func handle(_ buffer: UnsafeRawBufferPointer, _ lastMove: inout Move) {
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + header <= buffer.count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + header + Int(event.len)
            guard end <= buffer.count else { return }
            let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
            // Of the names of temporary files only those that are given up for another one matter; to
            // look closer at each event of a store would take as long as to store.
            if name.first != UInt8(ascii: ".") || event.mask & UInt32(IN_MOVED_FROM) != 0 {
                handle(event, name: String(decoding: name, as: UTF8.self), &lastMove)
            }
            offset = end
        }
    }

    private func handle(_ event: inotify_event, name: String, _ lastMove: inout Move) {
        let mask = event.mask
        if mask & UInt32(IN_MOVED_FROM) != 0, name.hasPrefix(".") {
            lastMove = (event.cookie, name)
            return
        }
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            return reportLoss()
        }
        let subscribers = state.withLock { state -> [Subscriber] in
            let found = state.subscribers[event.wd].map { Array($0.values) } ?? []
            if mask & UInt32(IN_IGNORED) != 0 { state.subscribers.removeValue(forKey: event.wd) }
            return found
        }
        if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
            for subscriber in subscribers { subscriber.handler(.lost) }
        } else {
            let isMoved = mask & UInt32(IN_MOVED_TO) != 0 && lastMove.cookie == event.cookie
            report(event, name: name, from: isMoved ? lastMove.name : nil, to: subscribers)
        }
    }

    private func report(
        _ event: inotify_event, name: String, from origin: String?, to subscribers: [Subscriber]
    ) {
        let isGone = event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0
        for subscriber in subscribers where origin?.hasPrefix(subscriber.ownPrefix) != true {
            subscriber.handler(isGone ? .vanished(name) : .appeared(name))
        }
    }
}
#endif
