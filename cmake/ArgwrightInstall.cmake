# `cmake --install` gives headers, libraries, the program and a CMake package:
#   find_package(argwright) ; target_link_libraries(app PRIVATE argwright::argwright)
# tests/install does exactly that.
include(CMakePackageConfigHelpers)

# The modules behind the public headers, lowest layer first, as far as this tree has them. The others are
# parts of the program; CMake refuses to export a module here that needs one that is not.
set(ARGWRIGHT_LIBRARY_MODULES "")
foreach(module base json repair tool exec)
  if(TARGET argwright_${module})
    list(APPEND ARGWRIGHT_LIBRARY_MODULES ${module})
  endif()
endforeach()

list(TRANSFORM ARGWRIGHT_LIBRARY_MODULES PREPEND argwright_ OUTPUT_VARIABLE library_targets)
list(TRANSFORM ARGWRIGHT_LIBRARY_MODULES PREPEND argwright:: OUTPUT_VARIABLE library_names)

# argwright::argwright: all of the library.
add_library(argwright_library INTERFACE)
add_library(argwright::argwright ALIAS argwright_library)
set_target_properties(argwright_library PROPERTIES EXPORT_NAME argwright)
target_link_libraries(argwright_library INTERFACE ${library_names})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/argwright)
install(TARGETS argwright_library ${library_targets} EXPORT argwright_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT argwright_targets NAMESPACE argwright:: FILE argwrightTargets.cmake DESTINATION ${package_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/argwright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/argwrightConfig.cmake.in
  ${PROJECT_BINARY_DIR}/argwrightConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0 a new minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/argwrightConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/argwrightConfig.cmake ${PROJECT_BINARY_DIR}/argwrightConfigVersion.cmake
  DESTINATION ${package_folder})

if(TARGET argwright)
  install(TARGETS argwright RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
