import Locking

/// The indexes of this process by the directory they follow.
///
/// Several storages may use one directory. What one of them stores the others learn from the system,
/// but a moment later; until then they would call it absent. So they are told. Holds none of them.
final class SiblingIndexes: Sendable {
    static let shared = SiblingIndexes()

    private struct Member {
        weak var index: DirectoryIndex?
    }

    private let members = Locked<[FileStatus.Identity: [ObjectIdentifier: Member]]>([:])

    func add(_ index: DirectoryIndex, to directory: FileStatus.Identity) {
        members.withLock {
            $0[directory, default: [:]][ObjectIdentifier(index)] = Member(index: index)
        }
    }

    func remove(_ index: ObjectIdentifier, from directory: FileStatus.Identity) {
        members.withLock { members in
            members[directory]?.removeValue(forKey: index)
            if members[directory]?.isEmpty == true { members.removeValue(forKey: directory) }
        }
    }

    func others(
        than index: DirectoryIndex, in directory: FileStatus.Identity
    ) -> [DirectoryIndex] {
        members.withLock { members -> [DirectoryIndex] in
            guard let found = members[directory], found.count > 1 else { return [] }
            return found.values.compactMap(\.index).filter { $0 !== index }
        }
    }
}
