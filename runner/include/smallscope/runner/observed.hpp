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

/// What a refusal of the subject ("cannot be applied") means where no oracle objects: a verdict of its own that is
/// counted, a failure of the subject, or that the input was not valid. Its messages are the reason in all three.
enum class Refusal { counted, failure, rejection };

struct ObservedOptions {
  Refusal refusal = Refusal::counted;
};

/// A campaign over the values of `generator`; `render(value)` gives the subjects::Input.
/// `render` must be pure and safe to call from several threads. Throws std::invalid_argument without oracles, and for
/// one that can never judge the subject (oracles::never_judges).
template <CampaignGenerator G, class Render>
Campaign observed(std::string name, G generator, Render render, std::shared_ptr<const subjects::Subject> subject,
                  std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options = {});

/// The same over a search that is not indexed: it is counted by the run (generators/uncounted_search.hpp).
template <generators::SearchProgram P, class Render>
Campaign observed(std::string name, generators::Search<P> search, Render render,
                  std::shared_ptr<const subjects::Subject> subject, std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options = {});

/// The body that renders each ordinal of a level's space, observes `subject` on it and has `oracles` judge. Inputs that
/// cannot be observed for reasons outside the subject are tried up to three times. The judgements of a crash or time-out
/// are added when no oracle of the campaign speaks of them.
std::shared_ptr<const Body> observed_body(Spaces spaces, std::shared_ptr<const subjects::Subject> subject,
                                          std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options = {});

template <CampaignGenerator G, class Render>
Campaign observed(std::string name, G generator, Render render, std::shared_ptr<const subjects::Subject> subject,
                  std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options) {
  const Spaces spaces = spaces_of(levels_of(std::move(generator)), render);
  return campaign_over(std::move(name), spaces, observed_body(spaces, std::move(subject), std::move(oracles), options));
}

template <generators::SearchProgram P, class Render>
Campaign observed(std::string name, generators::Search<P> search, Render render,
                  std::shared_ptr<const subjects::Subject> subject, std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options) {
  return observed(std::move(name), generators::UncountedSearch<P>(std::move(search)), std::move(render),
                  std::move(subject), std::move(oracles), options);
}

}  // namespace smallscope::runner
