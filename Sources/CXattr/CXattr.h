// glibc's extended attributes of files, which Swift's Glibc module leaves out.
#ifndef CXATTR_H
#define CXATTR_H

#include <sys/xattr.h>

#endif
