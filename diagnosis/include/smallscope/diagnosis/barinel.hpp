// SPDX-License-Identifier: Apache-2.0
// Barinel: how probable each diagnosis is, given which tests passed and failed (Abreu, Zoeteweij and van Gemund 2009).
//
// A diagnosis is a minimal hitting set of the conflicts (hitting_sets.hpp). Each of its elements has a health: the
// probability that a test which covers it passes nevertheless. A test passes if all elements of the diagnosis that it
// covers do well. The health that makes the observed outcomes most likely is found for each diagnosis by itself, so an
// element has another one in another diagnosis. The whole posterior is returned, never a bare winner. Values: one
// thread may change a Barinel, or several may call diagnose().
//
// Example: diagnose(spectrum, {.bounds = {.cardinality = 3}}).all[0].probability
#pragma once

#include <memory>
#include <vector>

#include <smallscope/diagnosis/hitting_sets.hpp>

namespace smallscope::diagnosis {

/// How probable a fault is in each element before any test.
struct Prior {
  double each = 0.001;
  std::vector<double> of_element = {};  ///< instead of `each`, for all elements, if it is not empty
};

struct BarinelOptions {
  Prior prior = {};
  /// Diagnoses of more than 64 elements are always cut.
  EnumerationBounds bounds = {};
};

struct Diagnosis {
  ElementSet elements;
  std::vector<double> health;  ///< of each of the elements, from 0 to 1
  double log_likelihood = 0;   ///< natural, of the outcomes with this health
  double probability = 0;      ///< among all diagnoses that were enumerated
};

struct Diagnoses {
  std::vector<Diagnosis> all;  ///< most probable first, then in lexicographic order
  Enumeration enumeration = Enumeration::complete;
  std::uint32_t unexplained = 0;  ///< failing tests that cover nothing, which no element explains: they are left out
};

/// The posterior of the diagnoses of a spectrum. Throws SpectrumError for a prior that is not between 0 and 1, or
/// priors for another number of elements. Costs the enumeration, and for each diagnosis a look at its elements in each
/// row.
Diagnoses diagnose(const Spectrum& spectrum, const BarinelOptions& options = {});

/// For each element the probability that it is in the true diagnosis: the sum over those that it is in.
std::vector<double> fault_probabilities(const Diagnoses& diagnoses, Column columns);

/// The same diagnoses, kept while tests are added: a test changes what it concerns instead of everything. If the bound
/// on the number of diagnoses or on time has cut them, they are computed anew.
class Barinel {
 public:
  Barinel(std::vector<Element> elements, BarinelOptions options = {});
  ~Barinel();
  Barinel(Barinel&&) noexcept;
  Barinel& operator=(Barinel&&) noexcept;

  void add(Ordinal ordinal, Outcome outcome, std::span<const Word> covered);
  void add(Ordinal ordinal, Outcome outcome, std::span<const Column> covered);

  /// What diagnose() gives for the tests so far: the same diagnoses, bit by bit. Where a bound on cardinality has cut
  /// them, it may have noticed so at another test, and say `complete` less often.
  Diagnoses diagnoses();
  const Spectrum& spectrum() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace smallscope::diagnosis
