// SPDX-License-Identifier: Apache-2.0
// In-process campaigns whose property can also be run symbolically, so that a solver can derive inputs.
//
// The check is a template of its integer type, mostly a lambda with `auto` parameters. A run calls it with
// std::int64_t, at full speed; `direct --derive solver` calls it with concolic::Integer, too. Like every property it is
// called from several threads and must be pure.
//
// Example: symbolic("larger", {{"a", 0, 99}, {"b", 0, 99}},
//                   property("is one of both", [](auto a, auto b) { return larger(a, b) == (a > b ? a : b); }))
#pragma once

#include <array>
#include <tuple>
#include <utility>

#include <smallscope/concolic/program.hpp>
#include <smallscope/generators/composition/product.hpp>
#include <smallscope/runner/in_process.hpp>

namespace smallscope::runner {

/// A campaign over all values of the inputs, the last one varying fastest. The check is called with one number for each
/// input; what it may return is said at concolic::program(). Throws concolic::ConcolicError for inputs that cannot be.
template <std::size_t count, class Check>
Campaign symbolic(std::string name, const concolic::Input (&inputs)[count], Property<Check> property) {
  using Values = std::array<std::int64_t, count>;
  auto program = concolic::program(inputs, property.check);
  const auto space = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return generators::product<Values>(generators::range(inputs[I].least, inputs[I].greatest).named(inputs[I].name)...);
  };
  auto check = [check = std::move(property.check)](const Values& values) { return std::apply(check, values); };
  Campaign campaign = in_process(std::move(name), space(std::make_index_sequence<count>()),
                                 runner::property(std::move(property.name), std::move(check)));
  campaign.symbolic = std::move(program);
  return campaign;
}

}  // namespace smallscope::runner
