// The layer of GTK widgets.
import CGTK4
import Kingfisher
