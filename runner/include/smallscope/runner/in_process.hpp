// SPDX-License-Identifier: Apache-2.0
// Campaigns on a C++ callable in the same process: properties of typed values, at the speed of hand-written loops.
//
// The walk over the generator, the code under test and the properties compile into one loop; only failures cost more. A
// subject that often crashes the process, or corrupts it, belongs behind a command or worker instead. Properties are
// called from several threads at once and must be pure: a failing one is evaluated again, under the clock, and is flaky
// if it then passes. Example: examples/quickstart/relative_path.cpp.
#pragma once

#include <concepts>
#include <string>
#include <utility>

#include <smallscope/runner/in_process_body.hpp>

namespace smallscope::runner {

/// A campaign that checks the properties on every value of `generator`. All properties judge a failing value. Example:
/// in_process("reverse", lists, property("reverse twice", [](const List& list) { ... })).
template <CampaignGenerator G, class... Check>
Campaign in_process(std::string name, G generator, Property<Check>... properties) {
  static_assert(sizeof...(Check) > 0, "in_process: give at least one property");
  using T = typename G::value_type;
  return in_process_detail::make(std::move(name), std::move(generator),
                                 in_process_detail::Properties<T, Check...>(std::move(properties)...));
}

/// The same with separate subject and oracles: `subject(value)` returns a result, and each oracle's check gets (value,
/// result). An exception of the subject is a crash of the subject; an exception of an oracle is an oracle error.
template <CampaignGenerator G, class Subject, class... Check>
requires std::invocable<const Subject&, const typename G::value_type&> Campaign in_process(std::string name,
                                                                                           G generator, Subject subject,
                                                                                           Property<Check>... oracles) {
  static_assert(sizeof...(Check) > 0, "in_process: give at least one oracle");
  using T = typename G::value_type;
  return in_process_detail::make(
      std::move(name), std::move(generator),
      in_process_detail::Judged<T, Subject, Check...>(std::move(subject), std::move(oracles)...));
}

/// Either of these over a search that is not indexed: the run counts it (generators/search/uncounted_search.hpp).
template <generators::SearchProgram P, class... Rest>
Campaign in_process(std::string name, generators::Search<P> search, Rest... rest) {
  return in_process(std::move(name), generators::UncountedSearch<P>(std::move(search)), std::move(rest)...);
}

}  // namespace smallscope::runner
