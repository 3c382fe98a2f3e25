import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension CIImageProcessor {
    func readFilter() -> Filter { self.filter }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension Filter {
    static func makeValue(a0: @escaping Transformer) -> Self { Self(transform: a0) }
    static func readTint() -> @Sendable (KFCrossPlatformColor) -> Filter { Self.tint }
    static func readColorControl() -> @Sendable (ColorElement) -> Filter { Self.colorControl }
}

extension Filter.ColorElement {
    static func makeValue(a0: CGFloat, a1: CGFloat, a2: CGFloat, a3: CGFloat) -> Self {
        Self(brightness: a0, contrast: a1, saturation: a2, inputEV: a3)
    }
    func readBrightness() -> CGFloat { self.brightness }
    func readContrast() -> CGFloat { self.contrast }
    func readSaturation() -> CGFloat { self.saturation }
    func readInputEV() -> CGFloat { self.inputEV }
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    func callApply(a0: Filter) -> KFCrossPlatformImage { self.apply(a0) }
    func readImageFrameCount() -> Int? { self.imageFrameCount }
    mutating func writeImageFrameCount(_ value: Int?) { self.imageFrameCount = value }
    func readImageSource() -> CGImageSource? { self.imageSource }
    func readFrameSource() -> (any ImageFrameSource)? { self.frameSource }
    func callCopyKingfisherState(a0: KFCrossPlatformImage) { self.copyKingfisherState(to: a0) }
    func readNormalized() -> KFCrossPlatformImage { self.normalized }
    func callPngRepresentation() -> Data? { self.pngRepresentation() }
    func callJpegRepresentation(a0: CGFloat) -> Data? {
        self.jpegRepresentation(compressionQuality: a0)
    }
    func callGifRepresentation() -> Data? { self.gifRepresentation() }
    func callData(a0: ImageFormat, a1: CGFloat) -> Data? {
        self.data(format: a0, compressionQuality: a1)
    }
    func callDataWithDefaults(a0: ImageFormat) -> Data? { self.data(format: a0) }
    static func callAnimatedImage(a0: Data, a1: ImageCreatingOptions) -> KFCrossPlatformImage? {
        Self.animatedImage(data: a0, options: a1)
    }
    static func callAnimatedImage2(
        a0: any ImageFrameSource, a1: ImageCreatingOptions, a2: KFCrossPlatformImage?
    ) -> KFCrossPlatformImage? { Self.animatedImage(source: a0, options: a1, baseImage: a2) }
    static func callAnimatedImageWithDefaults(a0: any ImageFrameSource, a1: ImageCreatingOptions)
        -> KFCrossPlatformImage?
    { Self.animatedImage(source: a0, options: a1) }
    static func callImage(a0: Data, a1: ImageCreatingOptions) -> KFCrossPlatformImage? {
        Self.image(data: a0, options: a1)
    }
    static func callDownsampledImage(a0: Data, a1: CGSize, a2: CGFloat) -> KFCrossPlatformImage? {
        Self.downsampledImage(data: a0, to: a1, scale: a2)
    }
    func callImage2(a0: CGBlendMode, a1: CGFloat, a2: KFCrossPlatformColor?) -> KFCrossPlatformImage
    { self.image(withBlendMode: a0, alpha: a1, backgroundColor: a2) }
    func callImageWithDefaults(a0: CGBlendMode) -> KFCrossPlatformImage {
        self.image(withBlendMode: a0)
    }
    func callImage3(a0: Radius, a1: CGSize, a2: RectCorner, a3: KFCrossPlatformColor?)
        -> KFCrossPlatformImage
    { self.image(withRadius: a0, fit: a1, roundingCorners: a2, backgroundColor: a3) }
    func callImageWithDefaults2(a0: Radius, a1: CGSize) -> KFCrossPlatformImage {
        self.image(withRadius: a0, fit: a1)
    }
    func callImage4(a0: CGFloat, a1: CGSize, a2: RectCorner, a3: KFCrossPlatformColor?)
        -> KFCrossPlatformImage
    { self.image(withRoundRadius: a0, fit: a1, roundingCorners: a2, backgroundColor: a3) }
    func callImageWithDefaults3(a0: CGFloat, a1: CGSize) -> KFCrossPlatformImage {
        self.image(withRoundRadius: a0, fit: a1)
    }
    func callResize(a0: CGSize) -> KFCrossPlatformImage { self.resize(to: a0) }
    func callResize2(a0: CGSize, a1: ContentMode) -> KFCrossPlatformImage {
        self.resize(to: a0, for: a1)
    }
    func callCrop(a0: CGSize, a1: CGPoint) -> KFCrossPlatformImage {
        self.crop(to: a0, anchorOn: a1)
    }
    func callBlurred(a0: CGFloat) -> KFCrossPlatformImage { self.blurred(withRadius: a0) }
    func callAddingBorder(a0: Border) -> KFCrossPlatformImage { self.addingBorder(a0) }
    func callOverlaying(a0: KFCrossPlatformColor, a1: CGFloat) -> KFCrossPlatformImage {
        self.overlaying(with: a0, fraction: a1)
    }
    func callTinted(a0: KFCrossPlatformColor) -> KFCrossPlatformImage { self.tinted(with: a0) }
    func callAdjusted(a0: CGFloat, a1: CGFloat, a2: CGFloat, a3: CGFloat) -> KFCrossPlatformImage {
        self.adjusted(brightness: a0, contrast: a1, saturation: a2, inputEV: a3)
    }
    func callScaled(a0: CGFloat) -> KFCrossPlatformImage { self.scaled(to: a0) }
    func readDecoded() -> KFCrossPlatformImage { self.decoded }
    func callDecoded(a0: CGFloat) -> KFCrossPlatformImage { self.decoded(scale: a0) }
}

extension ImageCreatingOptions {
    static func makeValue(a0: CGFloat, a1: TimeInterval, a2: Bool, a3: Bool) -> Self {
        Self(scale: a0, duration: a1, preloadAll: a2, onlyFirstFrame: a3)
    }
    static func makeValueWithDefaults() -> Self { Self() }
    func readScale() -> CGFloat { self.scale }
    mutating func writeScale(_ value: CGFloat) { self.scale = value }
    func readDuration() -> TimeInterval { self.duration }
    mutating func writeDuration(_ value: TimeInterval) { self.duration = value }
    func readPreloadAll() -> Bool { self.preloadAll }
    mutating func writePreloadAll(_ value: Bool) { self.preloadAll = value }
    func readOnlyFirstFrame() -> Bool { self.onlyFirstFrame }
    mutating func writeOnlyFirstFrame(_ value: Bool) { self.onlyFirstFrame = value }
}

extension GIFAnimatedImage {
    static func callGetFrameDuration(a0: [String: Any]?) -> TimeInterval {
        Self.getFrameDuration(from: a0)
    }
    static func callGetFrameDuration2(a0: CGImageSource, a1: Int) -> TimeInterval {
        Self.getFrameDuration(from: a0, at: a1)
    }
}

extension ImageFrameSource {
    func readData() -> Data? { self.data }
    func readFrameCount() -> Int { self.frameCount }
    func callFrame(a0: Int, a1: CGSize?) -> CGImage? { self.frame(at: a0, maxSize: a1) }
    func callDuration(a0: Int) -> TimeInterval { self.duration(at: a0) }
    func callCopy() -> Self { self.copy() }
    func callFrame2(a0: Int) -> CGImage? { self.frame(at: a0) }
    func callCopy2() -> Self { self.copy() }
}

extension ImageFormat {
    static func makeUnknown() -> Self { .unknown }
    var isUnknown: Bool {
        if case .unknown = self { return true }
        return false
    }
    static func makePNG() -> Self { .PNG }
    var isPNG: Bool {
        if case .PNG = self { return true }
        return false
    }
    static func makeJPEG() -> Self { .JPEG }
    var isJPEG: Bool {
        if case .JPEG = self { return true }
        return false
    }
    static func makeGIF() -> Self { .GIF }
    var isGIF: Bool {
        if case .GIF = self { return true }
        return false
    }
}

extension ImageFormat.JPEGMarker {
    static func makeSOF0() -> Self { .SOF0 }
    var isSOF0: Bool {
        if case .SOF0 = self { return true }
        return false
    }
    static func makeSOF2() -> Self { .SOF2 }
    var isSOF2: Bool {
        if case .SOF2 = self { return true }
        return false
    }
    static func makeDHT() -> Self { .DHT }
    var isDHT: Bool {
        if case .DHT = self { return true }
        return false
    }
    static func makeDQT() -> Self { .DQT }
    var isDQT: Bool {
        if case .DQT = self { return true }
        return false
    }
    static func makeDRI() -> Self { .DRI }
    var isDRI: Bool {
        if case .DRI = self { return true }
        return false
    }
    static func makeSOS() -> Self { .SOS }
    var isSOS: Bool {
        if case .SOS = self { return true }
        return false
    }
    static func makeRSTn(a0: UInt8) -> Self { .RSTn(a0) }
    var isRSTn: Bool {
        if case .RSTn = self { return true }
        return false
    }
    static func makeAPPn() -> Self { .APPn }
    var isAPPn: Bool {
        if case .APPn = self { return true }
        return false
    }
    static func makeCOM() -> Self { .COM }
    var isCOM: Bool {
        if case .COM = self { return true }
        return false
    }
    static func makeEOI() -> Self { .EOI }
    var isEOI: Bool {
        if case .EOI = self { return true }
        return false
    }
}

extension KingfisherWrapper where Base == Data {
    func readImageFormat() -> ImageFormat { self.imageFormat }
    func callContains(a0: ImageFormat.JPEGMarker) -> Bool { self.contains(jpeg: a0) }
}

extension ImageProcessItem {
    static func makeImage(a0: KFCrossPlatformImage) -> Self { .image(a0) }
    var isImage: Bool {
        if case .image = self { return true }
        return false
    }
    static func makeData(a0: Data) -> Self { .data(a0) }
    var isData: Bool {
        if case .data = self { return true }
        return false
    }
}

extension ImageProcessor {
    func readIdentifier() -> String { self.identifier }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
    func callAppend(a0: any ImageProcessor) -> any ImageProcessor { self.append(another: a0) }
}

extension DefaultImageProcessor {
    static func makeValue() -> Self { Self() }
    static func readDefault() -> DefaultImageProcessor { Self.`default` }
    func readIdentifier() -> String { self.identifier }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension RectCorner {
    static func makeValue(a0: Int) -> Self { Self(rawValue: a0) }
    static func readTopLeft() -> RectCorner { Self.topLeft }
    static func readTopRight() -> RectCorner { Self.topRight }
    static func readBottomLeft() -> RectCorner { Self.bottomLeft }
    static func readBottomRight() -> RectCorner { Self.bottomRight }
    static func readAll() -> RectCorner { Self.all }
    func readRawValue() -> Int { self.rawValue }
}

extension BlendImageProcessor {
    static func makeValue(a0: CGBlendMode, a1: CGFloat, a2: KFCrossPlatformColor?) -> Self {
        Self(blendMode: a0, alpha: a1, backgroundColor: a2)
    }
    static func makeValueWithDefaults(a0: CGBlendMode) -> Self { Self(blendMode: a0) }
    func readIdentifier() -> String { self.identifier }
    func readBlendMode() -> CGBlendMode { self.blendMode }
    func readAlpha() -> CGFloat { self.alpha }
    func readBackgroundColor() -> KFCrossPlatformColor? { self.backgroundColor }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension Radius {
    static func makeWidthFraction(a0: CGFloat) -> Self { .widthFraction(a0) }
    var isWidthFraction: Bool {
        if case .widthFraction = self { return true }
        return false
    }
    static func makeHeightFraction(a0: CGFloat) -> Self { .heightFraction(a0) }
    var isHeightFraction: Bool {
        if case .heightFraction = self { return true }
        return false
    }
    static func makePoint(a0: CGFloat) -> Self { .point(a0) }
    var isPoint: Bool {
        if case .point = self { return true }
        return false
    }
    func callCompute(a0: CGSize) -> CGFloat { self.compute(with: a0) }
}

extension RoundCornerImageProcessor {
    static func makeValue(a0: CGFloat, a1: CGSize?, a2: RectCorner, a3: KFCrossPlatformColor?)
        -> Self
    { Self(cornerRadius: a0, targetSize: a1, roundingCorners: a2, backgroundColor: a3) }
    static func makeValueWithDefaults(a0: CGFloat) -> Self { Self(cornerRadius: a0) }
    static func makeValue2(a0: Radius, a1: CGSize?, a2: RectCorner, a3: KFCrossPlatformColor?)
        -> Self
    { Self(radius: a0, targetSize: a1, roundingCorners: a2, backgroundColor: a3) }
    static func makeValueWithDefaults2(a0: Radius) -> Self { Self(radius: a0) }
    func readIdentifier() -> String { self.identifier }
    func readRadius() -> Radius { self.radius }
    func readRoundingCorners() -> RectCorner { self.roundingCorners }
    func readTargetSize() -> CGSize? { self.targetSize }
    func readBackgroundColor() -> KFCrossPlatformColor? { self.backgroundColor }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension Border {
    static func makeValue(a0: KFCrossPlatformColor, a1: CGFloat, a2: Radius, a3: RectCorner) -> Self
    { Self(color: a0, lineWidth: a1, radius: a2, roundingCorners: a3) }
    static func makeValueWithDefaults() -> Self { Self() }
    func readColor() -> KFCrossPlatformColor { self.color }
    mutating func writeColor(_ value: KFCrossPlatformColor) { self.color = value }
    func readLineWidth() -> CGFloat { self.lineWidth }
    mutating func writeLineWidth(_ value: CGFloat) { self.lineWidth = value }
    func readRadius() -> Radius { self.radius }
    mutating func writeRadius(_ value: Radius) { self.radius = value }
    func readRoundingCorners() -> RectCorner { self.roundingCorners }
    mutating func writeRoundingCorners(_ value: RectCorner) { self.roundingCorners = value }
}

extension BorderImageProcessor {
    static func makeValue(a0: Border) -> Self { Self(border: a0) }
    func readIdentifier() -> String { self.identifier }
    func readBorder() -> Border { self.border }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}
