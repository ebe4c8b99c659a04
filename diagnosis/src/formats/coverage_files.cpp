// SPDX-License-Identifier: Apache-2.0
// The files of a folder of coverage. It is listed once, so each test finds its own at once.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include <smallscope/diagnosis/coverage_folders.hpp>

#include "formats/files.hpp"
#include "formats/formats.hpp"

namespace smallscope::diagnosis {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_coverage_file = std::size_t{256} << 20;
constexpr std::string_view coverage_endings[] = {".gcov.json", ".gcov.json.gz", ".llvm.json", ".llvm.json.gz"};

/// The name without the ending of a file of coverage; empty if it has none.
std::string_view without_ending(std::string_view name) {
  for (const std::string_view ending : coverage_endings)
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return "";
}

/// Files and folders. Opening anything else, such as a FIFO, could wait for ever.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    std::error_code gone;
    const fs::file_status status = each->status(gone);
    if (fs::is_regular_file(status) || fs::is_directory(status)) entries.push_back(each->path());
  }
  if (error) throw FormatError(fmt::format("{}: the folder cannot be read: {}", folder.string(), error.message()));
  std::ranges::sort(entries);
  return entries;
}

/// The files of coverage in the folder of a test.
std::vector<fs::path> coverage_files_in(const fs::path& folder) {
  std::vector<fs::path> files = entries_of(folder);
  std::erase_if(files, [](const fs::path& each) { return without_ending(each.filename().string()).empty(); });
  return files;
}

}  // namespace

bool is_coverage_folder(const fs::path& folder) {
  const fs::path table = folder / "tests.csv";
  std::error_code ignored;
  return fs::is_regular_file(table, ignored) && bytes_of(table).starts_with("test,");
}

RecordedSpectrum read_coverage_folder(const fs::path& folder) {
  std::map<std::string, std::vector<fs::path>, std::less<>> files_of;  // by test
  std::map<std::string, fs::path, std::less<>> entry_of;
  for (const fs::path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    std::error_code ignored;
    const bool is_folder = fs::is_directory(entry, ignored);
    const std::string test(is_folder ? name : without_ending(name));
    std::vector<fs::path> files = is_folder ? coverage_files_in(entry) : std::vector{entry};
    if (test.empty() || files.empty()) continue;
    const auto [other, is_new] = entry_of.emplace(test, entry);
    if (!is_new)
      throw FormatError(
          fmt::format("{} and {} are both coverage of the test '{}': keep one of them, or put all files "
                      "of the test into its folder",
                      other->second.string(), entry.string(), test));
    files_of.emplace(test, std::move(files));
  }
  RecordedSpectrum recorded = parse_coverage(bytes_of(folder / "tests.csv"), folder.string(),
                                             [&](const std::string& test, const CoverageSink& sink) {
                                               const auto found = files_of.find(test);
                                               if (found == files_of.end()) return;
                                               for (const fs::path& file : found->second)
                                                 sink(bytes_of(file, largest_coverage_file), file.string());
                                             });
  const std::set<std::string, std::less<>> tests(recorded.test_names.begin(), recorded.test_names.end());
  for (const auto& [test, entry] : entry_of)
    if (!tests.contains(test))
      throw FormatError(
          fmt::format("{}: tests.csv has no test '{}': add it with its outcome, or remove this", entry.string(), test));
  return recorded;
}

void write_coverage_folder(const RecordedSpectrum& recorded, SpectrumFormat format, const fs::path& folder) {
  const std::string tests = coverage_tests_text(recorded);
  std::error_code error;
  fs::create_directories(folder, error);
  for (std::size_t i = 0; i < recorded.spectrum.tests(); ++i)
    write_file(folder / fmt::format("{}.{}.json", test_name(recorded, i), name(format)),
               coverage_text(recorded, i, format));
  write_file(folder / "tests.csv", tests);
}

}  // namespace smallscope::diagnosis
