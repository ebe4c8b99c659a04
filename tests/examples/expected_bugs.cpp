#include "expected_bugs.hpp"

#include <fstream>
#include <sstream>

namespace smallscope::examples {

std::vector<std::vector<std::string>> rows_of(const std::filesystem::path& table) {
  std::ifstream stream(table);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(stream, line);  // the heading
  while (std::getline(stream, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) rows.back().push_back(cell);
  }
  return rows;
}

std::string unescaped(const std::string& cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const bool escapes = cell[i] == '\\' && i + 1 < cell.size() && (cell[i + 1] == 'n' || cell[i + 1] == '\\');
    if (escapes) ++i;
    text += escapes && cell[i] == 'n' ? '\n' : cell[i];
  }
  return text;
}

}  // namespace smallscope::examples
