// The version of Argwright, for C and C++. CMakeLists.txt states it too; the ctest cli_test keeps both alike.
#pragma once

#define ARGWRIGHT_VERSION_MAJOR 0
#define ARGWRIGHT_VERSION_MINOR 1
#define ARGWRIGHT_VERSION_PATCH 0
#define ARGWRIGHT_VERSION "0.1.0"
