// The oracle of the tcc campaigns: the program compiles and prints what the generator computed.
//
// Only when it does not, gcc is asked: a failure counts when gcc's answer is the generator's, and is an
// oracle error, a mistake of ours, when it is not. Judges are for one thread each, as all are.
#pragma once

#include <cstdint>
#include <vector>

#include <smallscope/oracles/oracle.hpp>

namespace tcc {

/// "expected answer": judges inputs made by to_input() (compiler_test.hpp). Messages, in order: what came
/// instead (the compiler's own words when it rejected the program), then the mistake it looks like, or else
/// where it is wrong.
smallscope::oracles::OraclePointer answer();

/// The tests that a compiler's messages are about, of several in one program: those that the files are named after.
std::vector<std::uint64_t> blamed_tests(const std::vector<smallscope::oracles::Judgement>& judgements);
/// Whether a compiler's message is about the program around the tests, which every part of it has.
bool blames_main(const std::vector<smallscope::oracles::Judgement>& judgements);

}  // namespace tcc
