/// What the colours of a PNG mean.
///
/// Of several statements the first counts: cICP, iCCP, sRGB, then gAMA and cHRM together (PNG
/// specification, third edition, section 4.3).
extension PNGChunks {
    /// The white point and primaries of sRGB as cHRM has them.
    private static let sRGBChromaticities = [
        31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
    ]

    /// White, red, green and blue as x and y in 1/100000, nil where they are as good as those of
    /// sRGB or something else counts.
    ///
    /// Up to five thousandths nobody sees a difference.
    var foreignChromaticities: [Int]? {
        guard !isSRGB, profileChunk == nil, primaryCode == nil, colorType & 2 != 0,
            let chromaticities, chromaticities.allSatisfy({ (1...100_000).contains($0) })
        else { return nil }
        let isForeign = zip(chromaticities, PNGChunks.sRGBChromaticities).contains {
            abs($0 - $1) > 500
        }
        return isForeign ? chromaticities : nil
    }

    /// The gamma that pixels must be freed of, nil where they are as good as sRGB or other
    /// primaries bring it along.
    var foreignGamma: Int? { foreignChromaticities == nil ? fileGamma : nil }

    /// The gAMA value in 1/100000 where it counts and is not that of sRGB.
    ///
    /// Up to five hundredths around 1/2.2 nobody sees a difference.
    private var fileGamma: Int? {
        guard !isSRGB, profileChunk == nil, primaryCode == nil, let gamma,
            (1_000...1_000_000).contains(gamma), abs(gamma - 45_455) > 2_273
        else { return nil }
        return gamma
    }

    /// The way to sRGB, nil for pixels that are sRGB but for their gamma.
    func colorTransform<Sample>() -> ColorTransform<Sample>? {
        let input: ColorInput = colorType & 2 == 0 ? .gray : .rgb
        if let primaryCode { return ColorTransform.toSRGB(primaries: primaryCode) }
        if let profile { return ColorTransform.toSRGB(profile: profile, input: input) }
        return foreignChromaticities.flatMap {
            ColorTransform.toSRGB(
                chromaticities: $0.map { Double($0) / 100_000 },
                gamma: fileGamma.map { 100_000 / Double($0) })
        }
    }
}
