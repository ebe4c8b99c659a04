// SPDX-License-Identifier: Apache-2.0
// Where known faults are in the code under test, to judge rankings by. Pure functions: any thread.
//
// Example: faulty_blocks(stored, read_fault_places("places.csv").at("tcc/localisation/t01-casts"))
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/hitting_sets.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>

namespace smallscope::diagnosis {

/// A place that has to be changed to mend the fault.
struct FaultPlace {
  std::string file;      ///< its name, without folders
  std::string function;  ///< "": not in one
  std::uint32_t first_line = 0, last_line = 0;
  friend bool operator==(const FaultPlace&, const FaultPlace&) = default;
};
/// The places of the fault that each campaign is about.
using FaultPlaces = std::map<std::string, std::vector<FaultPlace>>;

/// Reads lines "campaign,file,function,first_line,last_line", the first of which says just that. Throws SpectrumError
/// with file, line, value and remedy.
FaultPlaces read_fault_places(const std::filesystem::path& path);
/// The same for a text; `file` names it in messages.
FaultPlaces parse_fault_places(std::string_view text, const std::string& file);

/// The elements that have a line of a place; of functions, those that a place is in.
ElementSet faulty_elements(const StoredSpectrum& stored, const std::vector<FaultPlace>& places);
/// Of functions alone (into_functions()): those that a place is in.
ElementSet faulty_functions(const std::vector<Element>& functions, const std::vector<FaultPlace>& places);

}  // namespace smallscope::diagnosis
