// SPDX-License-Identifier: Apache-2.0
#include "usage.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <memory>
#include <string>

#include "descriptor.hpp"
#include "proc_file.hpp"

namespace smallscope::subjects {
namespace {

/// The second number of a line such as "1790 406 295 2 0 432 0": pages that are resident.
std::uint64_t resident_pages(const std::string& statm) {
  std::uint64_t pages = 0;
  const std::size_t blank = statm.find(' ');
  if (blank != std::string::npos) std::from_chars(statm.data() + blank + 1, statm.data() + statm.size(), pages);
  return pages;
}

/// Children belong to the thread that started them.
void add_children(pid_t pid, std::vector<pid_t>& processes) {
  const std::string threads = fmt::format("/proc/{}/task", pid);
  const std::unique_ptr<DIR, CloseDirectory> directory(opendir(threads.c_str()));
  if (!directory) return;
  while (const dirent* const entry = readdir(directory.get()))
    if (entry->d_name[0] != '.')
      for (const pid_t child : numbers_in(read_proc(fmt::format("{}/{}/children", threads, entry->d_name))))
        processes.push_back(child);
}

}  // namespace

Usage usage_of(std::vector<pid_t> processes, std::size_t most) {
  static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  Usage usage;
  while (!processes.empty() && usage.processes <= most) {
    const pid_t pid = processes.back();
    processes.pop_back();
    const std::string statm = read_proc(fmt::format("/proc/{}/statm", pid));
    if (statm.empty()) continue;  // it has ended
    ++usage.processes;
    usage.memory_bytes += resident_pages(statm) * page;
    add_children(pid, processes);
  }
  return usage;
}

}  // namespace smallscope::subjects
