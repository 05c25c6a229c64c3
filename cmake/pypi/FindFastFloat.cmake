# Headers alone; L21_HEADERS: a folder besides those of the compiler.
find_path(FastFloat_INCLUDE_DIR fast_float/fast_float.h HINTS $ENV{L21_HEADERS}/include)
if(FastFloat_INCLUDE_DIR AND NOT TARGET FastFloat::fast_float)
  add_library(FastFloat::fast_float INTERFACE IMPORTED GLOBAL)
  set_target_properties(FastFloat::fast_float PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${FastFloat_INCLUDE_DIR})
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FastFloat REQUIRED_VARS FastFloat_INCLUDE_DIR)
