// A file that imports both Testing and a module called CoreGraphics makes the compiler look for `_Testing_CoreGraphics`,
// which the toolchain has for Apple's systems only. This empty one lets such a test build on Linux.
