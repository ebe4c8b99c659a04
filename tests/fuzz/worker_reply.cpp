// SPDX-License-Identifier: Apache-2.0
// Any bytes as the first line of a worker, and as its reply: an observation with bounded texts, or
// std::invalid_argument.
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "protocol.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace ss = smallscope::subjects;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  try {
    ss::read_greeting(line);
  } catch (const std::invalid_argument&) {
  }
  constexpr std::size_t bound = 64;
  try {
    const ss::Observation observation = ss::read_reply(line, 7, bound);
    for (const ss::NamedText& output : observation.outputs)
      if (output.text.size() > bound) std::abort();
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
