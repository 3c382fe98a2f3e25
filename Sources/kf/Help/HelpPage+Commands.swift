extension HelpPage {
    /// The help of the tool as a whole.
    static var tool: String {
        var page = HelpPage()
        page.line("kf: load, cache and process pictures.")
        page.heading("Usage")
        page.line("  kf COMMAND [options] ...")
        page.heading("Commands")
        for name in Command.Name.allCases {
            page.entry(name.rawValue, name.help)
        }
        page.heading("Options")
        page.entry("-h, --help", "Show this help; 'kf COMMAND --help' shows that of a command.")
        page.entry("-V, --version", "Show the version.")
        page.exitStatus()
        return page.text
    }

    /// The help of `kf load`.
    static var load: String {
        var page = HelpPage()
        page.line("kf load: load pictures through the cache, process them, write them to files.")
        page.heading("Usage")
        page.line("  kf load [options] URL-OR-PATH ...")
        page.line()
        page.line("An input is an http, https or file URL, the path of a file, or '-' for standard")
        page.line("input, which is not cached. A URL given more than once is loaded once. Options")
        page.line("may stand before and after inputs.")
        for group in LoadFlag.Group.allCases {
            page.heading(group.rawValue)
            page.options(LoadFlag.allCases.filter { $0.group == group }.map(\.spec))
        }
        page.exitStatus()
        page.heading("Examples")
        page.line("  kf load https://example.com/a.jpg -o a.png")
        page.line("  kf load --downsample 320x320 --round-corner 16 -d thumbs *.jpg")
        page.line("  kf load --only-from-cache --json https://example.com/a.jpg")
        return page.text
    }

    /// The help of `kf prefetch`.
    static var prefetch: String {
        var page = HelpPage()
        page.line("kf prefetch: fill the cache with the pictures of a list of URLs.")
        page.heading("Usage")
        page.line("  kf prefetch [options] LIST")
        page.line()
        page.line(
            "LIST is a file with a URL on each line, or '-' for standard input. Pictures that")
        page.line("are in the cache are skipped, so a run that was stopped can be started again. A")
        page.line("terminal shows a progress bar.")
        page.heading("Options")
        page.options(PrefetchFlag.allCases.map(\.spec))
        page.exitStatus()
        return page.text
    }

    /// The help of `kf identify`.
    static var identify: String {
        var page = HelpPage()
        page.line("kf identify: tell what files say about their pictures.")
        page.heading("Usage")
        page.line("  kf identify [options] FILE ...")
        page.line()
        page.line("FILE is a path, or '-' for standard input.")
        page.line("Only headers are read: format, size as displayed, bits of a colour component,")
        page.line("transparency, frames, EXIF orientation, colour profile, bytes.")
        page.heading("Options")
        page.options(IdentifyFlag.allCases.map(\.spec))
        page.exitStatus()
        return page.text
    }

    /// The help of `kf formats`.
    static var formats: String {
        var page = HelpPage()
        page.line("kf formats: tell which formats are read and written.")
        page.heading("Usage")
        page.line("  kf formats [options]")
        page.heading("Options")
        page.options(FormatsFlag.allCases.map(\.spec))
        page.exitStatus()
        return page.text
    }

    /// The help of `kf cache`.
    static var cache: String {
        var page = HelpPage()
        page.line("kf cache: look at the cache on disk, or empty it.")
        page.heading("Usage")
        page.line("  kf cache [options] ACTION")
        page.heading("Actions")
        for action in CacheRequest.Action.allCases {
            page.entry(action.rawValue, action.help)
        }
        page.heading("Options")
        page.options(CacheFlag.allCases.map(\.spec))
        page.exitStatus()
        return page.text
    }

    private mutating func exitStatus() {
        heading("Exit status")
        entry("0", "All went well.")
        entry("1", "Something failed; everything else was still done.")
        entry("2", "The command line makes no sense.")
    }
}
