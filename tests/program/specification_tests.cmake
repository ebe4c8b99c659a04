# SPDX-License-Identifier: Apache-2.0
# The tests of the specification loader; included by tests/program/CMakeLists.txt.
smallscope_test(specification
  SOURCES specification_test.cpp specification_errors_test.cpp specification_documents_test.cpp
          specification_files_test.cpp specification_frames_test.cpp
          specification_include_test.cpp specification_inner_choices_test.cpp specification_kept_test.cpp
          specification_marks_test.cpp specification_merging_test.cpp specification_suspects_test.cpp
          specification_texts_test.cpp
  LIBRARIES smallscope::program smallscope::runner
  TIMEOUT 300)
# Its own combinator of linked holes is tested apart.
target_include_directories(test_specification PRIVATE "${PROJECT_SOURCE_DIR}/program/src")

# What is written and read without SQLite, with functions in place of those of the system.
smallscope_test(file_faults
  SOURCES file_faults_test.cpp
  LIBRARIES smallscope::program smallscope::runner ${CMAKE_DL_LIBS})
target_include_directories(test_file_faults PRIVATE "${PROJECT_SOURCE_DIR}/program/src")
