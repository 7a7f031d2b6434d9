# `cmake --install` puts the command, the library and its headers in place; find_package(alembert) then finds them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS alembert EXPORT alembertTargets ARCHIVE LIBRARY RUNTIME)
install(TARGETS alembert_cli RUNTIME)
install(DIRECTORY src/alembert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_BINARY_DIR}/generated/alembert/core/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/alembert/core)
install(EXPORT alembertTargets NAMESPACE alembert:: FILE alembertTargets.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)
file(WRITE ${PROJECT_BINARY_DIR}/alembertConfig.cmake
     "include(CMakeFindDependencyMacro)\nfind_dependency(pugixml)\nfind_dependency(ZLIB)\n"
     "include(\"\${CMAKE_CURRENT_LIST_DIR}/alembertTargets.cmake\")\n")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/alembertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/alembertConfig.cmake ${PROJECT_BINARY_DIR}/alembertConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)
