// SPDX-License-Identifier: Apache-2.0
// How an oracle says whether a result is right, for those who have to say the same without it, such as a script in a
// bug report. Values, for any thread. Example: oracle.result_check()->right == ResultCheck::Right::as_before
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/oracles/normaliser.hpp>
#include <smallscope/subjects/command.hpp>

namespace smallscope::oracles {

/// The SubjectResult::output that is what the subject printed.
inline constexpr std::string_view standard_output = "standard_output";

/// The output `output` is what the subject made of the input's file `file`. Without `output`, it is the output called
/// as the file, or else what the subject printed. If that is nothing, the oracle cannot judge: each input of a subject
/// that writes its result elsewhere, or changes the file itself, would become an empty program.
struct SubjectResult {
  SubjectResult(std::string of_file, std::string in_output = {})  // NOLINT(google-explicit-constructor)
      : file(std::move(of_file)), output(std::move(in_output)) {}
  SubjectResult(const char* of_file) : file(of_file) {}  // NOLINT(google-explicit-constructor): a file is enough

  /// The name of the output to look for.
  const std::string& name() const { return output.empty() ? file : output; }

  std::string file;
  std::string output;
};

/// How commands, or the subject itself, say whether a result is right: what a script needs in order to do the same
/// (Oracle::result_check()).
struct ResultCheck {
  enum class Right {
    exit_status_0,   ///< they exit with 0
    as_before,       ///< they print and end as they do on the input as it was
    original,        ///< they exit with 0 and make of the result what it was made of, as round_trip() has it
    reported_empty,  ///< the subject's output that `outputs` names is empty; there are no commands
    reported_equal,  ///< its two outputs are equal, of which the first may be a file of the input; no commands
  };

  std::vector<subjects::Command> steps;
  subjects::Limits limits = {};
  /// It takes the place of its file in the input that the steps see; but for Right::original, a result that is as the
  /// file was passes nothing. None: they see the input as it was.
  std::optional<SubjectResult> result = {};
  Right right = Right::exit_status_0;
  Normaliser normalise = {};              ///< applied to what is compared
  std::vector<std::string> outputs = {};  ///< as external() has them, or the reported ones
  /// With what is reported: the output that must not be as a file of the input is. "": none.
  std::string changed = {};
};

/// Where external() puts outputs of the subject.
inline constexpr std::string_view output_folder = "outputs/";

}  // namespace smallscope::oracles
