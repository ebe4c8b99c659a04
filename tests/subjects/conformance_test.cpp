// SPDX-License-Identifier: Apache-2.0
// check_worker() finds the fault that was put into a worker, and no fault in one that has none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <smallscope/subjects/conformance.hpp>

#include "files.hpp"
#include "misbehaving_worker.hpp"

namespace smallscope::subjects {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

struct Fault {
  std::string name;
  Conformance result;
  std::vector<std::string_view> cases;  ///< at least these have this result
  std::string says;                     ///< of the first of them
};

class Conforms : public testing::TestWithParam<Fault> {
 protected:
  std::vector<ConformanceCheck> check(const std::string& fault, std::stop_token stop = {}) {
    ConformanceOptions options;
    options.sample.files = {{"input", "caf\u00e9"}};
    options.limits.time = std::chrono::seconds(fault == "hangs" ? 1 : 5);  // a busy machine is no fault
    options.start = std::chrono::seconds(10);
    return check_worker(python(SMALLSCOPE_SOURCE_DIR "/tests/subjects/faulty_worker.py", {fault}), options,
                        directory_.path(), std::move(stop), [](const ConformanceCheck&) {});
  }
  TemporaryDirectory directory_;
};

TEST_P(Conforms, TheFaultIsFound) {
  const auto& [name, result, cases, says] = GetParam();
  std::map<std::string_view, ConformanceCheck> found;
  for (const ConformanceCheck& each : check(name)) found[each.name] = each;
  for (const std::string_view expected : cases)
    EXPECT_EQ(found[expected].result, result) << expected << ": " << found[expected].says;
  EXPECT_THAT(found[cases.front()].says, HasSubstr(says));
}

constexpr auto broken = Conformance::broken;
constexpr auto advised = Conformance::advised;
INSTANTIATE_TEST_SUITE_P(
    All, Conforms,
    testing::Values(Fault{"no greeting", broken, {"first line"}, "cannot open the engine"},
                    Fault{"version 2", broken, {"first line"}, "speaks version 2"},
                    Fault{"hangs", broken, {"a request"}, "no answer within 1 s"},
                    Fault{"unknown outcome", broken, {"a request"}, "has the outcome \"ok\""},
                    Fault{"no outputs", broken, {"evidence"}, "no oracle can judge"},
                    Fault{"misspelt output", advised, {"evidence"}, "do you mean `behaviour after`"},
                    Fault{"lost", advised, {"evidence", "every character", "long request"}, "not today"},
                    Fault{"short identifiers", broken, {"large identifier"}, "4294967297"},
                    Fault{"knows its members", broken, {"unknown member"}, "unknown member"},
                    Fault{"only ASCII", broken, {"a request", "every character"}, "UnicodeEncodeError"},
                    Fault{"needs strings", broken, {"bytes that are not UTF-8"}, "TypeError"},
                    Fault{"needs text", broken, {"empty text"}, "empty"},
                    Fault{"needs files", broken, {"a request with nothing in it"}, "KeyError"},
                    Fault{"short lines", broken, {"long request"}, "exited with status 0"},
                    Fault{"two replies", broken, {"a request", "two requests at once"}, "more than one line"},
                    Fault{"counts", broken, {"the same again", "other descriptors and locale"}, "first \"1\""},
                    Fault{"leaves files", advised, {"leftovers"}, "8 files"},
                    Fault{"stays", advised, {"end of the requests"}, "within 500 ms"},
                    Fault{"status 5", advised, {"end of the requests"}, "exited with status 5"},
                    Fault{"fixed descriptors", broken, {"other descriptors and locale"}, ""},
                    Fault{"encoding of the locale", broken, {"other descriptors and locale"}, "LC_ALL=C"},
                    Fault{"stays after half a line", advised, {"end in the middle"}, "within 500 ms"},
                    Fault{"drops what was read ahead", broken, {"two requests at once"}, "no answer within"},
                    Fault{"ends on another version", advised, {"another version"}, "its own version"}),
    [](const auto& fault) {
      std::string name;
      for (const char c : fault.param.name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
      return name;
    });

class Conformant : public Conforms {};

TEST_F(Conformant, AWorkerWithoutAFaultKeepsEveryCase) {
  const auto checks = check("none");
  EXPECT_THAT(checks, SizeIs(18));
  for (const ConformanceCheck& each : checks) EXPECT_EQ(each.result, Conformance::kept) << each.name << each.says;
}

TEST_F(Conformant, OnlyTheCasesOfTheFaultAreReported) {
  for (const ConformanceCheck& each : check("leaves files"))
    EXPECT_EQ(each.result, each.name == "leftovers" ? Conformance::advised : Conformance::kept) << each.name;
}

TEST_F(Conformant, AProgramThatDoesNotExistIsUnavailable) {
  EXPECT_THROW(check_worker({.arguments = {"/there/is/none"}, .environment = {}, .standard_input = {}}, {},
                            directory_.path(), {}, [](const ConformanceCheck&) {}),
               SubjectUnavailable);
}

TEST_F(Conformant, AStopEndsItAtOnce) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THAT(check("hangs", source.get_token()), testing::IsEmpty());
}

}  // namespace
}  // namespace smallscope::subjects
