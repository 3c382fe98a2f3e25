#if canImport(Darwin)
import Darwin
import Foundation

/// A record beside the bytes of an entry, in an extended attribute of its file.
///
/// It is part of the file: it moves with it, goes with it, and is no file of its own that could be
/// listed, counted or left behind. File systems without such attributes just have no records.
enum FileAttribute {
    /// The attribute's name.
    private static let name = "user.kingfisher.http"

    /// Writes the record of a file.
    ///
    /// - Returns: False where the file system keeps no such attributes, or has no room.
    @discardableResult
    static func write(_ record: Data, to path: String) -> Bool {
        record.withUnsafeBytes { bytes in
            setxattr(path, name, bytes.baseAddress, bytes.count, 0, XATTR_NOFOLLOW) == 0
        }
    }

    /// The record of a file; nil when it has none, or one longer than `limit` bytes.
    static func read(from path: String, limit: Int) -> Data? {
        var record = Data(count: max(0, limit))
        let count = record.withUnsafeMutableBytes { bytes in
            getxattr(path, name, bytes.baseAddress, bytes.count, 0, XATTR_NOFOLLOW)
        }
        return count >= 0 ? record.prefix(count) : nil
    }
}
#endif
