#if os(Linux)
import Foundation
import Glibc

/// Waits for the kernel to report that tasks stall for want of memory.
///
/// Uses the triggers of pressure stall information: a line is written into a pressure file, and the
/// kernel wakes whoever polls it when stalls exceed it (Documentation/accounting/psi.rst). Where the
/// kernel refuses, there just are no reports.
final class PressureStallMonitor: Sendable {
    /// What a process hears of; watching begins with the first use.
    static let pressure: MemoryPressure = {
        let pressure = MemoryPressure()
        monitor = PressureStallMonitor(files: files(), pressure: pressure)
        return pressure
    }()

    // Written once, inside the initializer of `pressure`, and never read: it keeps the thread's owner.
    nonisolated(unsafe) private static var monitor: PressureStallMonitor?

    /// Microseconds of stalls within a window of as many.
    ///
    /// Processes without privileges may only set windows that are multiples of two seconds.
    private static let triggers: [(line: String, level: MemoryPressureLevel)] = [
        ("some 300000 2000000", .warning), ("full 200000 2000000", .critical),
    ]

    /// Starts a thread that waits; nil where no trigger can be set.
    ///
    /// - Parameters:
    ///   - files: Pressure files, the most specific one first; the first that works is used.
    ///   - pressure: Hears of every report.
    init?(files: [String], pressure: MemoryPressure) {
        let open = files.lazy.map(Self.openTriggers).first { !$0.isEmpty } ?? []
        guard !open.isEmpty else { return nil }
        let thread = Thread { Self.wait(open, pressure) }
        thread.name = "kingfisher.memory-pressure"
        thread.stackSize = 128 * 1024
        thread.start()
    }

    /// The process's own control group, then the whole machine.
    private static func files() -> [String] {
        let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        let own = groups.split(separator: "\n").compactMap { line -> String? in
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[0] == "0" else { return nil }
            return "/sys/fs/cgroup" + fields[2] + "/memory.pressure"
        }
        return own + ["/proc/pressure/memory"]
    }

    private static func openTriggers(
        _ file: String
    ) -> [(descriptor: Int32, level: MemoryPressureLevel)] {
        triggers.compactMap { trigger in
            let descriptor = open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            let line = trigger.line.utf8CString
            let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written == line.count else {
                close(descriptor)
                return nil
            }
            return (descriptor, trigger.level)
        }
    }

    private static func wait(
        _ open: [(descriptor: Int32, level: MemoryPressureLevel)], _ pressure: MemoryPressure
    ) {
        var polls = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLPRI), revents: 0) }
        while !polls.isEmpty {
            guard poll(&polls, nfds_t(polls.count), -1) > 0 || errno == EINTR else { return }
            for index in polls.indices where polls[index].revents != 0 {
                if polls[index].revents & Int16(POLLERR) != 0 {
                    // The control group is gone. A negative descriptor is left out of polling.
                    polls[index].fd = -1
                } else {
                    pressure.signal(open[index].level)
                }
            }
            if polls.allSatisfy({ $0.fd < 0 }) { return }
        }
    }
}
#endif
