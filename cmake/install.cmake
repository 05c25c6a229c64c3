# The installed package: headers, libraries, find_package(l21pca) and pkg-config files.
include(CMakePackageConfigHelpers)

install(TARGETS ${l21_targets} EXPORT l21pcaTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT headers)
install(EXPORT l21pcaTargets NAMESPACE l21pca:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/l21pca)

configure_package_config_file(cmake/l21pcaConfig.cmake.in ${PROJECT_BINARY_DIR}/l21pcaConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/l21pca)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/l21pcaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/l21pcaConfig.cmake ${PROJECT_BINARY_DIR}/l21pcaConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/l21pca)
include(cmake/pkg_config.cmake)
