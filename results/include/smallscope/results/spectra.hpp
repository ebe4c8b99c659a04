// SPDX-License-Identifier: Apache-2.0
// What tests covered of the code under test, as a store keeps it beside their verdicts.
//
// A run with coverage adds a TestSpectrum for each test to the batch of its verdict. The store numbers the elements of
// the code as they are first covered, and keeps a row of bits for each test. diagnosis::stored_spectrum() makes a
// spectrum of them. Values, which do not synchronise: each belongs to one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <smallscope/coverage/covered.hpp>
#include <smallscope/generators/ordinal.hpp>

namespace smallscope::results {

/// What one test covered, in all its processes.
struct TestSpectrum {
  generators::Ordinal ordinal = 0;
  coverage::Covered covered;
};

/// A module of the code under test. Its id identifies the build.
struct CodeModule {
  std::string id;
  std::string path;  ///< where it was
  friend bool operator==(const CodeModule&, const CodeModule&) = default;
};

/// Where an element is in the source; empty where that is not known.
struct CodePlace {
  std::string function;
  std::string file;
  std::vector<std::uint32_t> lines;  ///< ascending
  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};
/// Finds the place of an element of a module.
using FindPlace = std::function<CodePlace(const coverage::Module& module, coverage::Element element)>;

/// An element of the code that some test covered.
struct CodeElement {
  std::size_t module = 0;         ///< its index in Store::code_modules()
  coverage::Element element = 0;  ///< of that module
  coverage::Point point;          ///< the same as an address
  CodePlace place;
  friend bool operator==(const CodeElement&, const CodeElement&) = default;
};

/// Visits a test that has a spectrum: the elements that it covered are bits, bit i % 64 of word i / 64, of the indices
/// in Store::code_elements(). Stops when it returns false.
using VisitSpectrum = std::function<bool(generators::Ordinal ordinal, std::span<const std::uint64_t> covered)>;

}  // namespace smallscope::results
