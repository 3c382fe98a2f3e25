import Foundation

/// All that a ``ThumbHash`` stores, and its layout in bytes.
struct ThumbHashHeader {
    let isLandscape: Bool
    let hasAlpha: Bool
    /// Frequencies of the luminance along the shorter side.
    let count: Int
    let l: ThumbHashChannel
    let p: ThumbHashChannel
    let q: ThumbHashChannel
    let a: ThumbHashChannel?

    /// How much more colourful a picture is shown than stored, to make up for the quantization.
    private static let saturation = 1.25

    init(
        isLandscape: Bool, hasAlpha: Bool, count: Int, l: ThumbHashChannel, p: ThumbHashChannel,
        q: ThumbHashChannel, a: ThumbHashChannel?
    ) {
        self.isLandscape = isLandscape
        self.hasAlpha = hasAlpha
        self.count = count
        self.l = l
        self.p = p
        self.q = q
        self.a = a
    }

    /// Width of the picture for each unit of height, as precisely as it is stored.
    var aspectRatio: Double {
        let long = hasAlpha ? 5.0 : 7.0
        let short = Double(max(count, 1))
        return isLandscape ? long / short : short / long
    }

    /// The stored form.
    var bytes: Data {
        func rounded(_ value: Double, max limit: Int) -> Int {
            min(max(Int((value * Double(limit)).rounded()), 0), limit)
        }
        // The colour axes are stored as 0…63 around 31.5.
        func centered(_ value: Double) -> Int {
            min(max(Int((31.5 + 31.5 * value).rounded()), 0), 63)
        }
        var header = rounded(l.average, max: 63) | centered(p.average) << 6
        header |= centered(q.average) << 12 | rounded(l.scale, max: 31) << 18
        header |= (hasAlpha ? 1 : 0) << 23
        var second = count | rounded(p.scale, max: 63) << 3 | rounded(q.scale, max: 63) << 9
        second |= (isLandscape ? 1 : 0) << 15
        var bytes = [header, header >> 8, header >> 16, second, second >> 8].map { UInt8($0 & 255) }
        if let a {
            bytes.append(UInt8(rounded(a.average, max: 15) | rounded(a.scale, max: 15) << 4))
        }
        let details = [l, p, q, a].compactMap { $0 }.flatMap(\.quantizedDetails)
        for pair in stride(from: 0, to: details.count, by: 2) {
            let high = pair + 1 < details.count ? details[pair + 1] : 0
            bytes.append(details[pair] | high << 4)
        }
        return Data(bytes)
    }

    /// Reads the stored form.
    ///
    /// - Throws: ``PlaceholderHashError/malformedThumbHash(bytes:)`` when there are too few bytes.
    init(bytes: [UInt8]) throws {
        let malformed = PlaceholderHashError.malformedThumbHash(bytes: bytes.count)
        guard bytes.count >= 5 else { throw malformed }
        let header = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let second = Int(bytes[3]) | Int(bytes[4]) << 8
        hasAlpha = header >> 23 != 0
        isLandscape = second >> 15 != 0
        count = second & 7
        guard bytes.count >= (hasAlpha ? 6 : 5) else { throw malformed }
        let long = hasAlpha ? 5 : 7
        var nibbles = bytes.dropFirst(hasAlpha ? 6 : 5).flatMap { [$0 & 15, $0 >> 4] }[...]
        func channel(
            _ countX: Int, _ countY: Int, average: Double, scale: Double, boost: Double = 1
        ) throws -> ThumbHashChannel {
            let needed = ThumbHashChannel.detailCount(countX, countY)
            guard nibbles.count >= needed else { throw malformed }
            let details = nibbles.prefix(needed).map { (Double($0) / 7.5 - 1) * scale * boost }
            nibbles = nibbles.dropFirst(needed)
            return ThumbHashChannel(
                countX: countX, countY: countY, average: average, scale: scale, details: details)
        }
        l = try channel(
            max(3, isLandscape ? long : count), max(3, isLandscape ? count : long),
            average: Double(header & 63) / 63, scale: Double(header >> 18 & 31) / 31)
        p = try channel(
            3, 3, average: Double(header >> 6 & 63) / 31.5 - 1,
            scale: Double(second >> 3 & 63) / 63, boost: Self.saturation)
        q = try channel(
            3, 3, average: Double(header >> 12 & 63) / 31.5 - 1,
            scale: Double(second >> 9 & 63) / 63, boost: Self.saturation)
        guard hasAlpha else {
            a = nil
            return
        }
        a = try channel(
            5, 5, average: Double(bytes[5] & 15) / 15, scale: Double(bytes[5] >> 4) / 15)
    }
}
