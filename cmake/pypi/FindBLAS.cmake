# scipy-openblas32, whose routines have a prefix: they do not clash with those of NumPy and SciPy in one process.
if(NOT TARGET BLAS::BLAS)
  add_library(BLAS::BLAS SHARED IMPORTED GLOBAL)
  set_target_properties(BLAS::BLAS PROPERTIES
    IMPORTED_LOCATION ${l21_openblas}/lib/libscipy_openblas.so
    IMPORTED_SONAME libscipy_openblas.so
    INTERFACE_COMPILE_DEFINITIONS L21_BLAS_PREFIX=scipy_)
endif()
set(BLAS_LIBRARIES BLAS::BLAS)
set(BLAS_FOUND TRUE)
