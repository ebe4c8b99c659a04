// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target without libFuzzer: over each file of some folders, and over COUNT inputs that are made of them by
// chance. The chance is seeded, so that a run can be repeated.
//
// usage: fuzz_TARGET COUNT FOLDER... Each input is written to the file $SMALLSCOPE_FUZZ_INPUT, if there is such a
// variable, before it is tried: the file then holds the one that ended the program.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "files.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using Random = std::mt19937_64;

/// A piece of the text, at most 64 bytes.
std::string piece(const std::string& text, Random& random) {
  if (text.empty()) return "";
  return text.substr(random() % text.size(), 1 + random() % 64);
}

std::string changed(std::string text, const std::string& other, Random& random) {
  for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
    const std::size_t at = text.empty() ? 0 : random() % text.size();
    switch (random() % 6) {
      case 0:
        if (!text.empty()) text[at] = static_cast<char>(text[at] ^ 1 << random() % 8);
        break;
      case 1:
        if (!text.empty()) text[at] = static_cast<char>(random());
        break;
      case 2:
        text.erase(at, 1 + random() % 16);
        break;
      case 3:
        text.insert(at, piece(text, random));
        break;
      case 4:
        text.insert(at, piece(other, random));
        break;
      default:
        text.replace(at, std::min<std::size_t>(text.size() - at, 8), piece(other, random));
        break;
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> files;
  for (int folder = 2; folder < argc; ++folder)
    for (const auto& entry : fs::directory_iterator(argv[folder])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const fs::path& file : files) corpus.push_back(text_of(file));
  if (corpus.empty()) {
    std::fprintf(stderr, "usage: %s COUNT FOLDER...; there must be files to begin with\n", argv[0]);
    return 2;
  }
  const char* const kept = std::getenv("SMALLSCOPE_FUZZ_INPUT");
  const auto run = [&](const std::string& input) {
    if (kept != nullptr) std::ofstream(kept, std::ios::binary | std::ios::trunc) << input;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  };
  for (const std::string& input : corpus) run(input);
  Random random(14);
  const int count = std::atoi(argv[1]);
  for (int number = 0; number < count; ++number) {
    const std::string& first = corpus[random() % corpus.size()];
    run(changed(first, corpus[random() % corpus.size()], random));
  }
  std::printf("%zu files and %d inputs made of them\n", corpus.size(), count);
}
