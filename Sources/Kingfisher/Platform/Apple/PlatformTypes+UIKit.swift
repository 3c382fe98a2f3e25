#if canImport(UIKit)
@_exported public import Raster
public import UIKit

/// The image class of the platform; `UIImage` where UIKit is.
public typealias KFCrossPlatformImage = UIImage
/// The colour type of the platform; `UIColor` where UIKit is.
public typealias KFCrossPlatformColor = UIColor

extension UIImage: KingfisherCompatible {}
#endif
