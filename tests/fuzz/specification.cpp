// SPDX-License-Identifier: Apache-2.0
// Any bytes as a specification: a campaign whose inputs can be asked for, or a SpecificationError.
#include <smallscope/program/specification.hpp>

#include "fuzzed_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace ss = smallscope;
  static const ss::fuzz::File file("specification.toml");
  file.write({reinterpret_cast<const char*>(data), size});
  try {
    const ss::runner::Campaign campaign = ss::program::load_specification(file.path());
    const ss::generators::Ordinal inputs = campaign.space->size();
    if (inputs == 0 || inputs == ss::generators::uncounted) return 0;
    for (const ss::generators::Ordinal ordinal : {ss::generators::Ordinal{0}, inputs / 2, inputs - 1}) {
      campaign.space->render(ordinal);
      if (campaign.space->ordinal_of(campaign.space->choices(ordinal)) != ordinal) std::abort();
    }
  } catch (const ss::program::SpecificationError&) {
  }
  return 0;
}
