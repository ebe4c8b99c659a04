// The tables examples/*/expected-bugs.tsv: one confirmed bug a row.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace smallscope::examples {

/// The rows of a table with tabs between columns, without its heading.
std::vector<std::vector<std::string>> rows_of(const std::filesystem::path& table);

/// A cell that holds a program: `\n` is a line end, `\\` a backslash.
std::string unescaped(const std::string& cell);

}  // namespace smallscope::examples
