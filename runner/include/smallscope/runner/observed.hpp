// Campaigns on a subject outside: a command per test or a persistent worker, judged by oracles on what was observed.
//
// Example (examples/rope): observed("rope/rename-field", programs(), to_input, worker, {no_crash(), ...}).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <smallscope/oracles/oracle.hpp>
#include <smallscope/runner/generator_space.hpp>
#include <smallscope/subjects/subject.hpp>

namespace smallscope::runner {

/// A campaign over the values of `generator`; `render(value)` gives the subjects::Input.
/// `render` must be pure and safe to call from several threads.
template <CampaignGenerator G, class Render>
Campaign observed(std::string name, G generator, Render render, std::shared_ptr<const subjects::Subject> subject,
                  std::vector<oracles::OraclePointer> oracles);

/// The same over a search that is not indexed: it is counted by the run (generators/uncounted_search.hpp).
template <generators::SearchProgram P, class Render>
Campaign observed(std::string name, generators::Search<P> search, Render render,
                  std::shared_ptr<const subjects::Subject> subject, std::vector<oracles::OraclePointer> oracles);

/// The body that renders each ordinal of a level's space, observes `subject` on it and has `oracles` judge. Inputs that
/// cannot be observed for reasons outside the subject are tried up to three times. The judgements of a crash or time-out
/// are added when no oracle of the campaign speaks of them.
std::shared_ptr<const Body> observed_body(Spaces spaces, std::shared_ptr<const subjects::Subject> subject,
                                          std::vector<oracles::OraclePointer> oracles);

template <CampaignGenerator G, class Render>
Campaign observed(std::string name, G generator, Render render, std::shared_ptr<const subjects::Subject> subject,
                  std::vector<oracles::OraclePointer> oracles) {
  const Spaces spaces = spaces_of(levels_of(std::move(generator)), render);
  return campaign_over(std::move(name), spaces, observed_body(spaces, std::move(subject), std::move(oracles)));
}

template <generators::SearchProgram P, class Render>
Campaign observed(std::string name, generators::Search<P> search, Render render,
                  std::shared_ptr<const subjects::Subject> subject, std::vector<oracles::OraclePointer> oracles) {
  return observed(std::move(name), generators::UncountedSearch<P>(std::move(search)), std::move(render),
                  std::move(subject), std::move(oracles));
}

}  // namespace smallscope::runner
