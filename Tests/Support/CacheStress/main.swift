// Works on a cache directory the way a program does that is about to have an accident. For tests of
// what is left behind.
//
//   CacheStress store DIRECTORY SEED            stores for ever, until it is killed
//   CacheStress mix DIRECTORY SEED SECONDS LIMIT stores, reads, clears and trims; fails on damage
//   CacheStress limited DIRECTORY               stores more than the system lets it write
import Foundation
import Kingfisher
import StressValues

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
}

func storage(_ directory: String, sizeLimit: UInt = 0) -> DiskStorage.Backend<Data> {
    let config = DiskStorage.Config(
        name: "stress", sizeLimit: sizeLimit, directory: URL(fileURLWithPath: directory))
    guard let storage = try? DiskStorage.Backend<Data>(config: config) else {
        fail("The directory \(directory) cannot be used.")
    }
    return storage
}

func store(_ directory: String, seed: UInt64) -> Never {
    let storage = storage(directory)
    var number = seed &* 1_000_003
    let first = number &+ 1
    while true {
        number &+= 1
        // Tells the parent that stores are under way, and that one was finished.
        if number == first &+ 1 { FileHandle.standardOutput.write(Data("ready\n".utf8)) }
        do {
            try storage.store(value: StressValue.make(number), forKey: "\(number % 40)")
        } catch {
            fail("A store failed: \(error)")
        }
    }
}

func mix(_ directory: String, seed: UInt64, seconds: Double, limit: UInt) {
    let storage = storage(directory, sizeLimit: limit)
    let end = Date().addingTimeInterval(seconds)
    var number = seed &* 1_000_003
    while Date() < end {
        number &+= 1
        let key = "\(number &* 31 % 60)"
        do {
            switch number % 16 {
            case 0..<8:
                try storage.store(value: StressValue.make(number), forKey: key)
            case 8..<14:
                if let data = try storage.value(forKey: key), !StressValue.isWhole(data) {
                    fail("A damaged value was read for \(key): \(data.count) bytes.")
                }
            case 14:
                if number % 512 == 14 { try storage.removeAll() }
                _ = storage.isCached(forKey: key)
            default:
                _ = try storage.removeSizeExceededValues()
                _ = try storage.removeExpiredValues()
            }
        } catch {
            fail("Step \(number % 16) failed: \(error)")
        }
    }
}

/// Sets how large files may get, as a full disk would.
func setSizeLimit(_ bytes: rlim_t) {
    var limits = rlimit()
    let resource = __rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue))
    guard getrlimit(resource, &limits) == 0 else { fail("No limit is known.") }
    limits.rlim_cur = min(bytes, limits.rlim_max)
    guard setrlimit(resource, &limits) == 0 else { fail("No limit can be set.") }
}

func limited(_ directory: String) {
    signal(SIGXFSZ, SIG_IGN)
    setSizeLimit(10_000)
    let storage = storage(directory)
    do {
        try storage.store(value: Data(count: 5_000), forKey: "small")
    } catch {
        fail("A small value was not stored: \(error)")
    }
    for key in ["large", "small"] {
        do {
            try storage.store(value: Data(count: 50_000), forKey: key)
            fail("More was stored than can be.")
        } catch {
            guard (error as? KingfisherError)?.errorCode == 3009 else {
                fail("Wrong error: \(error)")
            }
        }
    }
    guard (try? storage.value(forKey: "small"))??.count == 5_000,
        (try? storage.value(forKey: "large")) == .some(nil), (try? storage.totalSize()) == 5_000
    else { fail("What was stored is not what is there.") }
    setSizeLimit(.max)
    do {
        try storage.store(value: Data(count: 50_000), forKey: "large")
    } catch {
        fail("With room, a store failed: \(error)")
    }
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("store", 3):
    store(Array(arguments)[1], seed: UInt64(Array(arguments)[2]) ?? 1)
case ("mix", 5):
    let values = Array(arguments)
    mix(
        values[1], seed: UInt64(values[2]) ?? 1, seconds: Double(values[3]) ?? 1,
        limit: UInt(values[4]) ?? 0)
case ("limited", 2):
    limited(Array(arguments)[1])
default:
    fail("Usage: CacheStress store|mix|limited DIRECTORY …")
}
