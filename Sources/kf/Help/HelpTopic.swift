/// What a help text is about.
enum HelpTopic: Equatable {
    case tool
    case command(Command.Name)

    /// The whole text, ending in a newline.
    var text: String {
        switch self {
        case .tool: HelpPage.tool
        case .command(.load): HelpPage.load
        case .command(.prefetch): HelpPage.prefetch
        case .command(.identify): HelpPage.identify
        case .command(.formats): HelpPage.formats
        case .command(.cache): HelpPage.cache
        }
    }
}
