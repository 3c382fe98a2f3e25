import CGTK4

/// The state of a button, as far as its images differ by it.
public struct GTKControlState: OptionSet, Hashable, Sendable {
    /// The flags of GTK that make up the state.
    public let rawValue: UInt32

    /// Creates a state from flags of `GtkStateFlags`.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// None of the others.
    public static let normal: GTKControlState = []
    /// Pressed.
    public static let highlighted = GTKControlState(rawValue: GTK_STATE_FLAG_ACTIVE.rawValue)
    /// Insensitive.
    public static let disabled = GTKControlState(rawValue: GTK_STATE_FLAG_INSENSITIVE.rawValue)
    /// Checked, as a toggle button can be.
    public static let selected = GTKControlState(rawValue: GTK_STATE_FLAG_CHECKED.rawValue)
    /// Having the keyboard focus.
    public static let focused = GTKControlState(rawValue: GTK_STATE_FLAG_FOCUSED.rawValue)

    /// The state that a widget is in.
    init(of widget: UnsafeMutablePointer<GtkWidget>) {
        let known: GTKControlState = [.highlighted, .disabled, .selected, .focused]
        self = known.intersection(
            GTKControlState(rawValue: gtk_widget_get_state_flags(widget).rawValue))
    }
}
