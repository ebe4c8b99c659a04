# SPDX-License-Identifier: Apache-2.0
# The specification loader: paths relative to program/. document.cpp alone needs PkgConfig::tomlplusplus.
set(specification_sources
  src/specification/alternatives.cpp
  src/specification/attributes.cpp
  src/specification/collections.cpp
  src/specification/combinations.cpp
  src/specification/commands.cpp
  src/specification/dependents.cpp
  src/specification/document.cpp
  src/specification/entry_list.cpp
  src/specification/fillings.cpp
  src/specification/hole_values.cpp
  src/specification/holes.cpp
  src/specification/include.cpp
  src/specification/inner_choices.cpp
  src/specification/languages.cpp
  src/specification/levels.cpp
  src/specification/marks.cpp
  src/specification/links.cpp
  src/specification/subject_files.cpp
  src/specification/merging.cpp
  src/specification/oracle_tables.cpp
  src/specification/section.cpp
  src/specification/specification.cpp
  src/specification/suspects.cpp
  src/specification/template.cpp
  src/specification/texts.cpp)
