#if HEIF
import Foundation
import Raster

/// HEIC or AVIF through libheif: the primary picture, with alpha and up to 12 bits a sample.
///
/// Rotation and mirroring are part of the file and applied by libheif; an EXIF orientation beside
/// them counts for nothing, as the format demands (ISO/IEC 23008-12, section 6.5.10).
struct HEIFCodec: BuiltInCodec {
    let format: EncodedImageFormat
    let trait: String? = "HEIF"

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes: prefix)
        guard reader.has(Array("ftyp".utf8), at: 4), let size = reader.uint32(at: 0) else {
            return false
        }
        // The major brand, the minor version, then all compatible brands.
        let offsets = [8] + stride(from: 16, to: min(size, prefix.count), by: 4)
        let brands = offsets.compactMap { offset in
            reader.slice(at: offset, length: 4).map { String(decoding: $0, as: UTF8.self) }
        }
        let isAVIF = brands.contains { $0 == "avif" || $0 == "avis" }
        let isHEIC = brands.contains { ["heic", "heix", "heim", "heis", "mif1"].contains($0) }
        return format == .avif ? isAVIF : isHEIC && !isAVIF
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let reader = try HEIFReader(bytes, format: format)
            return ImageHeader(
                format: format, storedWidth: reader.width, storedHeight: reader.height,
                bitsPerComponent: reader.bitsPerComponent, hasAlpha: reader.hasAlpha,
                colorProfileName: reader.profile.flatMap { ColorProfile.name(of: $0) })
        }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let reader = try HEIFReader(bytes, format: format)
            try request.limits.check(width: reader.width, height: reader.height)
            let size = request.targetSize(width: reader.width, height: reader.height)
            reader.encoded = data
            return try reader.decode().resampled(width: size.width, height: size.height)
        }
    }

    var canEncode: Bool { HEIFWriter.canEncode(format) }

    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        try HEIFWriter.encode(bitmap, format: format, options: options)
    }
}
#endif
