// SPDX-License-Identifier: Apache-2.0
// smallscope-eclipse: exhaustive tests of Eclipse's refactoring engine for Java, the case study of FASE 2009.
//
// Example: smallscope-eclipse run eclipse/pull-up-method/triple-class-method-child --ladder
#include "campaigns.hpp"

int main(int argc, char** argv) { return smallscope::program::main(argc, argv, eclipse_campaigns::campaigns()); }
