#if os(Linux)
import CXattr
import Foundation

/// A record beside the bytes of an entry, in an extended attribute of its file.
///
/// It is part of the file: it moves with it, goes with it, and is no file of its own that could be
/// listed, counted or left behind. File systems without such attributes just have no records.
enum FileAttribute {
    /// The attribute's name.
    private static let name = "user.kingfisher.http"

    /// Writes the record of an open file.
    ///
    /// - Returns: False where the file system keeps no such attributes, or has no room.
    @discardableResult
    static func write(_ record: Data, to descriptor: Int32) -> Bool {
        record.withUnsafeBytes { bytes in
            fsetxattr(descriptor, name, bytes.baseAddress, bytes.count, 0) == 0
        }
    }

    /// The record of an open file; nil when it has none, or one longer than `limit` bytes.
    static func read(from descriptor: Int32, limit: Int) -> Data? {
        var record = Data(count: max(0, limit))
        let count = record.withUnsafeMutableBytes { bytes in
            fgetxattr(descriptor, name, bytes.baseAddress, bytes.count)
        }
        return count >= 0 ? record.prefix(count) : nil
    }
}
#endif
