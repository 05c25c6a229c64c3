// What a shared library offers to others; everything without this word stays inside it.
#pragma once

#if defined(__GNUC__)
#define L21_EXPORT __attribute__((visibility("default")))
#else
#define L21_EXPORT
#endif
