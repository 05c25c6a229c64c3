# The version stands in project() and, for programs that use the library, in l21/version.hpp: the same one.
set(l21_version_header ${PROJECT_SOURCE_DIR}/include/l21/version.hpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${l21_version_header})
file(READ ${l21_version_header} l21_version_text)
foreach(line
    "#define L21_VERSION_MAJOR ${PROJECT_VERSION_MAJOR}\n"
    "#define L21_VERSION_MINOR ${PROJECT_VERSION_MINOR}\n"
    "#define L21_VERSION_PATCH ${PROJECT_VERSION_PATCH}\n"
    "kVersion = \"${PROJECT_VERSION}\"")
  string(FIND "${l21_version_text}" "${line}" place)
  if(place EQUAL -1)
    string(STRIP "${line}" line)
    message(FATAL_ERROR "${l21_version_header}: expected '${line}', as in project()")
  endif()
endforeach()

# What programs are linked to, libl21pca.so.N: it changes whenever the binary interface may.
set(l21_soversion ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(l21_soversion 0.${PROJECT_VERSION_MINOR})
endif()
