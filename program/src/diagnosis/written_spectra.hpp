// SPDX-License-Identifier: Apache-2.0
// --write of diagnose: the spectra that it ranks as a file for other tools. Belongs to one thread.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include <smallscope/diagnosis/formats.hpp>

#include "diagnosis/stored_diagnosis.hpp"

namespace smallscope::program {

struct WriteArguments {
  std::string target;  ///< a file, or the folder of a format; "": nothing is written
  diagnosis::SpectrumFormat format = diagnosis::SpectrumFormat::compact;
};

/// Adds --write and --format.
void add_write(CLI::App& command, WriteArguments& arguments);

/// Keeps the spectra that are to be written; nothing without a target.
class WrittenSpectra {
 public:
  /// Refers to the arguments. Throws UsageError if the target exists.
  explicit WrittenSpectra(const WriteArguments& arguments);
  void add(const diagnosis::RecordedSpectrum& recorded);
  /// Of a cluster of a store, with the id and the key of the cluster and the ordinals of inputs.
  void add(const diagnosis::Spectrum& spectrum, const ClusterSpectrum& cluster);
  /// Throws UsageError for several spectra in a format for one; diagnosis::FormatError as write_spectra().
  void finish() const;

 private:
  const WriteArguments& arguments_;
  std::vector<diagnosis::RecordedSpectrum> all_;
};

}  // namespace smallscope::program
