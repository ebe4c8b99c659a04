// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/recorder.hpp>

#include <fmt/format.h>

namespace smallscope::concolic {

namespace {

thread_local Recorder* recorder_of_thread = nullptr;

[[noreturn]] void lost() {
  throw std::logic_error("an Integer of a run that has ended, or of another thread; keep its value() instead");
}

}  // namespace

Recorder::Recorder(std::span<const std::int64_t> values) : outer_(recorder_of_thread) {
  if (values.size() > most_inputs)
    throw ConcolicError(fmt::format("a run has at most {} inputs, not {}", most_inputs, values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) inputs_.push_back(Integer::made(values[i], expressions_->input(i)));
  recorder_of_thread = this;
}

Recorder::~Recorder() { recorder_of_thread = outer_; }

Recorder* Recorder::current() { return recorder_of_thread; }

Node Recorder::node_of(const Integer& integer) {
  if (integer.node() >= expressions_->size()) lost();
  return integer.node() == plain ? expressions_->number(integer.value()) : integer.node();
}

void Recorder::cover(const Place& place) {
  if (oracles_ > 0) return;
  Place line = place;
  line.column = 0;
  covered_.insert({Covered::Kind::statement, 0, line});
}

void Recorder::take(const Branch& branch) {
  if (oracles_ == 0) {
    cover(branch.place);
    covered_.insert({branch.is_choice ? Covered::Kind::choice : Covered::Kind::outcome, branch.outcome, branch.place});
  }
  if (branch.condition == plain) return;
  if (branches_.size() == most_branches)
    throw PathTooLong(fmt::format("more than {} conditions on the inputs; it may never end", most_branches));
  branches_.push_back(branch);
  branches_.back().role = oracles_ > 0 ? Role::oracle : Role::subject;
}

Integer Recorder::computed(Operation operation, const Operand& left, const Operand& right) {
  cover(right.place());
  const Integer &a = left.integer(), &b = right.integer();
  const bool divides = operation == Operation::divide || operation == Operation::remainder;
  if (divides && b.node() != plain) {
    const bool is_zero = b.value() == 0;
    take({.condition = comparison(Operation::equal, b, Integer::made(0, plain)),
          .holds = is_zero,
          .outcome = is_zero ? 1 : 0,
          .place = right.place()});
  }
  const std::int64_t value = result(operation, a.value(), b.value());
  if (a.node() == plain && b.node() == plain) return Integer::made(value, plain);
  return Integer::made(value, expressions_->make(operation, node_of(a), node_of(b)));
}

Node Recorder::comparison(Operation operation, const Integer& left, const Integer& right) {
  if (left.node() == plain && right.node() == plain) return plain;
  return expressions_->make(operation, node_of(left), node_of(right));
}

Integer computed(Operation operation, const Operand& left, const Operand& right) {
  if (Recorder* recorder = Recorder::current()) return recorder->computed(operation, left, right);
  if (left.integer().node() != plain || right.integer().node() != plain) lost();
  return Integer::made(result(operation, left.integer().value(), right.integer().value()), plain);
}

Condition compared(Operation operation, const Operand& left, const Operand& right, bool is_negated,
                   const Place& place) {
  const Integer &a = left.integer(), &b = right.integer();
  const bool holds = result(operation, a.value(), b.value()) != 0;
  Recorder* recorder = Recorder::current();
  if (recorder == nullptr && (a.node() != plain || b.node() != plain)) lost();
  return {recorder == nullptr ? plain : recorder->comparison(operation, a, b), holds, is_negated, place};
}

Condition::operator bool() const {
  const bool outcome = holds_ != is_negated_;
  if (Recorder* recorder = Recorder::current())
    recorder->take({.condition = comparison_, .holds = holds_, .outcome = outcome ? 1 : 0, .place = place_});
  return outcome;
}

void Integer::note(const std::source_location& at) {
  if (Recorder* recorder = Recorder::current()) recorder->cover(Place(at));
}

std::int64_t value_of(const Integer& integer, std::source_location at) {
  if (Recorder* recorder = Recorder::current())
    recorder->take({.condition = recorder->comparison(Operation::equal, integer, Integer::made(integer.value(), plain)),
                    .holds = true,
                    .is_choice = true,
                    .outcome = integer.value(),
                    .place = Place(at)});
  return integer.value();
}

}  // namespace smallscope::concolic
