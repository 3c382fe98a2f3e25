import Foundation

extension DiskStorage {
    /// What is known of one file in a cache directory.
    struct FileMeta {
        /// Where it is, from the root or from the cache directory.
        let path: String
        let lastAccessDate: Date?
        let estimatedExpirationDate: Date?
        let isDirectory: Bool
        let fileSize: Int

        init(
            fileURL: URL, lastAccessDate: Date?, estimatedExpirationDate: Date?,
            isDirectory: Bool, fileSize: Int
        ) {
            path = fileURL.path
            self.lastAccessDate = lastAccessDate
            self.estimatedExpirationDate = estimatedExpirationDate
            self.isDirectory = isDirectory
            self.fileSize = fileSize
        }

        init(_ path: String, _ status: FileStatus) {
            self.path = path
            lastAccessDate = status.times.lastAccess
            estimatedExpirationDate = status.times.expiration
            isDirectory = status.kind == .directory
            fileSize = status.size
        }

        /// Orders the latest use first; an unknown one counts as the oldest.
        static func lastAccessDate(lhs: FileMeta, rhs: FileMeta) -> Bool {
            (lhs.lastAccessDate ?? .distantPast) > (rhs.lastAccessDate ?? .distantPast)
        }

        /// Whether the file is no longer valid; without a date it is not.
        func expired(referenceDate: Date) -> Bool {
            estimatedExpirationDate?.isPast(referenceDate: referenceDate) ?? true
        }
    }
}
