import Foundation
import Kingfisher

// Each function uses declarations that callers know and that belong to no type. There is nothing to run:
// what is missing or changed does not compile.

func useOperator(left: any ImageProcessor, right: any ImageProcessor) -> any ImageProcessor {
    left |> right
}

func useNames(image: KFCrossPlatformImage, color: KFCrossPlatformColor) -> [AnyObject] {
    [image, color as AnyObject]
}

func useBlocks(
    progress: @escaping DownloadProgressBlock, update: @escaping DownloadTaskUpdatedBlock,
    prefetcherProgress: @escaping PrefetcherProgressBlock,
    prefetcherSourceProgress: @escaping PrefetcherSourceProgressBlock,
    prefetcherCompletion: @escaping PrefetcherCompletionHandler,
    prefetcherSourceCompletion: @escaping PrefetcherSourceCompletionHandler
) {
    progress(1, 2)
    update(nil)
    prefetcherProgress([], [], [])
    prefetcherSourceProgress([], [], [])
    prefetcherCompletion([], [], [])
    prefetcherSourceCompletion([], [], [])
}

func useOptions(_ item: KingfisherOptionsInfoItem) -> KingfisherOptionsInfo { [item] }

func useQueue(_ queue: CallbackQueue) -> ExecutionQueue { queue }

func useTransformer(_ transformer: @escaping Transformer) -> Filter {
    Filter(transform: transformer)
}

func useKey() -> String { KingfisherDiskCacheCleanedHashKey }
