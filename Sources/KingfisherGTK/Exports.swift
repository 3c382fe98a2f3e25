#if !GTK
#error("KingfisherGTK needs the package trait GTK, which is on unless a package turns it off.")
#endif

// One import is enough to write a GTK program: the functions of GTK, the library, and its widgets.
@_exported public import CGTK4
@_exported public import Kingfisher
