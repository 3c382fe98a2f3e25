import Foundation
import Glibc
import Kingfisher

/// Decodes one file at reduced size and tells what memory the process took for it.
///
/// Uses system calls, as what Foundation takes to read a file would be counted as well.
enum PeakMemory {
    private struct Failure: Error {}

    static func printThumbnail(side: Int, path: String) throws {
        let data = try mapped(path)
        let before = peak()
        let limits = DecodeLimits(maxPixels: .max)
        let bitmap = try ImageDecoder.decode(data, maxPixelSize: side, limits: limits)
        puts("\(bitmap.width)x\(bitmap.height) \(before) \(peak())")
    }

    private static func mapped(_ path: String) throws -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw Failure() }
        let count = Int(status.st_size)
        guard let bytes = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            bytes != MAP_FAILED
        else { throw Failure() }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .unmap)
    }

    /// Kilobytes: the kernel's own figure, since that of getrusage starts with the parent's.
    private static func peak() -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            if strncmp(line, "VmHWM:", 6) == 0 { return atol(Array(line.dropFirst(6))) }
        }
        return 0
    }
}
