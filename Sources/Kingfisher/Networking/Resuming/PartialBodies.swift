import Foundation
import Locking

/// The interrupted bodies of a downloader, in memory, for as long as they are likely to be of use.
struct PartialBodies {
    /// Bytes kept in all by default: 32 MB.
    static let defaultCapacity = 32 << 20
    /// Seconds after which the rest is not asked for any more.
    static let lifetime: TimeInterval = 600

    private struct Entry {
        let body: PartialBody
        let date: Date
    }

    private let capacity: Int
    private var entries: [URL: Entry] = [:]
    private var order: [URL] = []

    /// Bytes kept now.
    private(set) var size = 0

    init(capacity: Int = defaultCapacity) { self.capacity = capacity }

    /// Keeps a body; the oldest ones go when there is no room.
    mutating func insert(_ body: PartialBody, for url: URL, now: Date) {
        remove(url)
        guard body.data.count <= capacity else { return }
        entries[url] = Entry(body: body, date: now)
        order.append(url)
        size += body.data.count
        while size > capacity, let oldest = order.first { remove(oldest) }
    }

    /// Takes a body out; nil when there is none or it is too old.
    mutating func take(_ url: URL, now: Date) -> PartialBody? {
        guard let entry = entries[url] else { return nil }
        remove(url)
        return now.timeIntervalSince(entry.date) < Self.lifetime ? entry.body : nil
    }

    mutating func removeAll() { self = PartialBodies(capacity: capacity) }

    private mutating func remove(_ url: URL) {
        guard let entry = entries.removeValue(forKey: url) else { return }
        size -= entry.body.data.count
        order.removeAll { $0 == url }
    }
}
