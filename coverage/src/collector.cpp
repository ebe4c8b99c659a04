// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/collector.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "data_file.hpp"

// Of the runtime, which the program may not link.
extern "C" {
__attribute__((weak)) void smallscope_coverage_attach(const char* directory);
__attribute__((weak)) void smallscope_coverage_flush(void);
}

namespace smallscope::coverage {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_entries = 10'000;  ///< a class of Java has a file of its own
constexpr std::size_t most_problems = 100;
/// File times advance in steps of the kernel's clock: what happens within one after a look has the same time.
constexpr std::int64_t clock_step = 20'000'000;

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000LL + time.tv_nsec; }

}  // namespace

class Collector::State {
 public:
  explicit State(fs::path directory) : directory_(fs::absolute(std::move(directory)).lexically_normal()) {
    std::error_code error;
    fs::create_directory(directory_, error);
    if (!error && !fs::is_empty(directory_, error) && !error) {
      throw CollectorError(
          fmt::format("{}: this folder for coverage is not empty: name one of its own", directory_.string()));
    }
    if (!error) fs::permissions(directory_, fs::perms::owner_all, error);
    if (error) {
      throw CollectorError(
          fmt::format("{}: cannot make this folder for coverage: {}", directory_.string(), error.message()));
    }
  }
  ~State() {
    if (attached_ == this && smallscope_coverage_attach != nullptr) {
      smallscope_coverage_attach(nullptr);
      attached_ = nullptr;
    }
    files_.clear();
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const fs::path& directory() const { return directory_; }

  void clear() {
    flush();
    look();
    for_each_file([](DataFile& file) { file.clear(); });
  }

  Covered take() {
    flush();
    look();
    std::map<std::string_view, Part> parts;
    // A module's flags come before its returns, and those before its code; and so do their elements.
    for (const DataKind kind : {DataKind::flags, DataKind::returns, DataKind::code}) {
      for_each_file([&](DataFile& file) {
        if (file.kind() != kind) return;
        const auto& module = modules_.at(file.module().id);
        Part& part = parts.try_emplace(module->id, Part{module, {}}).first->second;
        const std::size_t size = part.elements.size();
        if (size == 0) part.elements.reserve(most_covered_);
        try {
          file.append_covered(part.elements);
        } catch (...) {
          part.elements.resize(size);
          throw;
        }
        most_covered_ = std::max(most_covered_, part.elements.size());
      });
    }
    Covered covered;
    for (auto& [id, part] : parts) {
      if (part.elements.empty()) continue;
      part.elements.shrink_to_fit();
      covered.parts.push_back(std::move(part));
    }
    return covered;
  }

  std::vector<std::shared_ptr<const Module>> modules() const {
    std::vector<std::shared_ptr<const Module>> all;
    for (const auto& [id, module] : modules_) all.push_back(module);
    return all;
  }

  bool switched() const {
    return std::ranges::any_of(files_, [](const auto& entry) { return entry.second->is_switched(); });
  }

  const std::vector<std::string>& problems() const { return problems_; }

  std::vector<std::string> hints() const {
    std::vector<std::string> all;
    for (const auto& [path, file] : files_) {
      if (file->edge_size() == 0) continue;
      all.push_back(
          fmt::format("{}: {} of {} flags are lost if it is killed: link libsmallscope_coverage_runtime.a"
                      " last, into each shared library as well",
                      file->module().path, file->edge_size(), file->module().blocks.size()));
    }
    return all;
  }

  const fs::path& folder() const { return directory_; }
  bool attach() {
    if (!attach_to(directory_)) return false;
    attached_ = this;
    return true;
  }

 private:
  void flush() {
    if (attached_ == this && smallscope_coverage_flush != nullptr) smallscope_coverage_flush();
  }

  void report(const fs::path& file, std::string_view what) {
    std::string text = fmt::format("{}: {}", file.string(), what);
    if (problems_.size() < most_problems && std::ranges::find(problems_, text) == problems_.end()) {
      problems_.push_back(std::move(text));
    }
  }

  /// What is in the way of data is removed: the next test writes the file anew.
  void reject(const fs::path& path, std::string_view what) {
    report(path, what);
    std::error_code ignored;
    fs::remove(path, ignored);
  }

  template <typename Use>
  void for_each_file(const Use& use) {
    for (auto entry = files_.begin(); entry != files_.end();) {
      try {
        use(*entry->second);
        ++entry;
      } catch (const DataFileError& error) {
        reject(entry->first, error.what());
        entry = files_.erase(entry);
        looked_ = 0;
      }
    }
  }

  /// Finds files that were added or replaced. The folder's time tells whether there can be any.
  void look() {
    struct stat status {};
    if (stat(directory_.c_str(), &status) != 0) {
      files_.clear();
      std::error_code ignored;
      fs::create_directory(directory_, ignored);
      return report(directory_, "this folder is gone: subjects must not remove it");
    }
    const std::int64_t changed = nanoseconds(status.st_ctim);
    if (changed + clock_step < looked_ && changed == changed_) return;
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    looked_ = nanoseconds(now);
    changed_ = changed;
    std::erase_if(files_, [](const auto& entry) {
      struct stat file {};
      return lstat(entry.first.c_str(), &file) != 0 || entry.second->identity() != std::pair(file.st_dev, file.st_ino);
    });
    std::error_code error;
    std::size_t count = 0;
    for (auto entry = fs::directory_iterator(directory_, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      if (++count > most_entries) return report(directory_, fmt::format("it has more than {} files", most_entries));
      add(entry->path());
    }
    if (error) report(directory_, error.message());
  }

  void add(const fs::path& path) {
    if (files_.contains(path) || path.filename().string().find(SMALLSCOPE_COVERAGE_UNFINISHED) != std::string::npos) {
      return;
    }
    try {
      auto file = std::make_unique<DataFile>(path);
      if (!know(file->module(), file->kind() == DataKind::flags))
        throw DataFileError("it contradicts another file of its module");
      files_.emplace(path, std::move(file));
    } catch (const DataFileError& error) {
      reject(path, error.what());
    }
  }

  /// Adds what a file says of a module to what is known. False: it says something else.
  bool know(const Module& module, bool has_flags) {
    auto& known = modules_[module.id];
    if (known == nullptr) {
      known = std::make_shared<Module>(module);
      return true;
    }
    if (known->code_begin != module.code_begin || known->code_size != module.code_size) return false;
    if (!has_flags || known->blocks == module.blocks) return true;
    if (!known->blocks.empty()) return false;
    known = std::make_shared<Module>(module);
    return true;
  }

  inline static State* attached_ = nullptr;  ///< in this process

  fs::path directory_;
  std::map<fs::path, std::unique_ptr<DataFile>> files_;
  std::map<std::string, std::shared_ptr<const Module>, std::less<>> modules_;
  std::vector<std::string> problems_;
  std::int64_t looked_ = 0;   ///< when
  std::int64_t changed_ = 0;  ///< the folder, when it was looked at
  std::size_t most_covered_ = 0;
};

Collector::Collector(fs::path directory) : state_(std::make_unique<State>(std::move(directory))) {}
Collector::~Collector() = default;
Collector::Collector(Collector&&) noexcept = default;
Collector& Collector::operator=(Collector&&) noexcept = default;

std::pair<std::string, std::string> Collector::environment() const {
  return {SMALLSCOPE_COVERAGE_VARIABLE, state_->directory().string()};
}
void Collector::clear() { state_->clear(); }
Covered Collector::take() { return state_->take(); }
bool Collector::switched() const { return state_->switched(); }
std::vector<std::shared_ptr<const Module>> Collector::modules() const { return state_->modules(); }
const std::vector<std::string>& Collector::problems() const { return state_->problems(); }
std::vector<std::string> Collector::hints() const { return state_->hints(); }
std::vector<std::string> Collector::remarks() const {
  std::vector<std::string> texts = problems();
  for (std::string& hint : hints()) texts.push_back(std::move(hint));
  return texts;
}
const std::filesystem::path& Collector::folder() const { return state_->folder(); }
bool Collector::attach() { return state_->attach(); }

bool attach_to(const std::filesystem::path& folder) {
  if (smallscope_coverage_attach == nullptr) return false;
  smallscope_coverage_attach(folder.c_str());
  return true;
}

void flush_attached() {
  if (smallscope_coverage_flush != nullptr) smallscope_coverage_flush();
}

}  // namespace smallscope::coverage
