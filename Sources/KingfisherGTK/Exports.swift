// One import is enough to write a GTK program: the functions of GTK, the library, and its widgets.
@_exported public import CGTK4
@_exported public import Kingfisher
