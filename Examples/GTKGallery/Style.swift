import KingfisherGTK

/// How the gallery looks.
enum Style {
    private static let css = """
        .gallery { padding: 18px; }
        .gallery flowboxchild { padding: 10px; }
        .heading { font-weight: bold; }
        .status { opacity: 0.6; font-size: smaller; }
        .blank { background-color: alpha(currentColor, 0.15); border-radius: 16px;
            color: alpha(@theme_fg_color, 0.5); }
        """

    /// Makes the style that of the display.
    ///
    /// A program calls it once it has a display.
    static func install() {
        let provider = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, css, -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider),
            guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }
}
