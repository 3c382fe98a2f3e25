/// How an option is written and what it is for.
struct OptionSpec: Sendable {
    /// The long name, without its dashes.
    let name: String
    /// The one-letter name, if there is one.
    let short: Character?
    /// What the value is called in help texts; nil for an option without a value.
    let placeholder: String?
    /// What the option does, in a sentence or two.
    let help: String

    init(_ name: String, short: Character? = nil, value placeholder: String? = nil, help: String) {
        self.name = name
        self.short = short
        self.placeholder = placeholder
        self.help = help
    }
}

/// The options of one command; the raw value is the long name.
protocol CommandFlag: RawRepresentable<String>, CaseIterable, Sendable {
    /// How the option is written and what it is for.
    var spec: OptionSpec { get }
}
