# SPDX-License-Identifier: Apache-2.0
# Third-party libraries, all from Debian 12 packages (scripts/packages.txt). They appear only in .cpp files. The
# installed package includes this file too, because a consumer of static libraries links what they use.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS regex)
find_package(nlohmann_json 3 REQUIRED)
find_package(SQLite3 REQUIRED)
# Checksums of stores follow the rows that SQLite reports; it may be built without that.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES SQLite::SQLite3)
check_cxx_source_compiles("#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>
int main() { return sqlite3_preupdate_count(nullptr); }" SMALLSCOPE_SQLITE_REPORTS_ROWS)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT SMALLSCOPE_SQLITE_REPORTS_ROWS)
  message(FATAL_ERROR "this SQLite has no sqlite3_preupdate_hook; use one that is built with"
                      " -DSQLITE_ENABLE_PREUPDATE_HOOK, as that of Debian is")
endif()
find_package(ZLIB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
if(SMALLSCOPE_ONETBB)
  find_package(TBB REQUIRED)
endif()

find_package(PkgConfig REQUIRED)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(libdw REQUIRED IMPORTED_TARGET libdw)
pkg_check_modules(capstone REQUIRED IMPORTED_TARGET capstone)
# Z3 is optional: without it, only the solver of concolic is missing.
if(SMALLSCOPE_Z3)
  pkg_check_modules(z3 IMPORTED_TARGET z3)
  if(NOT z3_FOUND)
    message(STATUS "Z3 (libz3-dev) was not found: symbolic programs run, but nothing is solved")
    set(SMALLSCOPE_Z3 OFF)
  endif()
endif()
# Debian's CRoaring 0.2.66 has a broken CMake package file, so it is found by hand.
find_path(ROARING_INCLUDE_DIR roaring/roaring.h REQUIRED)
find_library(ROARING_LIBRARY roaring REQUIRED)
if(NOT TARGET smallscope_roaring)
  add_library(smallscope_roaring INTERFACE IMPORTED)
  target_include_directories(smallscope_roaring INTERFACE "${ROARING_INCLUDE_DIR}")
  target_link_libraries(smallscope_roaring INTERFACE "${ROARING_LIBRARY}")
endif()
