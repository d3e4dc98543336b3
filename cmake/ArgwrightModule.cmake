# argwright_module(NAME SOURCES ... [TESTS ...] [DEPENDS ...] [PRIVATE_DEPENDS ...])
#
# One folder under src/ = one namespace = one static library `argwright_NAME` with the
# alias argwright::NAME, and, where TESTS are given, one test program beside it.
# DEPENDS names lower layers only; tests/layers checks the includes as well.
function(argwright_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;TESTS;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(argwright_${name} STATIC ${arg_SOURCES})
  add_library(argwright::${name} ALIAS argwright_${name})
  set_target_properties(argwright_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(argwright_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(argwright_${name} PUBLIC cxx_std_20)
  target_link_libraries(argwright_${name} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS} $<BUILD_INTERFACE:argwright_flags>)
  if(ARGWRIGHT_DEVELOPER AND arg_TESTS)
    argwright_test(${name}_test SOURCES ${arg_TESTS} DEPENDS argwright::${name} ${arg_DEPENDS} LABELS unit)
    set_target_properties(${name}_test PROPERTIES EXCLUDE_FROM_ALL ${ARGWRIGHT_UNIT_TESTS_ASIDE})
    add_dependencies(unit_tests ${name}_test)
  endif()
endfunction()

# GoogleTest's header is most of what a test file costs to compile: it is compiled once for all of them.
# What is tested is optimised in full, the test itself need not be: that would be most of its compile time.
set(ARGWRIGHT_TEST_OPTIONS -O0)
function(argwright_use_test_headers name)
  if(NOT TARGET argwright_test_headers)
    add_executable(argwright_test_headers ${PROJECT_SOURCE_DIR}/cmake/test_headers.cc)
    target_link_libraries(argwright_test_headers PRIVATE argwright_flags GTest::gtest GTest::gtest_main)
    target_compile_options(argwright_test_headers PRIVATE ${ARGWRIGHT_TEST_OPTIONS})
    target_precompile_headers(argwright_test_headers PRIVATE <gtest/gtest.h> <string> <string_view> <vector>)
  endif()
  target_precompile_headers(${name} REUSE_FROM argwright_test_headers)
endfunction()

# argwright_test(NAME SOURCES ... [DEPENDS ...] [LABELS ...]): a GoogleTest program run as one ctest.
function(argwright_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS} argwright_flags GTest::gtest GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${ARGWRIGHT_TEST_OPTIONS})
  argwright_use_test_headers(${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "ARGWRIGHT_SOURCE_DIR=${PROJECT_SOURCE_DIR}" LABELS "${arg_LABELS}")
endfunction()
