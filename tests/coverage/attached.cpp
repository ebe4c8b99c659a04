// SPDX-License-Identifier: Apache-2.0
// A campaign program that collects its own coverage: attached_test.cpp links this with instrumented functions and with
// the module, and runs it with a folder. Exits 0 if all is as it should be; else, with the number of what is not.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <smallscope/coverage/collector.hpp>

using smallscope::coverage::Collector;
using smallscope::coverage::Covered;

extern "C" void one(int value);
extern "C" void other(int value);

int check(bool holds, int number) {
  if (!holds) std::printf("%d\n", number);
  return holds ? 0 : number;
}

int main(int, char** arguments) {
  const std::string folder = arguments[1];
  Collector first(folder + "/first");
  one(5);
  if (!first.attach()) return 1;
  first.clear();
  const Covered nothing = first.take();
  one(5);
  const Covered of_one = first.take();
  first.clear();
  other(1);
  const Covered of_other = first.take();
  first.clear();
  one(5);
  const Covered again = first.take();
  first.clear();
  one(1);
  const Covered without_branch = first.take();
  if (int wrong = check(nothing.parts.empty() && of_one != nothing, 2) + check(of_one != of_other, 3) +
                  check(of_one == again, 4) + check(of_one != without_branch, 5)) {
    return wrong;
  }

  // A child that attaches to a collector of its own, as in a lane with forked tests.
  Collector second(folder + "/second");
  const pid_t child = fork();
  if (child == 0) {
    second.attach();
    other(9);
    std::abort();
  }
  int status = 0;
  waitpid(child, &status, 0);
  const Covered of_child = second.take();
  first.clear();
  other(9);
  const Covered here = first.take();
  if (int wrong = check(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, 6) + check(of_child == here, 7) +
                  check(!(here == of_one), 8)) {
    return wrong;
  }
  first.clear();
  second.clear();
  second.attach();
  one(5);
  return check(first.take().parts.empty() && !second.take().parts.empty(), 9) +
         check(first.problems().empty() && second.problems().empty(), 10);
}
