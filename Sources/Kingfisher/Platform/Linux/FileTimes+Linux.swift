#if os(Linux)
import Foundation
import Glibc

extension FileStatus {
    init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        self.init(
            kind: kind, size: max(0, Int(status.st_size)),
            identity: Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino)),
            times: FileTimes(
                lastAccess: Date(status.st_atim), expiration: Date(status.st_mtim)))
    }
}

extension Date {
    /// 1 January 2300.
    ///
    /// Nobody means a date beyond it; it is what a file system made of "never".
    private static let farFutureSeconds = 10_413_792_000
    /// Ends of time that file systems with narrow clocks turn "never" into.
    private static let lastSeconds: Set<Int> = [Int(Int32.max), Int(UInt32.max)]

    fileprivate init(_ time: timespec) {
        if time.tv_sec >= Self.farFutureSeconds || Self.lastSeconds.contains(time.tv_sec) {
            self = .distantFuture
        } else {
            let fraction = TimeInterval(time.tv_nsec) / 1_000_000_000
            self.init(timeIntervalSince1970: TimeInterval(time.tv_sec) + fraction)
        }
    }
}

extension timespec {
    /// The date, rounded up to a nanosecond and bounded to what the type holds; nil means unchanged.
    init(_ date: Date?) {
        guard let date else {
            self.init(tv_sec: 0, tv_nsec: Self.omit)
            return
        }
        let bound = TimeInterval(1 << 40)
        let interval = max(-bound, min(bound, date.timeIntervalSince1970))
        let seconds = interval.rounded(.down)
        let nanoseconds = ((interval - seconds) * 1_000_000_000).rounded(.up)
        self.init(tv_sec: Int(seconds), tv_nsec: min(999_999_999, Int(nanoseconds)))
    }

    /// "Leave this date alone", as `UTIME_OMIT` in the system's header, a macro Swift cannot import.
    private static let omit = (1 << 30) - 2
}
#endif
