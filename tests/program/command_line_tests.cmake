# SPDX-License-Identifier: Apache-2.0
# The tests of the command line, which start the programs; included by tests/program/CMakeLists.txt.
add_executable(command-line-campaigns command_line_campaigns.cpp)
target_link_libraries(command-line-campaigns PRIVATE smallscope::program smallscope::runner)
target_compile_options(command-line-campaigns PRIVATE "${quick_to_build}")
smallscope_warnings(command-line-campaigns)

# command_line_test(<name> <source>): a test program of its own, so that these tests run side by side.
function(command_line_test name source)
  smallscope_test(${name}
    SOURCES ${source}
    LIBRARIES smallscope_command_line_process smallscope_older_formats smallscope::results nlohmann_json::nlohmann_json
    DEPENDS smallscope_cli relative-path command-line-campaigns
    TIMEOUT 600)
  target_include_directories(test_${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_definitions(test_${name} PRIVATE
    SMALLSCOPE_PROGRAM="$<TARGET_FILE:smallscope_cli>"
    SMALLSCOPE_RELATIVE_PATH="$<TARGET_FILE:relative-path>"
    SMALLSCOPE_CAMPAIGNS="$<TARGET_FILE:command-line-campaigns>")
endfunction()

command_line_test(command_line command_line_test.cpp)
command_line_test(command_line_begin begin/command_line_begin_test.cpp)
command_line_test(command_line_run command_line_run_test.cpp)
command_line_test(command_line_identity command_line_identity_test.cpp)
command_line_test(command_line_search command_line_search_test.cpp)
command_line_test(command_line_errors command_line_errors_test.cpp)
command_line_test(command_line_merging command_line_merging_test.cpp)
command_line_test(command_line_rules command_line_rules_test.cpp)
command_line_test(command_line_explain command_line_explain_test.cpp)
command_line_test(command_line_kept command_line_kept_test.cpp)
command_line_test(command_line_failed_first command_line_failed_first_test.cpp)
command_line_test(command_line_compare command_line_compare_test.cpp)
command_line_test(command_line_reduce command_line_reduce_test.cpp)
command_line_test(command_line_bugreport command_line_bugreport_test.cpp)
command_line_test(command_line_command_script scripts/command_script_test.cpp)
command_line_test(command_line_script_rewriting scripts/command_script_rewriting_test.cpp)
command_line_test(command_line_worker_script scripts/worker_script_test.cpp)
command_line_test(command_line_recheck command_line_recheck_test.cpp)
command_line_test(command_line_known_faults command_line_known_faults_test.cpp)
command_line_test(command_line_review command_line_review_test.cpp)
command_line_test(command_line_evaluate command_line_evaluate_test.cpp)
command_line_test(command_line_diagnose command_line_diagnose_test.cpp)
command_line_test(command_line_capability command_line_capability_test.cpp)
# The runtime of coverage, in a program that a compiler instruments while the test runs.
command_line_test(command_line_coverage command_line_coverage_test.cpp)
command_line_test(command_line_spectra command_line_spectra_test.cpp)
command_line_test(command_line_plan command_line_plan_test.cpp)
command_line_test(command_line_direct command_line_direct_test.cpp)
command_line_test(command_line_loop command_line_loop_test.cpp)
command_line_test(command_line_switch command_line_switch_test.cpp)
command_line_test(command_line_single_fault command_line_single_fault_test.cpp)
# And in a campaign that executes its code in process.
add_library(covered-calculator OBJECT covered/calculator.c)
target_compile_options(covered-calculator PRIVATE -g -O0
  $<$<C_COMPILER_ID:GNU>:-fsanitize-coverage=trace-pc,trace-cmp>
  $<$<NOT:$<C_COMPILER_ID:GNU>>:-fsanitize-coverage=bb,no-prune,inline-bool-flag,pc-table>)
add_executable(covered-campaign covered/covered_campaign.cpp)
# All of the runtime, last: sanitizers have functions of the same names that do nothing.
target_link_libraries(covered-campaign PRIVATE covered-calculator smallscope::program smallscope::runner
  $<LINK_LIBRARY:WHOLE_ARCHIVE,smallscope_coverage_runtime>)
target_compile_options(covered-campaign PRIVATE "${quick_to_build}")
smallscope_warnings(covered-campaign)
foreach(test IN ITEMS test_command_line_coverage test_command_line_spectra test_command_line_plan
        test_command_line_direct test_command_line_loop test_command_line_single_fault test_command_line_switch)
  add_dependencies(${test} smallscope_coverage_runtime covered-campaign)
  set(plugin "")
  if(TARGET smallscope_return_values)
    add_dependencies(${test} smallscope_return_values)
    set(plugin "$<TARGET_FILE:smallscope_return_values>")
  endif()
  target_compile_definitions(${test} PRIVATE
    SMALLSCOPE_PYTHON_WORKERS="${PROJECT_SOURCE_DIR}/workers/python"
    SMALLSCOPE_COVERED_CAMPAIGN="$<TARGET_FILE:covered-campaign>"
    SMALLSCOPE_COVERAGE_RUNTIME="$<TARGET_FILE:smallscope_coverage_runtime>"
    SMALLSCOPE_RETURN_VALUES_PLUGIN="${plugin}"
    SMALLSCOPE_RETURN_VALUES_CLANG="${SMALLSCOPE_PLUGIN_CLANG}")
endforeach()
command_line_test(command_line_shards shards/command_line_shards_test.cpp)
command_line_test(command_line_verify command_line_verify_test.cpp)
command_line_test(command_line_store command_line_store_test.cpp)
command_line_test(command_line_verdicts command_line_verdicts_test.cpp)
command_line_test(command_line_refusals command_line_refusals_test.cpp)
command_line_test(command_line_clearer command_line_clearer_test.cpp)
command_line_test(command_line_output command_line_output_test.cpp)
command_line_test(command_line_many_failures command_line_many_failures_test.cpp)
command_line_test(command_line_trust command_line_trust_test.cpp)
target_link_libraries(test_command_line_trust PRIVATE SQLite::SQLite3)

# Programs and files whose texts mean harm to a terminal.
add_executable(hostile-campaigns hostile_campaigns.cpp)
target_link_libraries(hostile-campaigns PRIVATE smallscope::program smallscope::runner)
target_compile_options(hostile-campaigns PRIVATE "${quick_to_build}")
smallscope_warnings(hostile-campaigns)
command_line_test(command_line_outside_text command_line_outside_text_test.cpp)
target_sources(test_command_line_outside_text PRIVATE hostile_texts.cpp)
target_link_libraries(test_command_line_outside_text PRIVATE smallscope::report SQLite::SQLite3)
target_compile_definitions(test_command_line_outside_text PRIVATE
  SMALLSCOPE_HOSTILE_CAMPAIGNS="$<TARGET_FILE:hostile-campaigns>")
add_dependencies(test_command_line_outside_text hostile-campaigns)

command_line_test(command_line_limits command_line_limits_test.cpp)
command_line_test(command_line_fatal command_line_fatal_test.cpp)
command_line_test(command_line_containment command_line_containment_test.cpp)
command_line_test(command_line_export command_line_export_test.cpp)
command_line_test(command_line_report command_line_report_test.cpp)
command_line_test(command_line_determinism command_line_determinism_test.cpp)
command_line_test(command_line_kills command_line_kills_test.cpp)

# What `run --watch` draws, apart from the terminal.
smallscope_test(live_view SOURCES live_view_test.cpp LIBRARIES smallscope::program smallscope::runner)
target_include_directories(test_live_view PRIVATE "${PROJECT_SOURCE_DIR}/program/src")
smallscope_test(rewriting SOURCES scripts/rewriting_test.cpp LIBRARIES smallscope::program smallscope::runner)
target_include_directories(test_rewriting PRIVATE "${PROJECT_SOURCE_DIR}/program/src")
