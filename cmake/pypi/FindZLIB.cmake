# cmeel-zlib; its static library is not made to be part of a module.
file(GLOB l21_zlib ${l21_cmeel}/lib*/libz.so.1)
if(NOT TARGET ZLIB::ZLIB)
  add_library(ZLIB::ZLIB SHARED IMPORTED GLOBAL)
  set_target_properties(ZLIB::ZLIB PROPERTIES IMPORTED_LOCATION ${l21_zlib} IMPORTED_SONAME libz.so.1
    INTERFACE_INCLUDE_DIRECTORIES ${l21_cmeel}/include)
endif()
set(ZLIB_FOUND TRUE)
