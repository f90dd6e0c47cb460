/* The C library's types shall belong to its own module also for those who import both. */
#if defined(__linux__)
#pragma clang module import SwiftGlibc
#endif
#include <yaml.h>
