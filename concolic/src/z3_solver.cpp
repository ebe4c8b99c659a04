// SPDX-License-Identifier: Apache-2.0
// The only source that sees Z3. Without it (SMALLSCOPE_Z3 is not defined) there is no solver.
#include <smallscope/concolic/solver.hpp>

#ifdef SMALLSCOPE_Z3
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <z3++.h>
#endif

namespace smallscope::concolic {

#ifdef SMALLSCOPE_Z3

namespace {

/// What a term can be, given the bounds of the inputs.
struct Bounds {
  double least = 0, greatest = 0;
};

Bounds around(std::initializer_list<double> values) { return {std::min(values), std::max(values)}; }

Bounds bounds_of(const Expression& made, const Inputs& inputs, const std::vector<Bounds>& known) {
  const Bounds &left = known[made.left], &right = known[made.right];
  const double size = std::max(std::abs(left.least), std::abs(left.greatest));
  switch (made.operation) {
    case Operation::number:
      return around({static_cast<double>(made.number)});
    case Operation::input: {
      const Input& input = inputs[static_cast<std::size_t>(made.number)];
      return {static_cast<double>(input.least), static_cast<double>(input.greatest)};
    }
    case Operation::add:
      return {left.least + right.least, left.greatest + right.greatest};
    case Operation::subtract:
      return {left.least - right.greatest, left.greatest - right.least};
    case Operation::multiply:
      return around({left.least * right.least, left.least * right.greatest, left.greatest * right.least,
                     left.greatest * right.greatest});
    case Operation::divide:
    case Operation::remainder:
      return {left.least < 0 ? -size : 0, left.greatest > 0 ? size : 0};
    case Operation::less:
    case Operation::at_most:
    case Operation::equal:
      break;
  }
  return {0, 1};
}

/// The terms of a question, of one of two kinds. Numbers of few bits, of which no operation overflows, are decided
/// quickly whatever is done to them. Mathematical integers have no size, and are for sums: what is not linear in the
/// inputs may be beyond what can be decided.
class Terms {
 public:
  Terms(const Question& question, z3::context& context) : question_(question), context_(context) {
    Node last = plain;
    for (const Constraint& each : question.constraints) last = std::max(last, each.condition);
    is_needed_.resize(last + 1);
    for (const Constraint& each : question.constraints) is_needed_[each.condition] = true;
    for (Node each = last; each > plain; --each)
      if (is_needed_[each]) is_needed_[at(each).left] = is_needed_[at(each).right] = true;
    choose_bits();
    for (std::size_t i = 0; i < question.inputs.count(); ++i) {
      const std::string name = "x" + std::to_string(i);
      inputs_.push_back(bits_ > 0 ? context.bv_const(name.c_str(), bits_) : context.int_const(name.c_str()));
    }
    terms_.assign(last + 1, context.bool_val(true));
    for (Node each = plain + 1; each <= last; ++each)
      if (is_needed_[each]) terms_[each] = term_of(at(each));
  }

  void add_to(z3::solver& solver) const {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Input& input = question_.inputs[i];
      if (!fits(input)) continue;  // no constraint depends on it
      solver.add(inputs_[i] >= number(input.least));
      solver.add(inputs_[i] <= number(input.greatest));
    }
    for (const Constraint& each : question_.constraints)
      solver.add(each.holds ? terms_[each.condition] : !terms_[each.condition]);
  }

  /// Empty if the model is of another kind than expected.
  Values values(const z3::model& model) const {
    Values values;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      std::int64_t value = question_.inputs[i].least;
      if (fits(question_.inputs[i]) &&
          !(bits_ > 0 ? z3::bv2int(model.eval(inputs_[i], true), true).simplify() : model.eval(inputs_[i], true))
               .is_numeral_i64(value))
        return {};
      values.push_back(value);
    }
    return values;
  }

 private:
  static constexpr double most_bits = 40;

  const Expression& at(Node node) const { return question_.expressions[node]; }
  bool is_linear(const Expression& made) const {
    if (made.operation == Operation::divide || made.operation == Operation::remainder) return false;
    return made.operation != Operation::multiply || at(made.left).inputs == 0 || at(made.right).inputs == 0;
  }
  /// As many as every term needs, with its sign; none for integers without a size.
  void choose_bits() {
    double size = 1;
    bool are_linear = true;
    std::vector<Bounds> bounds(is_needed_.size());
    for (Node each = plain + 1; each < is_needed_.size(); ++each) {
      if (!is_needed_[each]) continue;
      bounds[each] = bounds_of(at(each), question_.inputs, bounds);
      size = std::max({size, std::abs(bounds[each].least), std::abs(bounds[each].greatest)});
      are_linear = are_linear && is_linear(at(each));
    }
    if (const double bits = std::ceil(std::log2(size + 1)) + 1; !are_linear && bits <= most_bits)
      bits_ = static_cast<unsigned>(bits);
  }
  bool fits(const Input& input) const {
    const double most = std::pow(2.0, bits_ > 0 ? bits_ - 1 : 64);
    return static_cast<double>(input.least) >= -most && static_cast<double>(input.greatest) < most;
  }
  z3::expr number(std::int64_t value) const {
    return bits_ > 0 ? context_.bv_val(value, bits_) : context_.int_val(value);
  }
  /// Of integers: division that truncates, of one that rounds so that the remainder is not negative.
  z3::expr truncated(const z3::expr& a, const z3::expr& b) const {
    return bits_ > 0 ? a / b : z3::ite(a >= 0, a / b, -((-a) / b));
  }
  z3::expr term_of(const Expression& made) const {
    const z3::expr &left = terms_[made.left], &right = terms_[made.right];
    switch (made.operation) {
      case Operation::number:
        return number(made.number);
      case Operation::input:
        return inputs_[static_cast<std::size_t>(made.number)];
      case Operation::add:
        return left + right;
      case Operation::subtract:
        return left - right;
      case Operation::multiply:
        return left * right;
      case Operation::divide:
        return truncated(left, right);
      case Operation::remainder:
        return bits_ > 0 ? z3::srem(left, right) : left - right * truncated(left, right);
      case Operation::less:
        return left < right;
      case Operation::at_most:
        return left <= right;
      case Operation::equal:
        break;
    }
    return left == right;
  }

  const Question& question_;
  z3::context& context_;
  unsigned bits_ = 0;
  std::vector<bool> is_needed_;  ///< by node
  std::vector<z3::expr> inputs_, terms_;
};

class Z3Solver final : public Solver {
 public:
  explicit Z3Solver(const SolverOptions& options) : options_(options) {}

  Solution solve(const Question& question) override {
    // A context of its own: numbers that Z3 gives to terms decide what it tries first.
    z3::context context;
    try {
      z3::solver solver(context);
      z3::params parameters(context);
      parameters.set("random_seed", 0u);
      parameters.set("rlimit", static_cast<unsigned>(
                                   std::min<std::uint64_t>(options_.steps, std::numeric_limits<unsigned>::max())));
      solver.set(parameters);
      const Terms terms(question, context);
      terms.add_to(solver);
      const z3::check_result result = solver.check();
      if (result == z3::unsat) return {.answer = Answer::unsatisfiable};
      if (result != z3::sat) return {};
      Values values = terms.values(solver.get_model());
      if (values.empty()) return {};
      return {.answer = Answer::satisfiable, .values = std::move(values)};
    } catch (const z3::exception&) {
      return {};
    }
  }

 private:
  SolverOptions options_;
};

}  // namespace

bool has_solver() { return true; }

std::unique_ptr<Solver> make_solver(const SolverOptions& options) { return std::make_unique<Z3Solver>(options); }

#else

bool has_solver() { return false; }

std::unique_ptr<Solver> make_solver(const SolverOptions&) {
  throw SolverUnavailable("this smallscope was built without Z3: install libz3-dev, configure again, and build");
}

#endif

}  // namespace smallscope::concolic
