// module: generators
// expect: no match for call to .\(smallscope::generators::CandidateGraph\) \(.*ObjectField<int>&\)
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

int key(gen::CandidateGraph& graph, gen::ObjectField<int> field) { return graph(field); }
