import Foundation

/// An entry of which is known how it came from its server.
struct RememberedEntry: Sendable {
    let response: StoredResponse
    fileprivate let name: String
    fileprivate let status: FileStatus
}

/// What is remembered of the responses that entries came with.
extension DiskStorage.Backend {
    /// What is remembered of an entry; nil when there is none, it expired, or nothing is remembered.
    func remembered(forKey key: String, forcedExtension: String?) -> RememberedEntry? {
        let name = cacheFileName(forKey: key, forcedExtension: forcedExtension)
        guard
            !index.isAbsent(name),
            let found = try? FileAccess.record(
                of: path(ofFile: name), limit: StoredResponse.longestRecord),
            found.status.isEntry(validAt: Date()),
            let response = StoredResponse(encoded: found.record)
        else { return nil }
        return RememberedEntry(response: response, name: name, status: found.status)
    }

    /// Replaces what is remembered of an entry unless another one took its place.
    func remember(_ response: StoredResponse, of entry: RememberedEntry) {
        // Where it cannot be written, the server is asked again next time.
        try? FileAccess.setRecord(
            response.encoded, of: path(ofFile: entry.name), ifStill: entry.status.identity)
    }
}
