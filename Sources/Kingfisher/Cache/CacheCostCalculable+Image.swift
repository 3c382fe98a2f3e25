extension KFCrossPlatformImage: CacheCostCalculable {}
