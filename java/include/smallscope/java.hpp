// SPDX-License-Identifier: Apache-2.0
// The whole library of Java programs in one include; docs/java-generators.md is its catalogue. Values and generators
// are immutable and may be shared by threads.
#pragma once

#include <smallscope/java/field_programs.hpp>
#include <smallscope/java/method_programs.hpp>
#include <smallscope/java/print.hpp>
