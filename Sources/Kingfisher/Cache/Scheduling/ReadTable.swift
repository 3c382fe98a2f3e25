import Foundation

/// Which requests share which read and which decoding, as a value.
///
/// Requests for one entry join a read that is under way, until something changes the entry. Those
/// that want the same image of it are decoded once.
struct ReadTable {
    /// What has to be done after a request came in.
    enum Step {
        /// Nothing: work under way will answer it.
        case wait
        /// Read the file.
        case read(UInt64)
        /// Decode bytes that were read already.
        case decode(UInt64, DiskEntry, DecodeKey)
    }

    private struct Read {
        let entryKey: EntryKey
        var waiting: [ReadRequest]
        var entry: DiskEntry?
        var groups: [DecodeKey: [ReadRequest]] = [:]
    }

    private var reads: [UInt64: Read] = [:]
    private var joinable: [EntryKey: UInt64] = [:]
    private var lastNumber: UInt64 = 0

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Takes in a request.
    mutating func join(_ request: ReadRequest) -> Step {
        guard let id = joinable[request.entry], reads[id] != nil else {
            let id = nextNumber()
            reads[id] = Read(entryKey: request.entry, waiting: [request])
            joinable[request.entry] = id
            return .read(id)
        }
        guard let entry = reads[id]?.entry else {
            reads[id]?.waiting.append(request)
            return .wait
        }
        let key = request.decodeKey
        let isNew = reads[id]?.groups[key] == nil
        reads[id]?.groups[key, default: []].append(request)
        return isNew ? .decode(id, entry, key) : .wait
    }

    /// Lets no more requests join what was read before now.
    mutating func close(_ entry: EntryKey) {
        joinable.removeValue(forKey: entry)
    }

    mutating func closeAll() {
        joinable.removeAll()
    }

    func waiting(_ id: UInt64) -> [ReadRequest] { reads[id]?.waiting ?? [] }

    func group(_ id: UInt64, _ key: DecodeKey) -> [ReadRequest] { reads[id]?.groups[key] ?? [] }

    /// Drops requests nobody wants answered with an image.
    ///
    /// False when none is left.
    mutating func dropWaiting(_ id: UInt64, _ numbers: Set<UInt64>) -> Bool {
        reads[id]?.waiting.removeAll { numbers.contains($0.number) }
        guard reads[id]?.waiting.isEmpty == true else { return true }
        end(id)
        return false
    }

    /// As ``dropWaiting(_:_:)`` for those that wait for one decoding.
    mutating func dropFromGroup(_ id: UInt64, _ key: DecodeKey, _ numbers: Set<UInt64>) -> Bool {
        reads[id]?.groups[key]?.removeAll { numbers.contains($0.number) }
        guard reads[id]?.groups[key]?.isEmpty == true else { return true }
        _ = endGroup(id, key)
        return false
    }

    /// Takes in the bytes and returns what to decode, each with its newest request.
    mutating func loaded(_ id: UInt64, _ entry: DiskEntry) -> [(key: DecodeKey, number: UInt64)] {
        guard var read = reads[id] else { return [] }
        read.entry = entry
        read.groups = Dictionary(grouping: read.waiting, by: \.decodeKey)
        read.waiting = []
        reads[id] = read
        return read.groups.map { key, requests in
            (key, requests.map(\.number).max() ?? 0)
        }
    }

    /// Ends a read that brought nothing, and returns who waited for it.
    mutating func endWaiting(_ id: UInt64) -> [ReadRequest] {
        let waiting = reads[id]?.waiting ?? []
        end(id)
        return waiting
    }

    /// Ends a decoding and returns who waited for it.
    mutating func endGroup(_ id: UInt64, _ key: DecodeKey) -> [ReadRequest] {
        let requests = reads[id]?.groups.removeValue(forKey: key) ?? []
        if reads[id]?.groups.isEmpty == true { end(id) }
        return requests
    }

    private mutating func end(_ id: UInt64) {
        guard let read = reads.removeValue(forKey: id) else { return }
        if joinable[read.entryKey] == id { joinable.removeValue(forKey: read.entryKey) }
    }
}
