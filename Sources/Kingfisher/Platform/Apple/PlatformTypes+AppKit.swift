#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_exported public import Raster

/// The image class of the platform; `NSImage` on macOS.
public typealias KFCrossPlatformImage = NSImage
/// The colour type of the platform; `NSColor` on macOS.
public typealias KFCrossPlatformColor = NSColor
/// The view class of the platform; `NSView` on macOS.
public typealias KFCrossPlatformView = NSView
/// The image view class of the platform; `NSImageView` on macOS.
public typealias KFCrossPlatformImageView = NSImageView
/// The button class of the platform; `NSButton` on macOS.
public typealias KFCrossPlatformButton = NSButton
/// How an image view places its image; `NSImageScaling` on macOS.
typealias KFCrossPlatformContentMode = NSImageScaling

extension NSImage: KingfisherCompatible {}
#endif
