// SPDX-License-Identifier: Apache-2.0
#include "run/opened_store.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "shards/shard.hpp"

namespace smallscope::program {

namespace {

std::filesystem::path default_store(const std::string& campaign) {
  std::string name = std::filesystem::path(campaign).replace_extension().string();
  if (is_specification(campaign)) name = std::filesystem::path(campaign).stem().string();
  std::replace(name.begin(), name.end(), '/', '-');
  return std::filesystem::path("runs") / (name + ".sqlite");
}

/// Where results without a store name are kept for one more run.
std::filesystem::path previous_of(std::filesystem::path file) { return file.replace_extension(".previous.sqlite"); }

/// --overwrite removes only stores.
void require_store(const std::filesystem::path& file) {
  try {
    results::Store::inspect(file);
  } catch (const results::StoreError& error) {
    throw UsageError(
        fmt::format("--overwrite replaces stores only; remove this yourself, or name another: {}", error.what()));
  }
}

}  // namespace

results::Store open_store(const RunArguments& arguments, const results::Manifest& manifest) {
  if (arguments.no_store) return results::Store::in_memory(manifest);
  const bool named = !arguments.store.empty();
  std::filesystem::path whole = named ? std::filesystem::path(arguments.store) : default_store(arguments.campaign);
  if (!named && arguments.options.shard) whole = store_of_shard(whole, *arguments.options.shard);
  const std::filesystem::path file = std::filesystem::absolute(whole);
  const bool exists = std::filesystem::exists(file);
  if (arguments.resume) {
    if (!exists)
      throw UsageError(fmt::format("--resume: there is no store {}; leave the option out to start one",
                                   report::short_path(file.string())));
    results::Store store = results::Store::open(file);
    store.require_same_campaign(manifest);
    store.require_whole();
    return store;
  }
  if (exists && arguments.overwrite) {
    require_store(file);
    return results::Store::replace(file, manifest);
  }
  if (exists && !named) return results::Store::replace(file, manifest, previous_of(file));
  try {
    return results::Store::create(file, manifest);
  } catch (const results::StoreExists&) {
    throw UsageError(
        fmt::format("{} exists already; go on with it by --resume, replace it by --overwrite, or name another",
                    report::short_path(file.string())));
  }
}

std::filesystem::path missing_directory(const std::string& store) {
  const std::filesystem::path directory = std::filesystem::path(store).parent_path();
  return directory.empty() || std::filesystem::exists(directory) ? std::filesystem::path() : directory;
}

std::string store_text(const std::string& file, const std::filesystem::path& made) {
  if (file.empty()) return "none: results end with this run";
  const std::string shown = report::one_line(file);
  return made.empty() ? shown : fmt::format("{} (in the new directory {})", shown, report::one_line(made.string()));
}

}  // namespace smallscope::program
