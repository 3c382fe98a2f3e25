/// What decides over the pixels that are made of a download; callers with equal keys get one image.
struct ImageKey: Hashable {
    let identifier: String
    let traits: DecodeTraits

    init(_ options: KingfisherParsedOptionsInfo) {
        identifier = options.processor.identifier
        traits = DecodeTraits(options)
    }
}
