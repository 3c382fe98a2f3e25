/// The view class of the toolkit; ``GTKView`` with GTK.
public typealias KFCrossPlatformView = GTKView
/// The image view class of the toolkit; ``GTKImageView`` with GTK.
public typealias KFCrossPlatformImageView = GTKImageView
/// The button class of the toolkit; ``GTKButton`` with GTK.
public typealias KFCrossPlatformButton = GTKButton
/// The class of what an indicator shows; ``GTKView`` with GTK.
public typealias IndicatorView = GTKView
