#if os(Linux)
@_exported public import Raster
@_exported public import RasterIO

/// The image class of the platform; ``RasterIO/RasterImage`` on Linux.
public typealias KFCrossPlatformImage = RasterImage
/// The colour type of the platform; ``Raster/RasterColor`` on Linux.
public typealias KFCrossPlatformColor = RasterColor

extension RasterImage: KingfisherCompatible {}
#endif
