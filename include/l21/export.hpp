/// @file
/// What a shared library offers to others; everything without this word stays inside it.
#pragma once

/// @def L21_EXPORT
/// Marks what is defined in a library and called from outside of it.
#if defined(__GNUC__)
#define L21_EXPORT __attribute__((visibility("default")))
#else
#define L21_EXPORT
#endif
