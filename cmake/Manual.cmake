# SPDX-License-Identifier: Apache-2.0
# Manual pages and completions of the installed program, which writes them itself; included by program/.
set(manual "${CMAKE_CURRENT_BINARY_DIR}/manual")
set(completions "${CMAKE_CURRENT_BINARY_DIR}/completions")
add_custom_command(
  OUTPUT "${completions}/smallscope.fish"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${manual}"
  COMMAND smallscope_cli manual --directory "${manual}"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${completions}"
  COMMAND smallscope_cli completion bash > "${completions}/smallscope"
  COMMAND smallscope_cli completion zsh > "${completions}/_smallscope"
  COMMAND smallscope_cli completion fish > "${completions}/smallscope.fish"
  DEPENDS smallscope_cli
  COMMENT "Writing the manual pages and completions")
add_custom_target(smallscope_manual ALL DEPENDS "${completions}/smallscope.fish")
install(DIRECTORY "${manual}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${completions}/smallscope" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${completions}/_smallscope" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES "${completions}/smallscope.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
