# One .pc file for each library. A shared library knows what it needs; of a static one pkg-config --static must tell.

# Relative to the .pc file itself, so that an installed tree can be moved.
file(RELATIVE_PATH l21_prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})

# l21_pkg_config(NAME DESCRIPTION REQUIRES REQUIRES_PRIVATE LIBRARY...): NAME.pc, the LIBRARYs by path or flag. What is
# private counts for static libraries alone.
function(l21_pkg_config name description requires requires_private)
  string(REPLACE "-" "_" library ${name})
  set(libs_private "")
  if(BUILD_SHARED_LIBS)
    set(requires_private "")
  else()
    list(REMOVE_DUPLICATES ARGN)
    list(TRANSFORM ARGN REPLACE "^([A-Za-z0-9_]+)$" "-l\\1")
    list(JOIN ARGN " " libs_private)
  endif()
  configure_file(cmake/l21pca.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

if(NOT BUILD_SHARED_LIBS)
  find_package(BLAS REQUIRED)
  find_package(LAPACK REQUIRED)
  find_package(Threads REQUIRED)
  if(L21_WITH_OPENMP)
    find_package(OpenMP REQUIRED COMPONENTS CXX)
  endif()
  if(L21_WITH_IO)
    find_package(HDF5 REQUIRED COMPONENTS C)
  endif()
endif()
l21_pkg_config(l21pca "${PROJECT_DESCRIPTION}" eigen3 fmt
  ${LAPACK_LIBRARIES} ${BLAS_LIBRARIES} ${OpenMP_CXX_FLAGS} ${CMAKE_THREAD_LIBS_INIT} ${CMAKE_DL_LIBS})
if(L21_WITH_IO)
  l21_pkg_config(l21pca-model-file "Models of l21pca to and from files" "l21pca = ${PROJECT_VERSION}" "fmt zlib")
  l21_pkg_config(l21pca-io "Tables for l21pca from and to files" "l21pca = ${PROJECT_VERSION}" "fmt zlib matio"
    ${HDF5_C_LIBRARIES} ${CMAKE_THREAD_LIBS_INIT})
endif()
