# Compiler-wide settings: warnings, the fast linker, ccache, sanitizers, coverage, profiles.

add_library(argwright_flags INTERFACE)
target_compile_options(argwright_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual)

find_program(ARGWRIGHT_MOLD mold)
if(ARGWRIGHT_MOLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_link_options(argwright_flags INTERFACE -fuse-ld=mold)
endif()

find_program(ARGWRIGHT_CCACHE ccache)
if(ARGWRIGHT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ARGWRIGHT_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${ARGWRIGHT_CCACHE})
  # With precompiled headers ccache has to be told that neither their time nor __TIME__ matters.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ARGWRIGHT_CCACHE})
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endif()

if(ARGWRIGHT_SANITIZE)
  add_compile_options(-fsanitize=${ARGWRIGHT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ARGWRIGHT_SANITIZE})
endif()
if(ARGWRIGHT_FUZZERS)
  # Coverage feedback in the library code; the fuzz targets add the driver themselves.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(ARGWRIGHT_COVERAGE)
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
  add_link_options(-fprofile-instr-generate)
endif()

# What runs often is laid out and inlined for that: `./dev profile` records it, the release build uses the record. Code
# that has changed since is compiled as ever. Functions of a file are told by its name alone, so that the record holds
# for any folder.
if(ARGWRIGHT_RECORD_PROFILE OR ARGWRIGHT_PROFILE)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-mllvm -static-func-full-module-prefix=false>")
endif()
if(ARGWRIGHT_RECORD_PROFILE)
  add_compile_options(-fprofile-generate)
  add_link_options(-fprofile-generate)
elseif(ARGWRIGHT_PROFILE AND EXISTS "${ARGWRIGHT_PROFILE}" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fprofile-use=${ARGWRIGHT_PROFILE}>"
    -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-backend-plugin)
endif()
