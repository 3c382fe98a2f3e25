import Foundation
import Testing

@testable import Kingfisher

/// A setter with value semantics, as declarative views are.
@MainActor
private struct ValueSetter: KFOptionSetter {
    final class Context {
        var options = KingfisherParsedOptionsInfo(nil)
        var onFailure = Delegate<KingfisherError, Void>()
        var onSuccess = Delegate<RetrieveImageResult, Void>()
        var onProgress = Delegate<(Int64, Int64), Void>()
        var changes = 0
    }

    let context: Context

    init(_ context: Context = Context()) { self.context = context }

    var options: KingfisherParsedOptionsInfo {
        get { context.options }
        nonmutating set {
            context.options = newValue
            context.changes += 1
        }
    }
    var onFailureDelegate: Delegate<KingfisherError, Void> { context.onFailure }
    var onSuccessDelegate: Delegate<RetrieveImageResult, Void> { context.onSuccess }
    var onProgressDelegate: Delegate<(Int64, Int64), Void> { context.onProgress }

    func copyForMutation() -> ValueSetter {
        let copy = Context()
        copy.options = context.options
        copy.onFailure = context.onFailure.copy()
        copy.onSuccess = context.onSuccess.copy()
        copy.onProgress = context.onProgress.copy()
        return ValueSetter(copy)
    }
}

@Suite("Option setters with value semantics", .timeLimit(.minutes(1)))
@MainActor
struct KFOptionSetterCopyTests {
    private static let modifiers: [(name: String, apply: @MainActor (ValueSetter) -> ValueSetter)] =
        [
            ("cachePolicy", { $0.cachePolicy(.standard) }),
            ("refreshHandler", { $0.refreshHandler { _ in } }),
            ("targetCache", { $0.targetCache(.default) }),
            ("originalCache", { $0.originalCache(.default) }),
            ("forceRefresh", { $0.forceRefresh() }),
            ("fromMemoryCacheOrRefresh", { $0.fromMemoryCacheOrRefresh() }),
            ("cacheMemoryOnly", { $0.cacheMemoryOnly() }),
            ("waitForCache", { $0.waitForCache() }),
            ("onlyFromCache", { $0.onlyFromCache() }),
            ("cacheOriginalImage", { $0.cacheOriginalImage() }),
            ("loadDiskFileSynchronously", { $0.loadDiskFileSynchronously() }),
            ("diskStoreWriteOptions", { $0.diskStoreWriteOptions(.atomic) }),
            ("memoryCacheExpiration", { $0.memoryCacheExpiration(.never) }),
            ("memoryCacheAccessExtending", { $0.memoryCacheAccessExtending(.none) }),
            ("diskCacheExpiration", { $0.diskCacheExpiration(.never) }),
            ("diskCacheAccessExtending", { $0.diskCacheAccessExtending(.none) }),
            ("serialize by", { $0.serialize(by: FormatIndicatedCacheSerializer.png) }),
            ("serialize as", { $0.serialize(as: .PNG) }),
            ("scaleFactor", { $0.scaleFactor(2) }),
            ("decodeLimits", { $0.decodeLimits(.default) }),
            ("backgroundDecode", { $0.backgroundDecode() }),
            ("processingQueue", { $0.processingQueue(.untouch) }),
            ("progressiveJPEG", { $0.progressiveJPEG() }),
            ("onFailureImage", { $0.onFailureImage(nil) }),
            ("imageModifier", { $0.imageModifier(AnyImageModifier { $0 }) }),
            ("imageModifier nil", { $0.imageModifier(nil) }),
            ("imageModifier block", { $0.imageModifier { _ in } }),
            ("setProcessor", { $0.setProcessor(BlackWhiteProcessor()) }),
            ("setProcessors", { $0.setProcessors([BlackWhiteProcessor()]) }),
            ("appendProcessor", { $0.appendProcessor(BlackWhiteProcessor()) }),
            ("forceTransition", { $0.forceTransition() }),
            ("downloader", { $0.downloader(.default) }),
            ("downloadPriority", { $0.downloadPriority(1) }),
            ("callbackQueue", { $0.callbackQueue(.untouch) }),
            ("alternativeSources", { $0.alternativeSources([]) }),
            ("lowDataModeSource", { $0.lowDataModeSource(nil) }),
            ("retry", { $0.retry(maxCount: 3) }),
            ("eventObserver", { $0.eventObserver(nil) }),
            ("requestModifier", { $0.requestModifier(AnyModifier { $0 }) }),
            ("requestModifier block", { $0.requestModifier { _ in } }),
            ("redirectHandler", { $0.redirectHandler(SampleModifier()) }),
            ("redirectHandler block", { $0.redirectHandler { _ in } }),
            ("roundCorner", { $0.roundCorner(radius: .point(1)) }),
            ("blur", { $0.blur(radius: 2) }),
            ("overlay", { $0.overlay(color: .red) }),
            ("tint", { $0.tint(color: .red) }),
            ("blackWhite", { $0.blackWhite() }),
            ("cropping", { $0.cropping(size: CGSize(width: 1, height: 1)) }),
            ("downsampling", { $0.downsampling(size: CGSize(width: 1, height: 1)) }),
            ("resizing", { $0.resizing(referenceSize: CGSize(width: 1, height: 1)) }),
        ]

    @Test("18.8, 19.11: no modifier of options changes what it was called on")
    func optionsAreCopied() {
        for (name, apply) in Self.modifiers {
            let original = ValueSetter()
            let changed = apply(original)
            #expect(original.context.changes == 0, "\(name)")
            #expect(changed.context !== original.context && changed.context.changes == 1, "\(name)")
        }
    }

    @Test("18.8: blocks survive the copies of later modifiers, and are not shared with siblings")
    func blocksAreCopied() throws {
        let heard = Recorder<String>()
        let base = ValueSetter()
        let failing = base.onFailure { _ in heard.record("failure") }
            .onProgress { received, total in heard.record("\(received)/\(total)") }
            .onSuccess { _ in heard.record("success") }
            .forceRefresh().blackWhite()
        let sibling = failing.onFailure { _ in heard.record("sibling") }.onProgress(nil)
        let result = RetrieveImageResult(
            image: try TestPicture.image(), cacheType: .none,
            source: .provider(RawImageDataProvider(data: Data(), cacheKey: "k")),
            originalSource: .provider(RawImageDataProvider(data: Data(), cacheKey: "k")),
            data: { nil })
        for setter in [base, failing, sibling] {
            setter.onFailureDelegate.call(.requestError(reason: .emptyRequest))
            setter.onProgressDelegate.call((1, 2))
            setter.onSuccessDelegate.call(result)
        }
        #expect(heard.values == ["failure", "1/2", "success", "sibling", "success"])
        #expect(!base.onFailureDelegate.isSet && !sibling.onProgressDelegate.isSet)
    }
}
