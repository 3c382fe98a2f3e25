import Foundation

/// A file of a cache that holds no whole picture.
package struct DamagedEntry: Sendable {
    /// What is wrong with it.
    package let reason: any Error
    /// Whether it is gone now.
    package let isRemoved: Bool
}

extension ImageCache {
    /// Decodes a file of the cache whole, and removes it if it is damaged.
    ///
    /// The judgement is that of a read that finds no image. Checking is no use: the file's dates stay
    /// as they are.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The damage; nil for what is whole, exceeds the limits, or is in a format that this
    ///   program does not know, and for a file that was removed or replaced meanwhile.
    package func removeIfDamaged(fileNamed name: String) -> DamagedEntry? {
        let path = diskStorage.path(ofFile: name)
        guard let found = try? FileAccess.read(path, ifWanted: { $0.kind == .regular }),
            let data = found.data,
            let reason = UndecodableData.damage(of: data, limits: .default)
        else { return nil }
        let entry = DiskEntry(name: name, status: found.status, data: data)
        switch diskStorage.removeDamaged(entry) {
        case .removed: return DamagedEntry(reason: reason, isRemoved: true)
        case .kept: return DamagedEntry(reason: reason, isRemoved: false)
        case .gone, .changed: return nil
        }
    }
}
