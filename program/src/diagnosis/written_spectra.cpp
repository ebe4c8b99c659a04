// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/written_spectra.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "command_line/options.hpp"

namespace smallscope::program {

void add_write(CLI::App& command, WriteArguments& arguments) {
  CLI::Option* const target =
      command
          .add_option("--write", arguments.target,
                      "Also write the spectra that are ranked, for other tools: a file, or the folder of a format")
          ->check(not_empty());
  std::vector<std::pair<std::string, diagnosis::SpectrumFormat>> formats;
  for (const diagnosis::SpectrumFormat format : diagnosis::all_spectrum_formats)
    if (diagnosis::can_write(format)) formats.emplace_back(name(format), format);
  add_choice(command, "--format", arguments.format, formats, "With --write: compact, which keeps all, unless given")
      ->needs(target);
}

WrittenSpectra::WrittenSpectra(const WriteArguments& arguments) : arguments_(arguments) {
  std::error_code error;
  if (!arguments.target.empty() && std::filesystem::exists(arguments.target, error))
    throw UsageError(fmt::format("--write {}: it is there already; name another file", arguments.target));
}

void WrittenSpectra::add(const diagnosis::RecordedSpectrum& recorded) {
  if (!arguments_.target.empty()) all_.push_back(recorded);
}

void WrittenSpectra::add(const diagnosis::Spectrum& spectrum, const ClusterSpectrum& cluster) {
  if (arguments_.target.empty()) return;
  diagnosis::RecordedSpectrum recorded{.name = fmt::format("{} {}", cluster.id, cluster.key), .spectrum = spectrum};
  for (std::size_t test = 0; test < spectrum.tests(); ++test)
    recorded.test_names.push_back(fmt::format("input-{}", spectrum.test(test).ordinal));
  all_.push_back(std::move(recorded));
}

void WrittenSpectra::finish() const {
  if (arguments_.target.empty()) return;
  if (all_.empty()) throw UsageError(fmt::format("--write {}: there is no spectrum", arguments_.target));
  if (all_.size() > 1 && arguments_.format != diagnosis::SpectrumFormat::compact)
    throw UsageError(
        fmt::format("--format {}: it holds one spectrum, and there are {}; choose one, with --cluster of a "
                    "store, or use the format compact",
                    name(arguments_.format), all_.size()));
  diagnosis::write_spectra(all_, arguments_.format, arguments_.target);
}

}  // namespace smallscope::program
