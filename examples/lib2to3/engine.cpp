// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <smallscope/oracles/standard.hpp>

#include "python/interpreter.hpp"
#include "python/text.hpp"

namespace lib2to3_campaigns {

namespace oracles = smallscope::oracles;
using smallscope::subjects::Input;

smallscope::generators::Elements<Code> codes(const std::vector<Code>& all) {
  std::vector<std::string> labels;
  labels.reserve(all.size());
  for (const Code& code : all)
    labels.push_back(code.before.empty() ? "none" : python_programs::replaced(code.before, "\n", "\\n"));
  return smallscope::generators::Elements<Code>(all, std::move(labels));
}

Code filled(const Code& frame, std::string_view hole, const Code& code) {
  return {python_programs::inserted(frame.before, hole, code.before),
          python_programs::inserted(frame.meaning, hole, code.meaning)};
}

Input request(std::string_view preamble, const Code& program) {
  const auto text = [&](const std::string& part) { return std::string(preamble) + part + "\n"; };
  return {.files = {{"input.py", text(program.before)}, {"reference.py", text(program.meaning)}},
          .parameters = {},
          .standard_input = {}};
}

std::shared_ptr<const smallscope::subjects::Subject> engine() {
  return python_programs::worker({"lib2to3.fixes", "python3-lib2to3"}, SMALLSCOPE_LIB2TO3_WORKER, "lib2to3 worker 1");
}

std::vector<oracles::OraclePointer> conversion_oracles() {
  return {oracles::no_crash(), oracles::no_time_out(), oracles::reported_compiles(""), oracles::reported_behaviour(),
          oracles::renamed("comments kept", oracles::reported_round_trip("comments before", "comments after"))};
}

}  // namespace lib2to3_campaigns
