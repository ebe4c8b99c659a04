// SPDX-License-Identifier: Apache-2.0
// Any bytes as a JSON column of a store: values that are written and read back as they are, or BadJson.
#include "json.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

namespace res = smallscope::results;

template <class Read>
void read(const Read& from_json, std::string_view text) {
  try {
    const auto value = from_json(text);
    const std::string written = res::to_json(value);
    if (res::to_json(from_json(written)) != written) std::abort();
  } catch (const res::BadJson&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(res::texts_from_json, text);
  read(res::pairs_from_json, text);
  read(res::named_texts_from_json, text);
  read(res::judgements_from_json, text);
  read(res::choices_from_json, text);
  read(res::input_from_json, text);
  read(res::ordinals_from_json, text);
  read(res::selection_from_json, text);
  const std::string quoted = res::to_json(text);  // any bytes come back unchanged
  if (res::texts_from_json("[" + quoted + "]") != res::Texts{std::string(text)}) std::abort();
  return 0;
}
