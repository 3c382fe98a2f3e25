import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension KingfisherImageSettable {
    @MainActor func callSetImage(a0: KFCrossPlatformImage?, a1: KingfisherParsedOptionsInfo) {
        self.setImage(a0, options: a1)
    }
    @MainActor func callGetImage() -> KFCrossPlatformImage? { self.getImage() }
}

extension KingfisherHasImageComponent {
    @MainActor func readImage() -> KFCrossPlatformImage? { self.image }
    @MainActor func writeImage(_ value: KFCrossPlatformImage?) { self.image = value }
    @MainActor func callSetImage(a0: KFCrossPlatformImage?, a1: KingfisherParsedOptionsInfo) {
        self.setImage(a0, options: a1)
    }
    @MainActor func callGetImage() -> KFCrossPlatformImage? { self.getImage() }
}

extension KingfisherWrapper where Base: KingfisherImageSettable {
    @MainActor func callSetImage(
        a0: Source?, a1: KFCrossPlatformImage?, a2: KingfisherOptionsInfo?,
        a3: DownloadProgressBlock?,
        a4: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.setImage(
            with: a0, placeholder: a1, options: a2, progressBlock: a3, completionHandler: a4)
    }
    @MainActor func callSetImageWithDefaults(a0: Source?) -> DownloadTask? {
        self.setImage(with: a0)
    }
    @MainActor func callSetImage2(
        a0: Source?, a1: KFCrossPlatformImage?, a2: KingfisherOptionsInfo?,
        a3: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.setImage(with: a0, placeholder: a1, options: a2, completionHandler: a3)
    }
    @MainActor func callSetImageWithDefaults2(a0: Source?) -> DownloadTask? {
        self.setImage(with: a0)
    }
    @MainActor func callSetImage3(
        a0: (any Resource)?, a1: KFCrossPlatformImage?, a2: KingfisherOptionsInfo?,
        a3: DownloadProgressBlock?,
        a4: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.setImage(
            with: a0, placeholder: a1, options: a2, progressBlock: a3, completionHandler: a4)
    }
    @MainActor func callSetImageWithDefaults3(a0: (any Resource)?) -> DownloadTask? {
        self.setImage(with: a0)
    }
    @MainActor func callSetImage4(
        a0: (any Resource)?, a1: KFCrossPlatformImage?, a2: KingfisherOptionsInfo?,
        a3: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.setImage(with: a0, placeholder: a1, options: a2, completionHandler: a3)
    }
    @MainActor func callSetImageWithDefaults4(a0: (any Resource)?) -> DownloadTask? {
        self.setImage(with: a0)
    }
    @MainActor func callSetImage5(
        a0: (any ImageDataProvider)?, a1: KFCrossPlatformImage?, a2: KingfisherOptionsInfo?,
        a3: DownloadProgressBlock?,
        a4: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.setImage(
            with: a0, placeholder: a1, options: a2, progressBlock: a3, completionHandler: a4)
    }
    @MainActor func callSetImageWithDefaults5(a0: (any ImageDataProvider)?) -> DownloadTask? {
        self.setImage(with: a0)
    }
    @MainActor func callSetImage6(
        a0: (any ImageDataProvider)?, a1: KFCrossPlatformImage?, a2: KingfisherOptionsInfo?,
        a3: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.setImage(with: a0, placeholder: a1, options: a2, completionHandler: a3)
    }
    @MainActor func callSetImageWithDefaults6(a0: (any ImageDataProvider)?) -> DownloadTask? {
        self.setImage(with: a0)
    }
    @MainActor func readTaskIdentifier() -> Source.Identifier.Value? { self.taskIdentifier }
    @MainActor func callCancelDownloadTask() { self.cancelDownloadTask() }
}

extension RetrieveLivePhotoResult {
    @MainActor func readLoadingInfo() -> LivePhotoLoadingInfoResult { self.loadingInfo }
    @MainActor func readInfo() -> [AnyHashable: Any]? { self.info }
}
