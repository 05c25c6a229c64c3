# Where the Python that builds has them (pyproject.toml asks for them), libraries come from PyPI: then a compiler and pip are
# all that a machine needs. The files in cmake/pypi answer find_package() with these.
execute_process(COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/pypi/places.py
  OUTPUT_VARIABLE l21_places OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE l21_status)
set(l21_found OFF)
if(l21_status EQUAL 0)
  set(l21_found ON)
endif()
option(L21_FROM_PYPI "Libraries from the packages of the Python that builds" ${l21_found})
if(L21_FROM_PYPI AND NOT l21_found)
  message(FATAL_ERROR "L21_FROM_PYPI: ${Python_EXECUTABLE} has no scipy-openblas32, cmeel-fmt or nlohmann-json; pip install them")
endif()

# l21_find_headers(PACKAGE TARGET HEADER [FOLDER]): what find_package(PACKAGE) answers for a library of headers, which are in
# FOLDER or where the compiler and the variable CMAKE_INCLUDE_PATH say.
macro(l21_find_headers package target header)
  find_path(${package}_INCLUDE_DIR ${header} HINTS ${ARGN})
  if(${package}_INCLUDE_DIR AND NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${${package}_INCLUDE_DIR})
  endif()
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(${package} REQUIRED_VARS ${package}_INCLUDE_DIR)
endmacro()

if(L21_FROM_PYPI)
  list(POP_FRONT l21_places l21_openblas l21_cmeel l21_json)
  list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/pypi)
  set(Eigen3_DIR ${l21_cmeel}/share/eigen3/cmake)
  # Nothing but these is to be there when the package is imported: threads are our own, HDF5 and matio are not asked for, and
  # the program is built where the headers that it needs besides are found.
  set(BUILD_SHARED_LIBS OFF)
  set(L21_WITH_OPENMP OFF)
  set(L21_WITH_HDF5 OFF)
  find_package(CLI11 QUIET)
  find_package(FastFloat QUIET)
  find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb)
  if(NOT (CLI11_FOUND AND FastFloat_FOUND AND STB_INCLUDE_DIR))
    message(STATUS "Without the program l21pca: CLI11, fast_float or stb were not found")
    set(L21_WITH_IO OFF)
  endif()
endif()
