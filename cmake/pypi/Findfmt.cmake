# cmeel-fmt, by its headers alone.
l21_find_headers(fmt fmt::fmt fmt/format.h ${l21_cmeel}/include)
set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
