# Headers alone; L21_HEADERS: a folder besides those of the compiler.
find_path(CLI11_INCLUDE_DIR CLI/CLI.hpp HINTS $ENV{L21_HEADERS}/include)
if(CLI11_INCLUDE_DIR AND NOT TARGET CLI11::CLI11)
  add_library(CLI11::CLI11 INTERFACE IMPORTED GLOBAL)
  set_target_properties(CLI11::CLI11 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${CLI11_INCLUDE_DIR})
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CLI11 REQUIRED_VARS CLI11_INCLUDE_DIR)
