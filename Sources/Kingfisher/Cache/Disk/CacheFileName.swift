import Foundation

/// How the file of a key is named: a pure function of key, settings and extension.
struct CacheFileName {
    /// The longest file name, in bytes, of every file system in common use.
    static let byteLimit = 255

    /// Names that begin so are files still being written; no entry's name does.
    static let temporaryPrefix = ".kf-tmp-"

    let usesHash: Bool
    let pathExtension: String?
    let guessesExtension: Bool

    init(_ config: DiskStorage.Config) {
        usesHash = config.usesHashedFileName
        pathExtension = config.pathExtension
        guessesExtension = config.autoExtAfterHashedFileName
    }

    func name(forKey key: String, forcedExtension: String?) -> String {
        let suffix = fileExtension(forKey: key, forcedExtension: forcedExtension)
            .map { "." + Self.escaped($0, atStart: false) }
        guard !usesHash else {
            let hash = key.kf.sha256
            return suffix.map { hash + $0 } ?? hash
        }
        let base = Self.escaped(key, atStart: true)
        let name = base + (suffix ?? "")
        guard name.utf8.count > Self.byteLimit || base.isEmpty else { return name }
        return Self.shortened(base, key: key) + (suffix ?? "")
    }

    /// The extension that the file of a key has; nil for none.
    func fileExtension(forKey key: String, forcedExtension: String?) -> String? {
        if let forcedExtension { return forcedExtension }
        if let pathExtension { return pathExtension }
        return usesHash && guessesExtension ? key.kf.ext : nil
    }

    /// Keeps text inside one file name: no path separator, no end of a C string, not hidden.
    ///
    /// A percent sign is encoded only where the result could be mistaken for that of other text, so
    /// that different keys stay different and most keys are their own names.
    private static func escaped(_ text: String, atStart: Bool) -> String {
        let bytes = Array(text.utf8)
        let isPlain = !bytes.contains { $0 == 0x2F || $0 == 0 || $0 == 0x25 }
        guard !isPlain || (atStart && bytes.first == 0x2E) else { return text }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x2F: result += Array("%2F".utf8)
            case 0: result += Array("%00".utf8)
            case 0x2E where atStart && index == 0: result += Array("%2E".utf8)
            case 0x25 where isEscape(bytes[index...].prefix(3)): result += Array("%25".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        ["%2F", "%00", "%2E", "%25"].contains { bytes.elementsEqual($0.utf8) }
    }

    /// A name that is too long keeps its beginning, and its hash tells it from others.
    ///
    /// An empty one becomes a hash, as a name of nothing but an extension would be hidden.
    private static func shortened(_ base: String, key: String) -> String {
        let kept = base.unicodeScalars.prefix(40).map(String.init).joined()
        return kept + "~" + key.kf.sha256
    }
}
