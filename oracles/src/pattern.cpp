// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/pattern.hpp>

#include <iterator>
#include <stdexcept>

#include <boost/regex.hpp>

namespace smallscope::oracles {

class Pattern::Compiled {
 public:
  explicit Compiled(const std::string& expression) : regex(expression, boost::regex::perl) {}
  boost::regex regex;
};

Pattern::Pattern(const std::string& expression) {
  try {
    compiled_ = std::make_shared<const Compiled>(expression);
  } catch (const boost::regex_error& error) {
    throw std::invalid_argument(error.what());
  }
}

bool Pattern::occurs_in(std::string_view text) const {
  return boost::regex_search(text.begin(), text.end(), compiled_->regex, boost::match_not_dot_newline);
}

std::string Pattern::replaced(std::string_view text, const std::string& replacement) const {
  std::string result;
  boost::regex_replace(std::back_inserter(result), text.begin(), text.end(), compiled_->regex, replacement,
                       boost::match_not_dot_newline | boost::format_perl);
  return result;
}

}  // namespace smallscope::oracles
