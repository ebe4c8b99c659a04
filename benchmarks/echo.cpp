// SPDX-License-Identifier: Apache-2.0
// The same as echo.py at almost no cost: it knows how the requests of worker.cpp begin and end.
#include <unistd.h>

#include <cstring>
#include <string>

namespace {

bool read_line(std::string& line) {
  char block[1 << 14];
  line.clear();
  do {
    const ssize_t count = read(3, block, sizeof block);
    if (count <= 0) return false;
    line.append(block, static_cast<std::size_t>(count));
  } while (line.back() != '\n');
  return true;
}

void answer(const std::string& line) {
  if (write(4, line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(1);
}

}  // namespace

int main() {
  std::string line;
  if (!read_line(line)) return 1;
  answer("{\"protocol\":\"smallscope-worker\",\"version\":1,\"subject\":\"echo\"}\n");
  while (read_line(line)) {
    const std::size_t id_end = line.find(',');
    const std::size_t text = line.find("{\"input\":\"") + std::strlen("{\"input\":");
    const std::size_t text_end = line.find('"', text + 1) + 1;
    answer(line.substr(0, id_end) +
           ",\"outcome\":\"done\",\"outputs\":{\"after\":" + line.substr(text, text_end - text) + "}}\n");
  }
}
