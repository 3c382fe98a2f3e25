import Foundation
import KingfisherGTK
import Testing

/// The display that tests with widgets need.
@MainActor
enum Display {
    /// Whether GTK could open a display.
    ///
    /// Opens it once.
    static let isAvailable: Bool = {
        // Draw in software, and talk to no accessibility bus: neither is there under a virtual display.
        setenv("GSK_RENDERER", "cairo", 0)
        setenv("GTK_A11Y", "none", 0)
        setenv("GSETTINGS_BACKEND", "memory", 0)
        return gtk_init_check() != 0
    }()
}

extension Trait where Self == ConditionTrait {
    /// Skips what needs widgets where there is no display.
    static var needsDisplay: Self {
        .enabled("There is no display; run the tests under xvfb-run.") {
            await Display.isAvailable
        }
    }
}
