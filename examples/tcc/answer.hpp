// SPDX-License-Identifier: Apache-2.0
// The oracle of the tcc campaigns: the program compiles and prints what the generator computed.
//
// gcc is asked only if the answer is wrong. If gcc's answer equals the generator's, it is a failure; otherwise it is an
// oracle error, a mistake of ours. A judge belongs to one thread, like all judges.
#pragma once

#include <cstdint>
#include <vector>

#include <smallscope/oracles/oracle.hpp>

namespace tcc {

/// "expected answer": judges inputs made by to_input() (compiler_test.hpp). Messages, in this order: the answer that
/// came instead (the compiler's own words if it rejected the program), then the mistake it looks like, or otherwise
/// where it is wrong.
smallscope::oracles::OraclePointer answer();

/// The tests, of several in one program, that a compiler's messages are about: those that the files are named after.
std::vector<std::uint64_t> blamed_tests(const std::vector<smallscope::oracles::Judgement>& judgements);
/// Whether a compiler's message is about the program around the tests, which every part shares.
bool blames_main(const std::vector<smallscope::oracles::Judgement>& judgements);

}  // namespace tcc
