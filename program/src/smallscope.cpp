// SPDX-License-Identifier: Apache-2.0
// The installed program: campaigns from specification files, and every command on any store.
#include <smallscope/program/main.hpp>

int main(int argc, char** argv) { return smallscope::program::main(argc, argv, {}); }
