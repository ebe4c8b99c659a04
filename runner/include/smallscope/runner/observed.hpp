// SPDX-License-Identifier: Apache-2.0
// Campaigns on a subject outside the process: a command per test or a persistent worker, judged by oracles.
//
// A campaign is immutable once built. The threads of a run share it; each opens its own session and judges.
// Example (examples/rope): observed("rope/rename-field", programs(), to_input, worker, {no_crash(), ...}).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <smallscope/oracles/oracle.hpp>
#include <smallscope/runner/generator_space.hpp>
#include <smallscope/subjects/subject.hpp>

namespace smallscope::runner {

/// The meaning of a refusal by the subject ("cannot be applied") if no oracle objects: a verdict of its own that is
/// counted, a failure of the subject, or an invalid input. Its messages are the reason in all three cases.
enum class Refusal { counted, failure, rejection };

struct ObservedOptions {
  Refusal refusal = Refusal::counted;
};

/// A campaign over the values of `generator`; `render(value)` gives the subjects::Input. If there is a function
/// `render.fragment_lines(value)`, it says where the fragments of a merged value stand (Space::fragment_lines()).
/// `render` must be pure and safe to call from several threads. Throws std::invalid_argument without oracles, and for
/// an oracle that can never judge the subject (oracles::never_judges).
template <CampaignGenerator G, class Render>
Campaign observed(std::string name, G generator, Render render, std::shared_ptr<const subjects::Subject> subject,
                  std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options = {});

/// The same over a search that is not indexed: the run counts it (generators/search/uncounted_search.hpp).
template <generators::SearchProgram P, class Render>
Campaign observed(std::string name, generators::Search<P> search, Render render,
                  std::shared_ptr<const subjects::Subject> subject, std::vector<oracles::OraclePointer> oracles,
                  const ObservedOptions& options = {});

/// The body that renders each ordinal of a level's space, observes `subject` on it and lets `oracles` judge. Inputs
/// that cannot be observed for reasons outside the subject are tried up to three times. If no oracle of the campaign is
/// about crashes or time-outs, their judgements are added.
std::shared_ptr<const Body> observed_body(Spaces spaces, std::shared_ptr<const subjects::Subject> subject,
                                          std::vector<oracles::OraclePointer> oracles,
                                          const ObservedOptions& options = {});

template <CampaignGenerator G, class Render>
Campaign observed(std::string name, G generator, Render render, std::shared_ptr<const subjects::Subject> subject,
                  std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options) {
  const Spaces spaces = spaces_of(levels_of(std::move(generator)), render);
  return campaign_over(std::move(name), spaces, observed_body(spaces, std::move(subject), std::move(oracles), options));
}

template <generators::SearchProgram P, class Render>
Campaign observed(std::string name, generators::Search<P> search, Render render,
                  std::shared_ptr<const subjects::Subject> subject, std::vector<oracles::OraclePointer> oracles,
                  const ObservedOptions& options) {
  return observed(std::move(name), generators::UncountedSearch<P>(std::move(search)), std::move(render),
                  std::move(subject), std::move(oracles), options);
}

}  // namespace smallscope::runner
