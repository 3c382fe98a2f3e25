#if os(iOS) || os(tvOS) || os(visionOS)
public import UIKit

/// The view class of the platform; `UIView` where UIKit is.
public typealias KFCrossPlatformView = UIView
/// The image view class of the platform; `UIImageView` where UIKit is.
public typealias KFCrossPlatformImageView = UIImageView
/// The button class of the platform; `UIButton` where UIKit is.
public typealias KFCrossPlatformButton = UIButton
/// How an image view places its image; `UIView.ContentMode` where UIKit is.
typealias KFCrossPlatformContentMode = UIView.ContentMode
#endif
