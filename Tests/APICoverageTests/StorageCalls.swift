import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension MemoryStorage.Backend {
    static func makeValue(a0: MemoryStorage.Config) -> Self { Self(config: a0) }
    func readConfig() -> MemoryStorage.Config { self.config }
    func writeConfig(_ value: MemoryStorage.Config) { self.config = value }
    func callRemoveExpired() { self.removeExpired() }
    func callStore(a0: T, a1: String, a2: StorageExpiration?) {
        self.store(value: a0, forKey: a1, expiration: a2)
    }
    func callStoreWithDefaults(a0: T, a1: String) { self.store(value: a0, forKey: a1) }
    func callValue(a0: String, a1: ExpirationExtending) -> T? {
        self.value(forKey: a0, extendingExpiration: a1)
    }
    func callValueWithDefaults(a0: String) -> T? { self.value(forKey: a0) }
    func callIsCached(a0: String) -> Bool { self.isCached(forKey: a0) }
    func callRemove(a0: String) { self.remove(forKey: a0) }
    func callRemoveAll() { self.removeAll() }
    func callTotalCacheCost() -> Int { self.totalCacheCost() }
}

extension MemoryStorage.Config {
    static func makeValue(a0: Int, a1: TimeInterval) -> Self {
        Self(totalCostLimit: a0, cleanInterval: a1)
    }
    static func makeValueWithDefaults(a0: Int) -> Self { Self(totalCostLimit: a0) }
    func readTotalCostLimit() -> Int { self.totalCostLimit }
    mutating func writeTotalCostLimit(_ value: Int) { self.totalCostLimit = value }
    func readCountLimit() -> Int { self.countLimit }
    mutating func writeCountLimit(_ value: Int) { self.countLimit = value }
    func readExpiration() -> StorageExpiration { self.expiration }
    mutating func writeExpiration(_ value: StorageExpiration) { self.expiration = value }
    func readCleanInterval() -> TimeInterval { self.cleanInterval }
    mutating func writeCleanInterval(_ value: TimeInterval) { self.cleanInterval = value }
    func readKeepWhenEnteringBackground() -> Bool { self.keepWhenEnteringBackground }
    mutating func writeKeepWhenEnteringBackground(_ value: Bool) {
        self.keepWhenEnteringBackground = value
    }
}

extension StorageExpiration {
    static func makeNever() -> Self { .never }
    var isNever: Bool {
        if case .never = self { return true }
        return false
    }
    static func makeSeconds(a0: TimeInterval) -> Self { .seconds(a0) }
    var isSeconds: Bool {
        if case .seconds = self { return true }
        return false
    }
    static func makeDays(a0: Int) -> Self { .days(a0) }
    var isDays: Bool {
        if case .days = self { return true }
        return false
    }
    static func makeDate(a0: Date) -> Self { .date(a0) }
    var isDate: Bool {
        if case .date = self { return true }
        return false
    }
    static func makeExpired() -> Self { .expired }
    var isExpired: Bool {
        if case .expired = self { return true }
        return false
    }
}

extension ExpirationExtending {
    static func makeNone() -> Self { .none }
    var isNone: Bool {
        if case .none = self { return true }
        return false
    }
    static func makeCacheTime() -> Self { .cacheTime }
    var isCacheTime: Bool {
        if case .cacheTime = self { return true }
        return false
    }
    static func makeExpirationTime(a0: StorageExpiration) -> Self { .expirationTime(a0) }
    var isExpirationTime: Bool {
        if case .expirationTime = self { return true }
        return false
    }
}

extension CacheCostCalculable {
    func readCacheCost() -> Int { self.cacheCost }
}

extension DataTransformable {
    func callToData() throws -> Data { try self.toData() }
    static func callFromData(a0: Data) throws -> Self { try Self.fromData(a0) }
    static func readEmpty() -> Self { Self.empty }
}
