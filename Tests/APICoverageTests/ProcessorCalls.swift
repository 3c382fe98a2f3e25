import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension ContentMode {
    static func makeNone() -> Self { .none }
    var isNone: Bool {
        if case .none = self { return true }
        return false
    }
    static func makeAspectFit() -> Self { .aspectFit }
    var isAspectFit: Bool {
        if case .aspectFit = self { return true }
        return false
    }
    static func makeAspectFill() -> Self { .aspectFill }
    var isAspectFill: Bool {
        if case .aspectFill = self { return true }
        return false
    }
}

extension ResizingImageProcessor {
    static func makeValue(a0: CGSize, a1: ContentMode) -> Self { Self(referenceSize: a0, mode: a1) }
    static func makeValueWithDefaults(a0: CGSize) -> Self { Self(referenceSize: a0) }
    func readIdentifier() -> String { self.identifier }
    func readReferenceSize() -> CGSize { self.referenceSize }
    func readTargetContentMode() -> ContentMode { self.targetContentMode }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension BlurImageProcessor {
    static func makeValue(a0: CGFloat) -> Self { Self(blurRadius: a0) }
    func readIdentifier() -> String { self.identifier }
    func readBlurRadius() -> CGFloat { self.blurRadius }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension OverlayImageProcessor {
    static func makeValue(a0: KFCrossPlatformColor, a1: CGFloat) -> Self {
        Self(overlay: a0, fraction: a1)
    }
    static func makeValueWithDefaults(a0: KFCrossPlatformColor) -> Self { Self(overlay: a0) }
    func readIdentifier() -> String { self.identifier }
    func readOverlay() -> KFCrossPlatformColor { self.overlay }
    func readFraction() -> CGFloat { self.fraction }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension TintImageProcessor {
    static func makeValue(a0: KFCrossPlatformColor) -> Self { Self(tint: a0) }
    func readIdentifier() -> String { self.identifier }
    func readTint() -> KFCrossPlatformColor { self.tint }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension ColorControlsProcessor {
    static func makeValue(a0: CGFloat, a1: CGFloat, a2: CGFloat, a3: CGFloat) -> Self {
        Self(brightness: a0, contrast: a1, saturation: a2, inputEV: a3)
    }
    func readIdentifier() -> String { self.identifier }
    func readBrightness() -> CGFloat { self.brightness }
    func readContrast() -> CGFloat { self.contrast }
    func readSaturation() -> CGFloat { self.saturation }
    func readInputEV() -> CGFloat { self.inputEV }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension BlackWhiteProcessor {
    static func makeValue() -> Self { Self() }
    func readIdentifier() -> String { self.identifier }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension CroppingImageProcessor {
    static func makeValue(a0: CGSize, a1: CGPoint) -> Self { Self(size: a0, anchor: a1) }
    static func makeValueWithDefaults(a0: CGSize) -> Self { Self(size: a0) }
    func readIdentifier() -> String { self.identifier }
    func readSize() -> CGSize { self.size }
    func readAnchor() -> CGPoint { self.anchor }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension DownsamplingImageProcessor {
    static func makeValue(a0: CGSize) -> Self { Self(size: a0) }
    func readSize() -> CGSize { self.size }
    func readIdentifier() -> String { self.identifier }
    func callProcess(a0: ImageProcessItem, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?
    { self.process(item: a0, options: a1) }
}

extension ImageProgressive {
    static func makeValue() -> Self { Self() }
    static func makeValue2(a0: Bool, a1: Bool, a2: TimeInterval) -> Self {
        Self(isBlur: a0, isFastestScan: a1, scanInterval: a2)
    }
    func readIsBlur() -> Bool { self.isBlur }
    mutating func writeIsBlur(_ value: Bool) { self.isBlur = value }
    func readIsFastestScan() -> Bool { self.isFastestScan }
    mutating func writeIsFastestScan(_ value: Bool) { self.isFastestScan = value }
    func readScanInterval() -> TimeInterval { self.scanInterval }
    mutating func writeScanInterval(_ value: TimeInterval) { self.scanInterval = value }
    func readOnImageUpdated() -> Delegate<KFCrossPlatformImage, UpdatingStrategy> {
        self.onImageUpdated
    }
}

extension ImageProgressive.UpdatingStrategy {
    static func makeDefault() -> Self { .`default` }
    var isDefault: Bool {
        if case .`default` = self { return true }
        return false
    }
    static func makeKeepCurrent() -> Self { .keepCurrent }
    var isKeepCurrent: Bool {
        if case .keepCurrent = self { return true }
        return false
    }
    static func makeReplace(a0: KFCrossPlatformImage?) -> Self { .replace(a0) }
    var isReplace: Bool {
        if case .replace = self { return true }
        return false
    }
}

extension ImageTransition {
    static func makeNone() -> Self { .none }
    var isNone: Bool {
        if case .none = self { return true }
        return false
    }
    static func makeFade(a0: TimeInterval) -> Self { .fade(a0) }
    var isFade: Bool {
        if case .fade = self { return true }
        return false
    }
}

extension KFCrossPlatformImage {
    @MainActor func callAdd(a0: any KingfisherHasImageComponent) { self.add(to: a0) }
    @MainActor func callRemove(a0: any KingfisherHasImageComponent) { self.remove(from: a0) }
}
