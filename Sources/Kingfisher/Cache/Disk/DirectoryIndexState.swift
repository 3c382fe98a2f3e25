/// What a storage remembers of its directory, and every decision about it; guarded by a lock.
struct DirectoryIndexState {
    /// Sizes of files by name; nil while unknown, then only the disk can answer.
    private(set) var sizes: [String: Int]?
    /// Whether the first scan came to an end, whatever it found.
    var isSetupCompleted = false
    /// Whether changes that others make to the directory become known.
    var isWatched = false
    /// Whether the directory was lost sight of, so that a new scan is worth its cost.
    private(set) var needsScan = false
    /// Whether every size is known, so that the total is right.
    private(set) var isMeasured = false
    /// Bytes of all files whose size is known.
    private(set) var total = 0
    /// Counts changes by this storage, so that a late observation does not undo one.
    private(set) var mutations: UInt64 = 0

    private var scanNumber: UInt64 = 0
    private var isScanning = false
    private var storedDuringScan: [String: Int] = [:]
    /// Names of files that others removed.
    private(set) var vanishedCount = 0
    /// Stores until a scan that failed is tried again, and how many they were the last time.
    private var storesUntilRetry: Int?
    private var retryDelay = 0

    /// Stands for a size that was not looked at yet.
    static let unmeasured = -1
    /// Stands for the size of a file that somebody else removed.
    static let vanished = -2

    /// As many names of files that are gone do no harm.
    private static let vanishedLimit = 1_024
    /// The most stores between two attempts at a directory that cannot be listed.
    private static let longestRetryDelay = 1_024

    /// Whether so many names stand for nothing that a scan is worth its cost.
    var isOutgrown: Bool {
        !isScanning && vanishedCount > max(Self.vanishedLimit, (sizes?.count ?? 0) / 2)
    }

    /// Whether a file is known to be absent without a look at the disk.
    func isAbsent(_ name: String, trustsUnwatched: Bool) -> Bool {
        guard isSetupCompleted, isWatched || trustsUnwatched, let sizes else { return false }
        return sizes[name] == nil
    }

    // MARK: Changes by this storage

    mutating func insert(_ name: String, size: Int) {
        mutations &+= 1
        set(name, size)
        guard let stores = storesUntilRetry else { return }
        storesUntilRetry = stores > 1 ? stores - 1 : nil
        if stores <= 1 { needsScan = true }
    }

    /// Forgets a name ahead of its removal from disk.
    mutating func remove(_ name: String) -> Int? {
        mutations &+= 1
        return drop(name)
    }

    mutating func removeAll() {
        mutations &+= 1
        storedDuringScan = [:]
        guard sizes != nil else { return }
        sizes = [:]
        vanishedCount = 0
        total = 0
        isMeasured = true
    }

    // MARK: Changes by others

    /// Takes over what was seen on disk unless this storage changed something since it looked.
    ///
    /// A name that vanished stays, with no bytes: whoever removes a file may be about to put another
    /// in its place, and news of that comes late. The name costs one look at the disk; its absence
    /// would make a file that is there a miss.
    mutating func observe(_ name: String, size: Int?, lookedAt mutations: UInt64) -> Bool {
        guard mutations == self.mutations else { return false }
        if let size {
            set(name, size)
        } else if sizes?[name] != nil {
            set(name, Self.vanished)
        } else {
            storedDuringScan.removeValue(forKey: name)
        }
        return true
    }

    /// Whether a file that vanished is of any interest.
    func knows(_ name: String) -> Bool {
        isScanning || sizes?[name] != nil
    }

    /// The directory went away, or changes were missed.
    mutating func lose() {
        sizes = nil
        vanishedCount = 0
        total = 0
        isMeasured = false
        isWatched = false
        needsScan = true
    }

    // MARK: Scanning

    /// Starts a scan; nil while one is running.
    mutating func beginScan() -> UInt64? {
        guard !isScanning else { return nil }
        isScanning = true
        needsScan = false
        storesUntilRetry = nil
        storedDuringScan = [:]
        scanNumber += 1
        return scanNumber
    }

    /// Takes in what was found; nil after a failure, which is worth another try once the directory is
    /// there again, or else after some stores.
    mutating func endScan(_ names: [String]?, isDirectoryMissing: Bool = false) {
        isScanning = false
        isSetupCompleted = true
        if isDirectoryMissing { needsScan = true }
        // A loss while the scan ran leaves nothing to trust.
        guard let names, !needsScan else {
            if names == nil { planRetry() }
            sizes = nil
            vanishedCount = 0
            isMeasured = false
            return
        }
        retryDelay = 0
        var found: [String: Int] = [:]
        found.reserveCapacity(names.count)
        for name in names where !name.hasPrefix(".") {
            // What was followed all the time need not be measured again.
            found[name] = sizes?[name].flatMap { $0 >= 0 ? $0 : nil } ?? Self.unmeasured
        }
        found.merge(storedDuringScan) { $1 }
        storedDuringScan = [:]
        sizes = found
        vanishedCount = found.values.count { $0 == Self.vanished }
        total = found.values.reduce(0) { $0 + max(0, $1) }
        isMeasured = false
    }

    /// Waits twice as long as the last time: a store must not pay for a directory that cannot be
    /// listed.
    private mutating func planRetry() {
        retryDelay = min(Self.longestRetryDelay, max(1, retryDelay * 2))
        storesUntilRetry = retryDelay
    }

    /// Up to `limit` names whose size is not known.
    func unmeasuredNames(_ limit: Int) -> [String] {
        var names: [String] = []
        for (name, size) in sizes ?? [:] where size == Self.unmeasured {
            names.append(name)
            if names.count == limit { break }
        }
        return names
    }

    /// Fills in sizes that nobody else filled in meanwhile.
    mutating func measure(_ found: [(name: String, size: Int)]) {
        for (name, size) in found where sizes?[name] == Self.unmeasured { set(name, size) }
    }

    /// Notes that all sizes are known; false when they are not after all.
    mutating func endMeasuring(scan: UInt64) -> Bool {
        guard scan == scanNumber, !isScanning, sizes != nil else { return false }
        isMeasured = true
        return true
    }

    // MARK: Seam

    /// Replaces all that is known of names.
    mutating func replaceNames(_ names: Set<String>?) {
        sizes = names.map { names in
            Dictionary(uniqueKeysWithValues: names.map { ($0, sizes?[$0] ?? Self.unmeasured) })
        }
        vanishedCount = (sizes ?? [:]).values.count { $0 == Self.vanished }
        total = (sizes ?? [:]).values.reduce(0) { $0 + max(0, $1) }
    }

    private mutating func set(_ name: String, _ size: Int) {
        if isScanning { storedDuringScan[name] = size }
        guard sizes != nil else { return }
        let previous = sizes?.updateValue(size, forKey: name)
        total += max(0, size) - max(0, previous ?? 0)
        if size == Self.vanished { vanishedCount += 1 }
        if previous == Self.vanished { vanishedCount -= 1 }
    }

    private mutating func drop(_ name: String) -> Int? {
        storedDuringScan.removeValue(forKey: name)
        guard let previous = sizes?.removeValue(forKey: name) else { return nil }
        total -= max(0, previous)
        if previous == Self.vanished { vanishedCount -= 1 }
        return previous
    }
}
