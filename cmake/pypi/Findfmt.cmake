# cmeel-fmt, by its headers alone.
if(NOT TARGET fmt::fmt)
  add_library(fmt::fmt INTERFACE IMPORTED GLOBAL)
  set_target_properties(fmt::fmt PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${l21_cmeel}/include
    INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
endif()
set(fmt_FOUND TRUE)
