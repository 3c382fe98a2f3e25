import Foundation

/// Visits all files in a directory and below it.
struct DirectoryWalk {
    /// A file that was met.
    struct Item {
        /// Its path below the directory.
        let relativePath: String
        /// What it is; nil when the system does not tell.
        let status: FileStatus?
    }

    /// Directories below directories are followed this far; only outsiders make any.
    private static let depthLimit = 32

    let root: String

    /// Visits every file that is not hidden and no directory.
    ///
    /// Links are not followed. A directory that is missing counts as empty.
    ///
    /// - Throws: When the directory cannot be listed; deeper ones are left out then.
    func forEachFile(_ body: (Item) -> Void) throws(FileFailure) {
        var directories: [(path: String, depth: Int)] = [("", 0)]
        while let directory = directories.popLast() {
            do {
                try FileAccess.list(path(directory.path)) { name in
                    guard !name.hasPrefix(".") else { return true }
                    let relative = directory.path.isEmpty ? name : directory.path + "/" + name
                    let status = status(relative)
                    if status.isVanished { return true }
                    guard status.value?.kind == .directory else {
                        body(Item(relativePath: relative, status: status.value))
                        return true
                    }
                    if directory.depth < Self.depthLimit {
                        directories.append((relative, directory.depth + 1))
                    }
                    return true
                }
            } catch {
                guard directory.depth == 0, !error.isMissing else { continue }
                throw error
            }
        }
    }

    private func path(_ relative: String) -> String {
        relative.isEmpty ? root : root + "/" + relative
    }

    /// The status of a file, and whether it went away since it was listed.
    private func status(_ relative: String) -> (value: FileStatus?, isVanished: Bool) {
        do {
            let status = try FileAccess.status(of: path(relative))
            return (status, status == nil)
        } catch {
            return (nil, false)
        }
    }
}
